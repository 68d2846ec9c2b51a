"""One observation of Stonks, understood: what cards are worth, who owns what, and how likely a card is to win."""

from collections.abc import Sequence
from typing import Any

from stockpit.games.stonks.v1 import stonks_pb2 as stonks
from stockpit_sdk import Decision

TRUMPS_IN = 0.85
"""How often a seat that cannot follow and has a trump that wins plays it."""
OVERTAKES = 0.9
"""How often a seat that can win by following does."""
DRIFT = 0.35
"""How much a company's value is expected to rise for who owns it alone, at the start of a round."""


class StonksTable:
    """What is asked for in every decision; the rest is worked out by those who need it."""

    def __init__(self, decision: Decision) -> None:
        settings = decision.match.settings
        self.settings = settings
        self.seen: Any = decision.observation
        self.seat = decision.match.seat
        self.players = decision.match.seats
        self.company: Sequence[int] = settings.card_company
        self.rank: Sequence[int] = settings.card_rank
        counts_cards = settings.score_unit == stonks.SCORE_UNIT_CARDS
        self.shares: Sequence[int] = [1] * len(settings.card_shares) if counts_cards else settings.card_shares
        self.top = max(self.rank)
        self.left = (len(self.seen.hand) - 1) / max(settings.tricks, 1)
        """Part of the round's tricks that is to come, the running one included."""
        self.owned = [self._owned(seat) for seat in range(self.players)]
        self.stake = [self._stake(company) for company in range(len(settings.company_id))]
        """By company: points this seat gains on the others' mean if its value rises by one."""
        seen = self.seen
        there = {*seen.hand, seen.down, seen.offer, *seen.portfolio_card, *seen.play_card, *seen.discard}
        self.unseen = [card for card in range(1, len(self.rank)) if card not in there]
        self.play_suit = self._effective_suits()

    def worth(self, card: int) -> float:
        """Points a card is likely to bring in this seat's portfolio."""
        company = self.company[card]
        drift = DRIFT * self.left * max(-1.0, min(1.0, self.stake[company] / 4))
        return self.shares[card] * (self.seen.value[company] + drift)

    def prize(self, *more: int) -> float:
        """Worth of the best card that the winner of the running trick can take; `more` are cards still to be played."""
        cards = [card for card in (*self.seen.play_card, self.seen.offer, *more) if card]
        return max(self.worth(card) for card in cards)

    def lowest_after(self, company: int, steps: int) -> int:
        """Trump if a company moves by so many steps."""
        values = list(self.seen.value)
        values[company] += steps
        return min(self.seen.row, key=values.__getitem__)

    def best_play(self, trump: int) -> tuple[int, int]:
        """Suit and rank of the play that is winning, if `trump` stays trump; (-1, 0) if none is."""
        best = (-1, 0)
        for suit, card in zip(self.play_suit, self.seen.play_card, strict=True):
            if beats(suit, self.rank[card], best, self.seen.lead_suit, trump):
                best = (suit, self.rank[card])
        return best

    def stays_best(self, suit: int, rank: int, lead_suit: int, trump: int) -> float:
        """Chance that none of the seats still to play beats a play of this suit and rank that is winning."""
        first = self.seen.leader if self.seen.leader >= 0 else self.seat
        played = max(len(self.seen.play_card), (self.seat - first) % self.players + 1)
        chance = 1.0
        for turn in range(played, self.players):
            chance *= 1.0 - self._beaten_by((first + turn) % self.players, suit, rank, lead_suit, trump)
        return chance

    def _beaten_by(self, seat: int, suit: int, rank: int, lead_suit: int, trump: int) -> float:
        company, higher = self.company, [card for card in self.unseen if self.rank[card] > rank]
        void = 1.0 if self.seen.void[seat] >> lead_suit & 1 else self._lacks(seat, self._count(self.unseen, lead_suit))
        if suit == trump:
            has_higher = 1.0 - self._lacks(seat, sum([company[card] == trump for card in higher]))
            return has_higher * (OVERTAKES if lead_suit == trump else TRUMPS_IN * void)
        follows = 0.0 if void == 1.0 else 1.0 - self._lacks(seat, sum([company[card] == lead_suit for card in higher]))
        has_trump = 1.0 - self._lacks(seat, self._count(self.unseen, trump))
        return min(1.0, OVERTAKES * follows + TRUMPS_IN * void * has_trump)

    def _lacks(self, seat: int, cards: int) -> float:
        """Chance that a seat has none of so many unseen cards."""
        return (1.0 - min(1.0, self.seen.hand_size[seat] / max(1, len(self.unseen)))) ** cards

    def _count(self, cards: Sequence[int], company: int) -> int:
        return sum([self.company[card] == company for card in cards])

    def _owned(self, seat: int) -> list[int]:
        """By company: shares a seat is known to own."""
        start = self.seen.portfolio_start
        cards = list(self.seen.portfolio_card[start[seat] : start[seat + 1]])
        if seat == self.seat and self.seen.down:
            cards.append(self.seen.down)
        owned = [0] * len(self.settings.company_id)
        for card in cards:
            owned[self.company[card]] += self.shares[card]
        return owned

    def _stake(self, company: int) -> float:
        others = sum(owned[company] for seat, owned in enumerate(self.owned) if seat != self.seat)
        return self.owned[self.seat][company] - others / (self.players - 1)

    def _effective_suits(self) -> list[int]:
        """Of the plays of the running trick; -1 of one that lies face down."""
        plays = zip(self.seen.play_card, self.seen.play_speculation, strict=True)
        suits = []
        for card, speculation in plays:
            suit = self.company[card] if card else -1
            suits.append(self.seen.lead_suit if speculation == stonks.SPECULATION_FOLLOW else suit)
        return suits


def beats(suit: int, rank: int, best: tuple[int, int], lead_suit: int, trump: int) -> bool:
    """Whether a play of this suit and rank beats the best so far."""
    if suit == trump:
        return best[0] != trump or rank > best[1]
    return suit == lead_suit and best[0] != trump and rank > best[1]
