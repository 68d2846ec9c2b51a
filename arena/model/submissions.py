"""A bot's version on its way to the ladder: its states, and the one table that says what may follow what."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from arena.model.errors import BadInput
from arena.model.faults import Fault

ARTIFACT = "artifact:"
"""Stands before the SHA-256 of a built bot where other versions have a manifest's path."""


class VersionState(Enum):
    """Where a version that was handed in stands."""

    RECEIVED = "received"
    """Checked and kept; waits to be built."""
    BUILDING = "building"
    VALIDATING = "validating"
    """Plays against house bots at every game it declares."""
    ACTIVE = "active"
    """Paired on every ladder of its games."""
    SUSPENDED = "suspended"
    """Not paired: it forfeited too often, or the operator said so."""
    REJECTED = "rejected"
    """Its build or its validation failed."""
    RETIRED = "retired"
    """A newer version took its place, or its owner withdrew it."""


class VersionEvent(Enum):
    """What happens to a version."""

    BUILD = "be built"
    """A worker was handed it."""
    GIVE_BACK = "be given back"
    """The build was lost or called off: nobody's fault."""
    BUILT = "have been built"
    REJECT = "be rejected"
    PASS = "become active"
    """Validated."""
    SUSPEND = "be suspended"
    REVALIDATE = "be validated again"
    """From the start if it was rejected."""
    RETIRE = "be withdrawn"


_AFTER = {
    (VersionState.RECEIVED, VersionEvent.BUILD): VersionState.BUILDING,
    (VersionState.RECEIVED, VersionEvent.REJECT): VersionState.REJECTED,
    (VersionState.RECEIVED, VersionEvent.RETIRE): VersionState.RETIRED,
    (VersionState.BUILDING, VersionEvent.GIVE_BACK): VersionState.RECEIVED,
    (VersionState.BUILDING, VersionEvent.BUILT): VersionState.VALIDATING,
    (VersionState.BUILDING, VersionEvent.REJECT): VersionState.REJECTED,
    (VersionState.BUILDING, VersionEvent.RETIRE): VersionState.RETIRED,
    (VersionState.VALIDATING, VersionEvent.PASS): VersionState.ACTIVE,
    (VersionState.VALIDATING, VersionEvent.REJECT): VersionState.REJECTED,
    (VersionState.VALIDATING, VersionEvent.RETIRE): VersionState.RETIRED,
    (VersionState.ACTIVE, VersionEvent.SUSPEND): VersionState.SUSPENDED,
    (VersionState.ACTIVE, VersionEvent.RETIRE): VersionState.RETIRED,
    (VersionState.SUSPENDED, VersionEvent.REVALIDATE): VersionState.VALIDATING,
    (VersionState.REJECTED, VersionEvent.REVALIDATE): VersionState.RECEIVED,
    (VersionState.SUSPENDED, VersionEvent.RETIRE): VersionState.RETIRED,
}

SETTLED = frozenset({VersionState.ACTIVE, VersionState.SUSPENDED, VersionState.REJECTED, VersionState.RETIRED})
"""Nothing more happens by itself, as long as its matches go well."""


class NotPossible(BadInput):
    """What was asked for does not go with the state a version is in; the text says which."""


def after(state: VersionState, event: VersionEvent) -> VersionState:
    """The state that follows; NotPossible if the event cannot happen in this one."""
    following = _AFTER.get((state, event))
    if following is None:
        can = ", ".join(sorted(known.value for known, what in _AFTER if what is event))
        raise NotPossible(f"a version that is {state.value} cannot {event.value}; one that is {can} can")
    return following


class TooMany(BadInput):
    """A quota is used up; the text says when there is more."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a version was rejected or suspended, and what its owner can do."""

    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A version entered a state."""

    state: VersionState
    at: datetime
    text: str
    """Why, in a sentence; may be empty."""


@dataclass(frozen=True, slots=True)
class Progress:
    """All its owner is told of a version that was handed in."""

    bot: str
    number: int
    digest: str
    """SHA-256 of the files as handed in, in hex."""
    state: VersionState
    games: tuple[str, ...]
    kit: str
    stages: tuple[Stage, ...]
    """Oldest first; the last one is the present."""
    rejection: Rejection | None
    ahead: int
    """Versions that are to be built before this one; 0 unless it is RECEIVED."""
    played: int
    """Validation matches that are over."""
    to_play: int
    """Validation matches in all; 0 before it is VALIDATING."""


@dataclass(frozen=True, slots=True)
class ProcessOutput:
    """What one process of a bot wrote to stderr, and how it ended."""

    life: int
    """0, or 1 after it was started again."""
    stderr: str
    """Of the whole process, which may have played other matches of its table too; its middle may be cut."""
    ended: str


@dataclass(frozen=True, slots=True)
class MatchLog:
    """What only a bot's owner is shown of a match of it."""

    match: int
    ladder: str
    seat: int
    recorded_at: datetime
    place: int
    faults: tuple[Fault, ...]
    ignored: int
    """Duplicate, stale and foreign answers."""
    debug: str
    outputs: tuple[ProcessOutput, ...]
    """Of the processes that played its rotation."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An unrated rotation that an owner asked for."""

    id: int
    bot: str
    """With its version: name@number."""
    opponents: tuple[str, ...]
    ladder: str
    rotation: int
    """Its number on that ladder: the page /rotations/LADDER/NUMBER shows its matches."""
    state: str
    """ready, leased, done or failed."""
    created_at: datetime
