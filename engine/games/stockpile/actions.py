"""The actions of Stockpile and their ids: an id is arithmetic on the fields, by blocks in a fixed order."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.contract import Action
from engine.market.cards import COMPANIES


class SaleKind(IntEnum):
    """What is sold; numbers are those of the proto."""

    REGULAR = 1
    """A card of the Stock Portfolio: 1 x price."""
    SPLIT = 2
    """A card of the Split Portfolio whole: 2 x price."""
    HALF = 3
    """Half of a split card: 1 x price, and the card moves to the Stock Portfolio."""


MOST_SHARES: Final = 10
"""A company has ten share cards, so nobody can show more."""


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Supply: put card kind `up` face up on pile `up_pile` and card kind `down` face down on `down_pile`."""

    up: int
    up_pile: int
    down: int
    down_pile: int


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Demand: put a meeple on bid space `space` (0-7) of `track`."""

    track: int
    space: int


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Action: use an action card (9 Boom, 10 Bust) on a company."""

    card: int
    company: int


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Selling: sell one share card of a company, or half of a split one."""

    company: int
    kind: SaleKind


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Dividend: show this many regular and split cards of the company that pays; 0 and 0 shows nothing."""

    regular: int
    split: int


@dataclass(frozen=True, slots=True)
class Done(Action):
    """End one's turn."""


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Three players or more: keep this investor of those dealt."""

    investor: int


@dataclass(frozen=True, slots=True)
class KeepTwo(Action):
    """Two players: keep these two investors of those dealt, the lower number first."""

    investor: int
    second: int


@dataclass(frozen=True, slots=True)
class PlaceDown(Action):
    """Supply, Stuart: put both cards face down, an unordered pair: lower card first, of equal ones the lower pile."""

    down: int
    down_pile: int
    other_down: int
    other_pile: int


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Before Demand: move the card at place `index` of one pile to another pile."""

    from_pile: int
    index: int
    to_pile: int


@dataclass(frozen=True, slots=True)
class Warren(Action):
    """Before Demand: look at the face-down cards of a pile."""

    pile: int


@dataclass(frozen=True, slots=True)
class Martha(Action):
    """Demand, before bidding: look at a hidden pair, number `index` of a seat or, with owner -2, of the blind ones."""

    owner: int
    index: int


@dataclass(frozen=True, slots=True)
class Cramer(Action):
    """Action: move a company one space up (1) or down (-1)."""

    company: int
    spaces: int


@dataclass(frozen=True, slots=True)
class Deborah(Action):
    """End of Movement: name the company that pays 1 K per share."""

    company: int


BASE_TYPES: Final[tuple[type[Action], ...]] = (Place, Bid, Play, Sell, Show, Done)
INVESTOR_TYPES: Final[tuple[type[Action], ...]] = (Keep, KeepTwo, PlaceDown, Mark, Warren, Martha, Cramer, Deborah)
ACTION_TYPES: Final = BASE_TYPES + INVESTOR_TYPES

SALES: Final = tuple(Sell(company, kind) for company in range(len(COMPANIES)) for kind in SaleKind)
"""The sales, in order of their ids."""

SHOWS: Final = tuple(
    Show(regular, split) for regular in range(MOST_SHARES + 1) for split in range(MOST_SHARES + 1 - regular)
)


def place_down(card: int, pile: int, other_card: int, other_pile: int) -> PlaceDown:
    """Two cards to put face down, in whichever order they are given."""
    (down, down_pile), (other, its_pile) = sorted([(card, pile), (other_card, other_pile)])
    return PlaceDown(down, down_pile, other, its_pile)
