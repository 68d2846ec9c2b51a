"""What each seat of a game of shares makes of a round's forecasts in one world."""

from collections.abc import Sequence

from share_worth import ANY_CARD, Values, expected_values

from engine.market.forecasts import PUBLIC, Pairs
from engine.market.tracks import Track

BID_FACTORS = (0.75, 1.0)
"""A seat goes up to a part of the worth between these, drawn for each world."""


class Sight:
    """What a card that is not sold in this round is worth, seen with the eyes of each seat."""

    __slots__ = ("factors", "later", "noise", "regular", "split")

    def __init__(
        self, tracks: Sequence[Track], bonus: int, later: int, possible: Sequence[Sequence[int]], noise: float
    ) -> None:
        """`possible` has by seat and company the forecast cards it may have, as bits; `noise` is from 0 to 1."""
        self.later = later
        """Movements after this round's."""
        self.regular = [_values(tracks, bonus, 1, cards, later) for cards in possible]
        self.split = [_values(tracks, bonus, 2, cards, later) for cards in possible]
        """By seat, company and index: worth of a card that is not sold in this round."""
        low, high = BID_FACTORS
        self.factors = [low + (high - low) * (noise * (7 + 4 * seat) % 1.0) for seat in range(len(possible))]
        """By seat: the part of a worth it bids."""
        self.noise = int(noise * 1_000_003)


def _values(tracks: Sequence[Track], bonus: int, shares: int, cards: Sequence[int], later: int) -> list[Values]:
    return [expected_values(track, bonus, shares, cards[c], later) for c, track in enumerate(tracks)]


def possible_cards(pairs: Pairs, holders: Sequence[int], seat: int, peeked: int = -1) -> list[int]:
    """By company: the forecast cards, as bits, it may have for all a seat knows that has also seen slot `peeked`."""
    known = [0] * len(holders)
    left = ANY_CARD
    for slot, (company, card) in enumerate(pairs):
        if holders[slot] in (seat, PUBLIC) or slot == peeked:
            known[company] = 1 << card
            left &= ~known[company]
    return [one or left for one in known]
