"""What is seen to happen at a table of The Great Crash. All see the same, but for the forecast pairs."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypedDict, Unpack

from engine import journal
from engine.contract import Event, Seat
from engine.games.great_crash.actions import SaleKind


class EventType(IntEnum):
    """What happened; numbers are those of the proto."""

    ROUND = 1
    """Round `round` begins; `order` are the seats in turn order until its auction is paid."""
    BAILED_OUT = 2
    """`seat` was ruined: it lost its debts and experts and got `amount`."""
    TAKEN = 3
    """`seat` took a card of `company` for nothing."""
    PAIR = 4
    """The viewer saw the pair `company`, `forecast`: its own (`seat`), or the public one (no seat)."""
    OPENED = 5
    """`cards[track]` lie under the tracks."""
    BID = 6
    """`seat` bid `space` on `track`; `displaced` took its meeple back."""
    WON = 7
    """`seat` paid `amount` for `track` and took `card`, if one lies there; tracks give the new turn order."""
    FEE_PAID = 8
    """`seat` paid a fee of `amount`; fees won and not paid are owed."""
    PLAYED = 9
    """`seat` used action card `card` on `company`."""
    SOLD = 10
    """`seat` sold a card of `company` (`kind`) for `amount`."""
    MOVED = 11
    """The ticker of `company` came to stand on `index`."""
    BOUGHT = 12
    """`seat` bought a card of `company` for `amount`."""
    FORECAST = 13
    """The pair of `company` with `forecast` was revealed; `seat` held it, -1 the public pair, -2 a blind one."""
    SPLIT = 14
    """`company` splits."""
    SPLIT_SALE = 15
    """At the split `seat` sold `split` cards that were split before for `amount`."""
    SPLIT_SHARES = 16
    """At the split `seat` moved `regular` cards over and got `amount` for cards already split."""
    BANKRUPT = 17
    """`company` went bankrupt."""
    LOST_SHARES = 18
    """At the bankruptcy `seat` lost `regular` and `split` cards."""
    SHOWN = 19
    """`seat` showed `regular` and `split` cards of `company` for a dividend of `amount`."""
    HELPER = 20
    """`seat` wants an expert it cannot pay; `helper` sells its cards."""
    COVERED = 21
    """A card of `seat` of `company` (`kind`) was sold by `helper` for `amount`."""
    HIRED = 22
    """`seat` hired `expert` for `amount`."""
    DISMISSED = 23
    """`seat` dismissed `expert` and paid `amount`."""
    MAJORITY = 24
    """`seat` got `amount` for having most shares of `company`, alone or tied."""
    LIQUIDATED = 25
    """At the end `seat` sold all its shares for `amount`; `cards` counts them: six regular, then six split."""


class EventFields(TypedDict, total=False):
    """The fields an event may be made with: those of CrashEvent but its type, as a test checks."""

    seat: Seat
    round: int
    order: tuple[int, ...]
    company: int
    forecast: int
    cards: tuple[int, ...]
    card: int
    track: int
    space: int
    displaced: Seat
    amount: int
    kind: SaleKind
    index: int
    regular: int
    split: int
    helper: Seat
    expert: int


@dataclass(frozen=True, init=False)
class CrashEvent(Event):
    """One thing seen; which fields are there says EventType. Money in K, all numbers as in observations.

    An instance holds the fields given and finds None for the others in the class: filling them all takes far longer.
    """

    type: EventType
    seat: Seat | None = None
    round: int | None = None
    order: tuple[int, ...] = ()
    company: int | None = None
    forecast: int | None = None
    cards: tuple[int, ...] = ()
    card: int | None = None
    track: int | None = None
    space: int | None = None
    displaced: Seat | None = None
    amount: int | None = None
    kind: SaleKind | None = None
    index: int | None = None
    regular: int | None = None
    split: int | None = None
    helper: Seat | None = None
    expert: int | None = None

    def __init__(self, type: EventType, **given: Unpack[EventFields]) -> None:
        self.__dict__.update(given, type=type)


class Journal(journal.Journal[CrashEvent]):
    """What each viewer saw of a match."""

    __slots__ = ()
