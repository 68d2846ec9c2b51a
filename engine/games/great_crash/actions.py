"""The actions of The Great Crash and their ids: an id is arithmetic on the fields, by blocks in a fixed order."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import product
from typing import Final

from engine.contract import Action, ActionTable
from engine.market.auction import bid_ranges
from engine.market.cards import BOOM, BUST, COMPANIES, SPACES
from engine.market.investors import INVESTORS


class SaleKind(IntEnum):
    """What is sold, always one card; numbers are those of the proto."""

    REGULAR = 1
    """A card of the Stock Portfolio."""
    SPLIT = 2
    """A card of the Split Portfolio, worth twice as much."""


MOST_SHARES: Final = 10
"""A company has ten share cards, so nobody can show or sell more."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Starting stock and bailout: take a share card of a company for nothing."""

    company: int


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Bidding: put a meeple on bid space `space` (0-7) of `track`."""

    track: int
    space: int


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Action: use an action card (9 Boom, 10 Bust) on a company."""

    card: int
    company: int


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Selling: sell one share card of a company."""

    company: int
    kind: SaleKind


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Purchase: buy one share card of a company."""

    company: int


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Dividend: show this many regular and split cards of the company that pays; 0 and 0 shows nothing."""

    regular: int
    split: int


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End one's turn."""


@dataclass(frozen=True, slots=True)
class SplitSale(Action):
    """A split without bonus: sell this many cards that were split before; 0 sells none."""

    count: int


@dataclass(frozen=True, slots=True)
class Hire(Action):
    """Purchase: hire the dearest expert of one's row for cash."""


@dataclass(frozen=True, slots=True)
class HireHelped(Action):
    """Purchase, short of money: hire likewise; seat `helper` picks the cards sold at half price."""

    helper: int


@dataclass(frozen=True, slots=True)
class Cover(Action):
    """Purchase, as the helper: sell one of the hirer's cards at half price."""

    company: int
    kind: SaleKind


@dataclass(frozen=True, slots=True)
class Dismiss(Action):
    """Bidding, Action, selling or Purchase: dismiss an expert and pay his printed amount."""

    expert: int


ACTION_TYPES: Final[tuple[type[Action], ...]] = (
    Take,
    Bid,
    Play,
    Sell,
    Buy,
    Show,
    Done,
    SplitSale,
    Hire,
    HireHelped,
    Cover,
    Dismiss,
)

KINDS_SOLD: Final = len(SaleKind)

SHOWS: Final = tuple(
    Show(regular, split) for regular in range(MOST_SHARES + 1) for split in range(MOST_SHARES + 1 - regular)
)
"""What can be shown for a dividend, in order of the ids."""


class Layout:
    """Where each block of ids starts, and the legal ids of questions that depend on few numbers.

    The block of split sales is there without bonus only, those after it with experts only; a block that is missing
    starts where the next one does.
    """

    __slots__ = (
        "bid",
        "bids",
        "buy",
        "cover",
        "dismiss",
        "done",
        "helpers",
        "hire",
        "hire_helped",
        "play",
        "plays",
        "sell",
        "show",
        "shows",
        "split_sale",
        "split_sales",
        "table",
        "take",
    )

    def __init__(self, players: int, no_bonus: bool, experts: bool) -> None:
        blocks = _blocks(players, no_bonus, experts)
        self.table = ActionTable(action for block in blocks for action in block)
        starts = [0]
        for block in blocks:
            starts.append(starts[-1] + len(block))
        self.take, self.bid, self.play, self.sell, self.buy, self.show, self.done = starts[:7]
        self.split_sale, self.hire, self.hire_helped, self.cover, self.dismiss = starts[7:12]
        self.bids = bid_ranges(self.bid, players)
        self.plays = [list(range(self.play + card * 6, self.play + card * 6 + 6)) for card in range(2)]
        """By action card, Boom then Bust."""
        self.shows = [self._legal_shows(*held) for held in product(range(MOST_SHARES + 1), repeat=2)]
        """By cards held: what can be shown, at regular * 11 + split."""
        self.split_sales = [list(range(self.split_sale, self.split_sale + held + 1)) for held in range(MOST_SHARES + 1)]
        """By split cards held, without bonus."""
        self.helpers = [
            [self.hire_helped + helper for helper in range(players) if helper != seat] for seat in range(players)
        ]
        """By seat: the hires helped by another seat."""

    def _legal_shows(self, regular: int, split: int) -> list[int]:
        if regular + split > MOST_SHARES:
            return []
        return [self.table.id_of(Show(r, s)) for r in range(regular + 1) for s in range(split + 1)]


def _blocks(players: int, no_bonus: bool, experts: bool) -> list[list[Action]]:
    """The actions by block, in the order of ACTION_TYPES."""
    companies = range(len(COMPANIES))
    return [
        [Take(company) for company in companies],
        [Bid(track, space) for track in range(players) for space in range(SPACES)],
        [Play(card, company) for card in (BOOM, BUST) for company in companies],
        [Sell(company, kind) for company in companies for kind in SaleKind],
        [Buy(company) for company in companies],
        [*SHOWS],
        [Done()],
        [SplitSale(count) for count in range(MOST_SHARES + 1) if no_bonus],
        [Hire()] if experts else [],
        [HireHelped(helper) for helper in range(players) if experts],
        [Cover(company, kind) for company in companies for kind in SaleKind if experts],
        [Dismiss(expert) for expert in range(len(INVESTORS)) if experts],
    ]


@cache
def layout(players: int, no_bonus: bool, experts: bool) -> Layout:
    """The layout for these settings; the same object each time."""
    return Layout(players, no_bonus, experts)
