"""What the investors of Stockpile are worth, and how their abilities are used."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stockpile_table import FACE_DOWN, Table

from stockpit.games.stockpile.v1 import stockpile_pb2 as stockpile

if TYPE_CHECKING:
    from stockpile_trader import StockpileTrader

WORTH = (121, -16, -58, -63, -34, -61, -3, 132, 2, -29)
"""By investor: K at the end beyond the table's mean for who keeps it, as measured in play of this bot against itself.

It is mostly the money they bring: who can bid 25 in the first rounds cannot be outbid on the best pile.
"""
WORTH_OF_TWO = (35, 15, -22, -17, -22, -66, 32, 43, -16, 12)
"""The same with two players, of each of the two kept."""
LOOKING = 100.0
"""What there is to see is looked at first: it costs nothing."""
A_MOVE = 0.5
"""K by which Mark's move must better our piles, for what it shows."""
BLIND = -2


class Investors:
    """Scores of the actions that are there with investors only."""

    def __init__(self, trader: "StockpileTrader") -> None:
        self.trader = trader

    def scores(self) -> dict[int, Callable[[Any, Table], float]]:
        """By type of action, how it is scored."""
        return {
            stockpile.ACTION_TYPE_KEEP: self.keep,
            stockpile.ACTION_TYPE_KEEP_TWO: self.keep_two,
            stockpile.ACTION_TYPE_PLACE_DOWN: self.place_down,
            stockpile.ACTION_TYPE_MARK: self.mark,
            stockpile.ACTION_TYPE_WARREN: self.warren,
            stockpile.ACTION_TYPE_MARTHA: self.martha,
            stockpile.ACTION_TYPE_CRAMER: self.cramer,
            stockpile.ACTION_TYPE_DEBORAH: self.deborah,
        }

    def keep(self, action: Any, table: Table) -> float:
        """The one worth most."""
        return float(WORTH[action.investor])

    def keep_two(self, action: Any, table: Table) -> float:
        """The two worth most."""
        return float(WORTH_OF_TWO[action.investor] + WORTH_OF_TWO[action.second])

    def place_down(self, action: Any, table: Table) -> float:
        """Stuart: as any placement, but the others see neither card."""
        first = (action.down_pile, table.value_of(action.down), FACE_DOWN)
        second = (action.other_pile, table.value_of(action.other_down), FACE_DOWN)
        return self.trader.surplus(table, first, second)

    def mark(self, action: Any, table: Table) -> float:
        """Better piles for us than they are now: a good card to where others bid little, a bad one away."""
        seen = table.seen
        at = seen.pile_start[action.from_pile] + action.index
        worth = table.value_of(seen.pile_card[at])
        seems = worth if seen.pile_face_up[at] else FACE_DOWN
        away, there = (action.from_pile, -worth, -seems), (action.to_pile, worth, seems)
        return self.trader.surplus(table, away, there) - self.trader.surplus(table) - A_MOVE

    def warren(self, action: Any, table: Table) -> float:
        """Look where most is hidden from us, before Mark moves anything."""
        start = table.seen.pile_start
        return LOOKING + sum(card < 0 for card in table.seen.pile_card[start[action.pile] : start[action.pile + 1]])

    def martha(self, action: Any, table: Table) -> float:
        """Look at a blind pair if there is one: nobody else knows it."""
        return LOOKING + (action.owner == BLIND)

    def cramer(self, action: Any, table: Table) -> float:
        """What one space up or down brings, once the action cards are played."""
        boom, bust = table.seen.action_card[table.seat * 2 : table.seat * 2 + 2]
        gain = self.trader.push_gain(table, action.company, action.spaces)
        return gain - LOOKING * (boom + bust > 0)

    def deborah(self, action: Any, table: Table) -> float:
        """What we get of the dividend less what the others get on average."""
        company = action.company
        return table.mine[company] - sum(table.rivals[company]) / (table.players - 1)
