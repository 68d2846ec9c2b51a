"""The actions of The Great Crash and their ids: an id is arithmetic on the fields, by blocks in a fixed order."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.contract import Action


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

SHOWS: Final = tuple(
    Show(regular, split) for regular in range(MOST_SHARES + 1) for split in range(MOST_SHARES + 1 - regular)
)
"""What can be shown for a dividend, in order of the ids."""
