"""The numbers that follow from the settings, gathered once so that a state needs to look in one place only."""

from functools import cache

from engine.games.stockpile.actions import Layout, layout
from engine.market.cards import BIDS
from engine.market.forecasts import HOLDERS, reveal_order
from engine.market.tracks import BOARDS

ROUNDS = {2: 6, 3: 7, 4: 6, 5: 5}
"""Rounds by number of players (section 1.1)."""

CASH = {2: 30, 3: 20, 4: 20, 5: 20}
"""Cash in K at the start (section 1.2)."""

BOOM_STEPS = 2
"""Spaces a Stock Boom! moves a company up, a Stock Bust! down."""

DIVIDEND_RATE = 2
"""K per share of the forecast card `$$` (section 7.1)."""

SPACE_DIVIDEND_RATE = 1
"""K per share of a `$` space (section 12.4)."""

SPLIT_BONUS = 10
"""K for each card already split when its company splits again (section 7.2)."""

SOLE_MAJORITY = 10
"""K for the only seat with most shares of a company at the end (section 9)."""

TIED_MAJORITY = 5
"""K for each seat that ties for most shares."""


class Rulebook:
    """Everything fixed by player count and board."""

    __slots__ = (
        "affordable",
        "batches",
        "cash",
        "holders",
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
    )

    def __init__(self, players: int, board: str) -> None:
        self.players = players
        self.rounds = ROUNDS[players]
        self.cash = CASH[players]
        self.tracks = 4 if players == 2 else players
        self.meeples = self.tracks // players
        """Meeples of one seat."""
        self.batches = self.meeples
        """Supply batches of two cards each."""
        self.layout: Layout = layout(self.tracks)
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
        self.affordable = [max(s for s, value in enumerate(BIDS) if value <= cash) for cash in range(BIDS[-1] + 1)]
        """Highest bid space for so much cash, up to the dearest bid."""


@cache
def rulebook(players: int, board: str) -> Rulebook:
    """The rulebook of these settings; the same object each time."""
    return Rulebook(players, board)
