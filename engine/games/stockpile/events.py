"""What is seen to happen at a table of Stockpile, and the journal that keeps it apart for each viewer."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypedDict, Unpack

from engine import journal
from engine.contract import Event, Seat
from engine.games.stockpile.actions import SaleKind


class EventType(IntEnum):
    """What happened; numbers are those of the proto."""

    ROUND = 1
    """Round `round` begins; `seat` is first."""
    PAIR = 2
    """The viewer saw the pair `company`, `forecast`: its own (`seat`), or the public one (no seat)."""
    OPENED = 3
    """`cards[track]` are the opening cards of the piles."""
    DEALT = 4
    """The viewer was dealt `cards`."""
    PLACED = 5
    """`seat` put `up` on `up_pile` and `down` (only its own placer knows) on `down_pile`."""
    BID = 6
    """`seat` bid `space` on `track`; `displaced` took its meeple back."""
    WON = 7
    """`seat` paid `amount` for pile `track`; `cards` are those that lay face up on it."""
    FEE_PAID = 8
    """`seat` paid a fee of `amount`; fees won and not paid are owed."""
    PLAYED = 9
    """`seat` used action card `card` on `company`."""
    FORECAST = 10
    """The pair of `company` with `forecast` was revealed; `seat` held it, -1 the public pair, -2 a blind one."""
    MOVED = 11
    """The ticker of `company` came to stand on `index`."""
    SPLIT = 12
    """`company` split."""
    SPLIT_SHARES = 13
    """At the split `seat` showed and moved `regular` cards and got `amount` for cards already split."""
    BANKRUPT = 14
    """`company` went bankrupt."""
    LOST_SHARES = 15
    """At the bankruptcy `seat` discarded `regular` and `split` cards."""
    SHOWN = 16
    """`seat` showed `regular` and `split` cards of `company` for a dividend of `amount`."""
    SOLD = 17
    """`seat` sold a card of `company` (`kind`) for `amount`."""
    MAJORITY = 18
    """`seat` got `amount` for having most shares of `company`, alone or tied."""
    LIQUIDATED = 19
    """At the end `seat` sold all its shares for `amount`; `cards` counts them: six regular, then six split."""
    TAKEN = 20
    """`seat` took up the cards that lay face down on its piles: `cards` by kind, then -1 for each the viewer missed."""
    INVESTORS_DEALT = 21
    """The viewer (`seat`) was dealt `investors`."""
    INVESTORS_KEPT = 22
    """`seat` revealed `investors`, which it keeps, and got `amount`, its cash at the start."""
    PLACED_DOWN = 23
    """`seat` put cards face down on `down_pile` and `other_pile`; its own placer knows `down` and `other_down`."""
    MARK = 24
    """`seat` moved the card at place `index` of `from_pile` to `to_pile`; `card` if it lies face up."""
    WARREN = 25
    """`seat` looked at the face-down cards of pile `track`; it alone knows which `cards`."""
    MARTHA = 26
    """`seat` looked at pair `index` of `owner` (-2 the blind ones); it alone knows `company` and `forecast`."""
    CRAMER = 27
    """`seat` moves `company` by `spaces`, 1 or -1."""
    DEBORAH = 28
    """`seat` named `company`, which pays a dividend."""
    FEE_RECEIVED = 29
    """`seat` got `amount` for a fee card it won."""


class EventFields(TypedDict, total=False):
    """The fields an event may be made with: those of StockpileEvent but its type, as a test checks."""

    seat: Seat
    round: int
    company: int
    forecast: int
    card: int
    track: int
    space: int
    displaced: Seat | None
    up: int
    up_pile: int
    down: int
    down_pile: int
    index: int
    amount: int
    regular: int
    split: int
    kind: SaleKind
    cards: tuple[int, ...]
    other_down: int
    other_pile: int
    from_pile: int
    to_pile: int
    owner: int
    spaces: int
    investors: tuple[int, ...]


@dataclass(frozen=True, init=False)
class StockpileEvent(Event):
    """One thing seen; which fields are there says EventType. Money in K, all numbers as in observations.

    An instance holds the fields given and finds None for the others in the class: with slots, filling twenty of them
    took three times as long (1.7 us).
    """

    type: EventType
    seat: Seat | None = None
    round: int | None = None
    company: int | None = None
    forecast: int | None = None
    card: int | None = None
    track: int | None = None
    space: int | None = None
    displaced: Seat | None = None
    up: int | None = None
    up_pile: int | None = None
    down: int | None = None
    down_pile: int | None = None
    index: int | None = None
    amount: int | None = None
    regular: int | None = None
    split: int | None = None
    kind: SaleKind | None = None
    cards: tuple[int, ...] = ()
    other_down: int | None = None
    other_pile: int | None = None
    from_pile: int | None = None
    to_pile: int | None = None
    owner: int | None = None
    spaces: int | None = None
    investors: tuple[int, ...] = ()

    def __init__(self, type: EventType, **given: Unpack[EventFields]) -> None:
        self.__dict__.update(given, type=type)


class Journal(journal.Journal[StockpileEvent]):
    """What each viewer saw of a match."""

    __slots__ = ()
