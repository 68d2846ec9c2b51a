"""What each seat of a game of shares makes of a round's forecasts in one world."""

from collections.abc import Sequence

from share_worth import ANY_CARD, Values, expected_values

from engine.market.forecasts import PUBLIC, Pairs
from engine.market.tracks import Track

BID_FACTORS = (0.85, 1.1)
"""A seat goes up to a part of the worth between these, drawn for each world."""


class Prospects:
    """What a card that is not sold in this round is worth, by what is known of its forecast; worked out once."""

    __slots__ = ("_made", "bonus", "tracks")

    def __init__(self, tracks: Sequence[Track], bonus: int) -> None:
        self.tracks = tracks
        self.bonus = bonus
        self._made: dict[int, list[Values]] = {}

    def values(self, shares: int, later: int, cards: Sequence[int]) -> list[Values]:
        """By company and index, with the forecast cards (bits) each company may have, for cards of 1 or 2 shares."""
        key = later << 1 | shares - 1
        for possible in cards:
            key = key << 6 | possible
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = [
                expected_values(track, self.bonus, shares, cards[c], later) for c, track in enumerate(self.tracks)
            ]
        return made


class Sight:
    """What a card that is not sold in this round is worth, seen with the eyes of each seat."""

    __slots__ = ("factors", "later", "piles", "regular", "split")

    def __init__(self, prospects: Prospects, later: int, possible: Sequence[Sequence[int]], noise: float) -> None:
        """`possible` has by seat and company the forecast cards it may have, as bits; `noise` is from 0 to 1."""
        self.later = later
        """Movements after this round's."""
        self.regular = [prospects.values(1, later, cards) for cards in possible]
        self.split = [prospects.values(2, later, cards) for cards in possible]
        """By seat, company and index: worth of a card that is not sold in this round."""
        low, high = BID_FACTORS
        self.factors = [low + (high - low) * (noise * (7 + 4 * seat) % 1.0) for seat in range(len(possible))]
        """By seat: the part of a worth it bids."""
        self.piles: dict[int, tuple[list[float], list[float]]] = {}
        """By seat, while nothing is placed: what the piles are worth to it, and what they seem worth to the others."""


def possible_cards(pairs: Pairs, holders: Sequence[int], seat: int, peeked: int = -1) -> list[int]:
    """By company: the forecast cards, as bits, it may have for all a seat knows that has also seen slot `peeked`."""
    known = [0] * len(holders)
    left = ANY_CARD
    for slot, (company, card) in enumerate(pairs):
        if holders[slot] in (seat, PUBLIC) or slot == peeked:
            known[company] = 1 << card
            left &= ~known[company]
    return [one or left for one in known]
