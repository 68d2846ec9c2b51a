"""The numbers that follow from the settings, gathered once so that a state needs to look in one place only."""

from functools import cache
from typing import Final

from engine.games.stockpile.layout import Layout, layout
from engine.market.auction import affordable_spaces
from engine.market.cards import BIDS
from engine.market.forecasts import HOLDERS, reveal_order
from engine.market.investors import CASH as INVESTOR_CASH
from engine.market.investors import CASH_OF_TWO
from engine.market.tracks import BOARDS

ROUNDS: Final = {2: 6, 3: 7, 4: 6, 5: 5}
"""Rounds by number of players (section 1.1)."""

CASH: Final = {2: 30, 3: 20, 4: 20, 5: 20}
"""Cash in K at the start (section 1.2)."""

DEBORAH_RATE: Final = 1
"""K per share of the company Dividend Deborah names (section 13.3)."""

GRAHAM_BONUS: Final = 1
"""K more for every share Golden Graham's owner sells (section 13.2)."""

DISCOUNTED: Final = (BIDS[0], *BIDS[:-1])
"""What Discount Donald's owner pays for each bid space, in K (section 13.2)."""

SPLIT_BONUS: Final = 10
"""K for each card already split when its company splits again (section 7.2)."""


class Rulebook:
    """Everything fixed by player count and board."""

    __slots__ = (
        "affordable",
        "batches",
        "cash",
        "discounted",
        "holders",
        "investor_cash",
        "investors",
        "investors_dealt",
        "investors_kept",
        "layout",
        "meeples",
        "next_seat",
        "orders",
        "players",
        "prices",
        "rounds",
        "seat_orders",
        "tracks",
        "trails",
        "turn_of",
    )

    def __init__(self, players: int, board: str, investors: bool) -> None:
        self.players = players
        self.rounds = ROUNDS[players]
        self.cash = 0 if investors else CASH[players]
        """Of each seat at the start, in K; with investors nobody has money before they are revealed."""
        self.investors = investors
        self.investors_kept = 2 if players == 2 else 1
        """Investors of each seat, with investors; twice as many are dealt."""
        self.investors_dealt = 2 * self.investors_kept
        self.investor_cash = CASH_OF_TWO if players == 2 else INVESTOR_CASH
        self.tracks = 4 if players == 2 else players
        self.meeples = self.tracks // players
        """Meeples of one seat."""
        self.batches = self.meeples
        """Supply batches of two cards each."""
        self.layout: Layout = layout(self.tracks, players, investors)
        self.trails = BOARDS[board]
        """The price track of each company."""
        self.prices = [track.values for track in self.trails]
        self.holders = HOLDERS[players]
        """Who holds the forecast pair of each slot."""
        self.orders = [reveal_order(players, first) for first in range(players)]
        """Slots in order of Movement, by first seat."""
        self.next_seat = [(seat + 1) % players for seat in range(players)]
        self.seat_orders = [[(first + turn) % players for turn in range(players)] for first in range(players)]
        """Seats in turn order, by first seat."""
        self.affordable = affordable_spaces(BIDS)
        """Highest bid space for so much cash, up to the dearest bid."""
        self.discounted = affordable_spaces(DISCOUNTED)
        """The same for Discount Donald's owner."""
        self.turn_of = [0] * self.tracks + [turn for turn in range(1, players * self.batches + 1) for _ in range(2)]
        """By sequence number of a card on the piles: the placement of the round it came with, from 1; 0 opening."""


@cache
def rulebook(players: int, board: str, investors: bool) -> Rulebook:
    """The rulebook of these settings; the same object each time."""
    return Rulebook(players, board, investors)
