"""The numbers that follow from the settings, gathered once so that a state needs to look in one place only."""

from functools import cache
from typing import Final

from engine.games.great_crash.layout import Layout, layout
from engine.market.auction import affordable_spaces
from engine.market.cards import BIDS, COPIES, FEE
from engine.market.forecasts import HOLDERS
from engine.market.tracks import BOARDS

ROUNDS: Final = {3: 7, 4: 6, 5: 5}
"""Rounds by number of players, the setup round among them (14.3)."""

CASH: Final = 9
"""Cash in K at the start, and of a bailout (14.2, 14.4)."""

SPLIT_BONUS: Final = 5
"""K for each card already split when its company splits again (14.4)."""

PAIR: Final = 2
"""Cards of one company that may be sold in one turn; selling so many shows them (14.6)."""

PURCHASE_LIMIT: Final = 3
"""Cards bought in one turn; one more with each expert in hand (14.7, clarification 20)."""

HIRE_PRICE: Final = 2
"""K an expert costs (14.9)."""

BAILOUT_CARDS: Final = 2
"""Cards a ruined player takes (14.4)."""

MARKET_COPIES: Final = tuple(copies if kind >= FEE else 0 for kind, copies in enumerate(COPIES))
"""How many cards of each kind the market deck holds: 12 fees and 8 action cards (14.2)."""


class Rulebook:
    """Everything fixed by the settings."""

    __slots__ = (
        "affordable",
        "board",
        "experts",
        "holders",
        "layout",
        "next_seat",
        "no_bonus",
        "players",
        "prices",
        "rounds",
        "seat_orders",
        "top_price",
        "trails",
    )

    def __init__(self, players: int, board: str, experts: int, no_bonus: bool) -> None:
        self.players = players
        self.board = board
        self.experts = experts
        """Rows of experts: also how many a seat may hire in the match."""
        self.no_bonus = no_bonus
        self.rounds = ROUNDS[players]
        self.layout: Layout = layout(players, no_bonus, experts > 0)
        self.trails = BOARDS[board]
        """The price track of each company."""
        self.prices = [track.values for track in self.trails]
        self.top_price = [track.values[-1] for track in self.trails]
        """By company: the highest price of its track."""
        self.holders = HOLDERS[players]
        """Who holds the forecast pair of each slot; the slot of a seat's pair has the seat's number."""
        self.next_seat = [(seat + 1) % players for seat in range(players)]
        self.seat_orders = [[(first + turn) % players for turn in range(players)] for first in range(players)]
        """Seats in turn order of the first round, by first seat."""
        self.affordable = affordable_spaces(BIDS)
        """Highest bid space for so much cash, up to the dearest bid."""


@cache
def rulebook(players: int, board: str, experts: int, no_bonus: bool) -> Rulebook:
    """The rulebook of these settings; the same object each time."""
    return Rulebook(players, board, experts, no_bonus)
