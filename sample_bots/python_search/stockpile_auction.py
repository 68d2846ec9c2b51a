"""Supply and Demand of Stockpile in playouts: what piles are worth, where to place cards, what to bid."""

from bisect import bisect_right
from collections.abc import Sequence

from sight import Sight

from engine.games.stockpile.entries import FACE_UP, KIND_MASK, SEQUENCE_MASK
from engine.games.stockpile.position import Position
from engine.games.stockpile.rulebook import DISCOUNTED, Rulebook
from engine.market.cards import BIDS, BOOM, FEE, KINDS, SPACES
from engine.market.investors import BERNIE, DONALD, WARREN

ACTION_CARD = 2.0
FACE_DOWN = 3.2
"""What such a card is worth on average, in K."""
COVETED = 0.6
"""Part of what a pile seems worth that others will have bid for it."""
OUTBID = 1.1
"""Part of what a pile seems worth that others will go up to."""
UNSAFE = 0.3
"""Part of a bid's gain that counts if others are likely to bid more."""


class Auction:
    """Chooses for the seat that is asked, by what it may know."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.layout = book.layout

    def pile_values(self, position: Position, sight: Sight, seat: int) -> tuple[list[float], list[float]]:
        """By track: what the pile is worth to the seat for all it knows, and what it seems worth to the others."""
        index, regular = position.index, sight.regular[seat]
        fee_sign = 1 if seat == position.investor_owner[BERNIE] else -1
        true, seeming = [0.0] * self.book.tracks, [0.0] * self.book.tracks
        mark, watched = seat + 1, watched_by(position, seat)
        for entry in position.table:
            kind, track = entry & KIND_MASK, entry >> 14
            if not entry & FACE_UP:
                seeming[track] += FACE_DOWN
                if (entry >> 5 & 7) != mark and not watched >> (entry >> 8 & SEQUENCE_MASK) & 1:
                    true[track] += FACE_DOWN
                    continue
            if kind < FEE:
                worth = regular[kind][index[kind]]
            elif kind < BOOM:
                worth = float(fee_sign * (kind - FEE + 1))
            else:
                worth = ACTION_CARD
            true[track] += worth
            if entry & FACE_UP:
                seeming[track] += worth
        return true, seeming

    def bid(self, position: Position, sight: Sight) -> int:
        """The bid that leaves most: the lowest on its track, or the first the others can hardly answer."""
        seat = position.to_act
        assert seat is not None
        piles = sight.piles.get(seat)
        if piles is None:
            piles = sight.piles[seat] = self.pile_values(position, sight, seat)
        costs, standing = self.costs(position, seat), position.standing_space
        budget, factor, first = self.budget(position, seat, costs), sight.factors[seat], self.layout.bid
        rich = max([cash for other, cash in enumerate(position.cash) if other != seat])
        best, best_left = 0, -1e9
        for track, (true, seems) in enumerate(zip(*piles, strict=True)):
            low = standing[track] + 1
            if low == SPACES or position.standing_seat[track] == seat or costs[low] > budget:
                continue
            worth, safe = factor * true, safe_space(seems, rich)
            left = worth - costs[low]
            if left > 0 and low < safe:
                if costs[safe] <= budget and worth - costs[safe] > UNSAFE * left:
                    low, left = safe, worth - costs[safe]
                else:
                    left *= UNSAFE
            if left > best_left:
                best, best_left = first + track * SPACES + low, left
        return best

    def place(self, position: Position, sight: Sight) -> int:
        """What it likes on the pile that leaves most, the better card where it shows less; the rest elsewhere."""
        seat = position.to_act
        assert seat is not None
        true, seeming = self.pile_values(position, sight, seat)
        sight.piles.clear()
        left = [ours - COVETED * theirs for ours, theirs in zip(true, seeming, strict=True)]
        best, worst = left.index(max(left)), left.index(min(left))
        up, down = position.hands[seat * 2 : seat * 2 + 2]
        up_worth, down_worth = (self.card_worth(position, sight, seat, card) for card in (up, down))
        if up_worth > down_worth:
            up, down, up_worth, down_worth = down, up, down_worth, up_worth
        up_pile = best if up_worth > 0 else worst
        down_pile = best if down_worth > COVETED * FACE_DOWN else worst
        return ((up * self.book.tracks + up_pile) * KINDS + down) * self.book.tracks + down_pile

    def card_worth(self, position: Position, sight: Sight, seat: int, kind: int) -> float:
        """What a market card on a pile is worth to a seat."""
        if kind < FEE:
            return sight.regular[seat][kind][position.index[kind]]
        if kind >= BOOM:
            return ACTION_CARD
        fee = float(kind - FEE + 1)
        return fee if seat == position.investor_owner[BERNIE] else -fee

    def costs(self, position: Position, seat: int) -> Sequence[int]:
        """What the seat pays for each bid space."""
        return DISCOUNTED if seat == position.investor_owner[DONALD] else BIDS

    def budget(self, position: Position, seat: int, costs: Sequence[int]) -> int:
        """What the seat can still bid."""
        budget = position.cash[seat]
        if self.book.meeples > 1:
            for track, by in enumerate(position.standing_seat):
                if by == seat:
                    budget -= costs[position.standing_space[track]]
        return budget


def watched_by(position: Position, seat: int) -> int:
    """Sequence numbers, as bits, of the face-down cards a seat has seen through Warren."""
    return position.watched if seat == position.investor_owner[WARREN] else 0


def safe_space(seems: float, rich: int) -> int:
    """The lowest space above which the next bid is more than a pile seems worth to others, or the richest has."""
    return bisect_right(BIDS, min(OUTBID * max(seems, 0.0), rich)) - 1
