"""A ladder: what is played on it, by which rule of time, and how it is rated."""

from dataclasses import dataclass
from enum import Enum

from arena.model.clock import TimeControl
from arena.model.ratings import RatingRule


@dataclass(frozen=True, slots=True)
class LadderSpec:
    """Everything that makes results of a ladder comparable; it never changes."""

    name: str
    game: str
    players: int
    settings: tuple[tuple[str, int | bool | str], ...]
    time_control: TimeControl
    rules_version: int


class Purpose(Enum):
    """What the rotations of a ladder are played for."""

    RATED = "rated"
    """Paired without end; results are rated."""
    VALIDATION = "validation"
    """Versions that were handed in, against house bots; never rated."""
    CHALLENGE = "challenge"
    """Tables that owners asked for; never rated."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder as it is stored, with its present rule of rating."""

    id: int
    spec: LadderSpec
    rule: RatingRule
    rating_epoch: int
    purpose: Purpose = Purpose.RATED


class Topic(Enum):
    """What a change is about."""

    ROTATION = "rotation"
    """A rotation was recorded; the subject is its id."""
    ENTRY = "entry"
    """A version was entered or withdrawn; the subject is the version's id."""
    BATCH = "batch"
    """The batch fit of the ladder is new; no subject."""
    VERSION = "version"
    """A version that was handed in changed its state; the subject is its id, and there is no ladder."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change, numbered in the order of the commits."""

    id: int
    topic: Topic
    ladder: int | None
    subject: int | None
