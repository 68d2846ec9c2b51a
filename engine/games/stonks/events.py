"""What is seen to happen at a table of Stonks."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypedDict, Unpack

from engine import journal
from engine.contract import Event, Seat


class Speculation(IntEnum):
    """What part Speculation has in a play; numbers are those of the proto."""

    NONE = 1
    """A plain card."""
    LEAD = 2
    """The leader laid the card face down and called a company."""
    FOLLOW = 3
    """A follower's card counts as one of the lead suit."""
    CANCELLED = 4
    """It did, until the real card was played."""


class EventType(IntEnum):
    """What happened; numbers are those of the proto."""

    ROUND = 1
    """Round `round` begins with `row`, `values` and `trump`; `company` has the dot, if any."""
    DEALT = 2
    """The viewer was dealt `cards`."""
    COMMITTED = 3
    """`seat` chose its draft: cards `up` and `down`, which only itself knows."""
    DRAFTED = 4
    """All have chosen: `cards` are those face up, by seat; `seat` leads first."""
    TRICK = 5
    """A trick begins: `seat` leads, `card` is the offer."""
    PLAYED = 6
    """`seat` played `card` with `speculation`; LEAD: face down, so only itself knows, and called `company`."""
    COUNTERED = 7
    """The Follow Speculation of `seat` was cancelled by the card of seat `by`."""
    ADJUSTED = 8
    """`seat` moved `company` by `steps` to `value`; it has the dot now, and `trump` is trump."""
    DECLINED = 9
    """`seat` left the market alone."""
    REVEALED = 10
    """The face-down card of `seat` is `card`."""
    WON = 11
    """`seat` wins the trick with `card`; `trump` was trump."""
    NOBODY = 12
    """Nobody wins the trick, `seat` leads again; `trump` was trump."""
    TAKEN = 13
    """`seat` took `card` into its portfolio."""
    SCORED = 14
    """`seat` turned up `card` and scored `points`, `total` in all; `shares` by company, with that of an unused
    Speculation in `company`, if any."""
    OVER = 15
    """The match is over with `places` by seat."""


class EventFields(TypedDict, total=False):
    """The fields an event may be made with: those of StonksEvent but its type, as a test checks."""

    seat: Seat
    round: int
    row: tuple[int, ...]
    values: tuple[int, ...]
    trump: int
    company: int
    card: int
    cards: tuple[int, ...]
    up: int
    down: int
    speculation: Speculation
    by: Seat
    steps: int
    value: int
    shares: tuple[int, ...]
    points: int
    total: int
    places: tuple[int, ...]


@dataclass(frozen=True, init=False)
class StonksEvent(Event):
    """One thing seen; which fields are there says EventType. All numbers are as in observations.

    An instance holds the fields given and finds None, or no entries, for the others in the class.
    """

    type: EventType
    seat: Seat | None = None
    round: int | None = None
    row: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    trump: int | None = None
    company: int | None = None
    card: int | None = None
    cards: tuple[int, ...] = ()
    up: int | None = None
    down: int | None = None
    speculation: Speculation | None = None
    by: Seat | None = None
    steps: int | None = None
    value: int | None = None
    shares: tuple[int, ...] = ()
    points: int | None = None
    total: int | None = None
    places: tuple[int, ...] = ()

    def __init__(self, type: EventType, **given: Unpack[EventFields]) -> None:
        self.__dict__.update(given, type=type)


class Journal(journal.Journal[StonksEvent]):
    """What each viewer saw of a match."""

    __slots__ = ()
