"""The actions of Stockpile and their ids: an id is arithmetic on the fields, by blocks in a fixed order."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import product
from typing import Final

from engine.contract import Action, ActionTable
from engine.market.cards import BOOM, BUST, COMPANIES, KINDS, SPACES


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


ACTION_TYPES: Final[tuple[type[Action], ...]] = (Place, Bid, Play, Sell, Show, Done)

SALES: Final = tuple(Sell(company, kind) for company in range(len(COMPANIES)) for kind in SaleKind)
"""The sales, in order of their ids."""

SHOWS: Final = tuple(
    Show(regular, split) for regular in range(MOST_SHARES + 1) for split in range(MOST_SHARES + 1 - regular)
)


class Layout:
    """Where each block of ids starts, and the legal ids of every question that depends on few numbers."""

    __slots__ = (
        "bid",
        "bids",
        "done",
        "down_entry",
        "place",
        "places",
        "play",
        "plays",
        "sell",
        "show",
        "shows",
        "table",
        "up_entry",
    )

    def __init__(self, tracks: int) -> None:
        placements = [Place(*fields) for fields in product(range(KINDS), range(tracks), range(KINDS), range(tracks))]
        bids = [Bid(track, space) for track in range(tracks) for space in range(SPACES)]
        plays = [Play(card, company) for card in (BOOM, BUST) for company in range(len(COMPANIES))]
        self.table = ActionTable([*placements, *bids, *plays, *SALES, *SHOWS, Done()])
        self.place = 0
        self.bid = len(placements)
        self.play = self.bid + len(bids)
        self.sell = self.play + len(plays)
        self.show = self.sell + len(SALES)
        self.done = self.show + len(SHOWS)
        self.up_entry = [entry_code(action.up, 1, action.up_pile) for action in placements]
        self.down_entry = [entry_code(action.down, 0, action.down_pile) for action in placements]
        self.places = [self._legal_places(tracks, *hand) for hand in product(range(KINDS), repeat=2)]
        self.bids = [
            list(range(self.bid + track * SPACES + low, self.bid + track * SPACES + high + 1))
            for track, low, high in product(range(tracks), range(SPACES + 1), range(SPACES))
        ]
        self.plays = [self._legal_plays(boom, bust) for boom, bust in product((False, True), repeat=2)]
        self.shows = [self._legal_shows(*held) for held in product(range(MOST_SHARES + 1), repeat=2)]

    def _legal_places(self, tracks: int, first: int, second: int) -> list[int]:
        orders = {(first, second), (second, first)}
        piles = list(product(range(tracks), repeat=2))
        ids = [self.table.id_of(Place(up, a, down, b)) for up, down in orders for a, b in piles]
        return sorted(ids)

    def _legal_plays(self, boom: bool, bust: bool) -> list[int]:
        cards = [card for card, held in ((BOOM, boom), (BUST, bust)) if held]
        return [self.table.id_of(Play(card, company)) for card in cards for company in range(len(COMPANIES))]

    def _legal_shows(self, regular: int, split: int) -> list[int]:
        if regular + split > MOST_SHARES:
            return []
        return [self.table.id_of(Show(r, s)) for r in range(regular + 1) for s in range(split + 1)]


@cache
def layout(tracks: int) -> Layout:
    """The layout for so many tracks; the same object each time."""
    return Layout(tracks)


PILE_UNIT: Final = 1 << 14
SEQUENCE_UNIT: Final = 1 << 8
BY_UNIT: Final = 1 << 5
BY_MASK: Final = 7 << 5
FACE_UP: Final = 1 << 4
KIND_MASK: Final = 15


def entry_code(kind: int, face_up: int, pile: int) -> int:
    """A card on a pile as one number: kind in 4 bits, face up 1, who placed it plus 1 in 3, sequence in 6, pile.

    Sorting such numbers gives piles from left to right, each in the order of clarification 8.
    """
    return kind + FACE_UP * face_up + PILE_UNIT * pile
