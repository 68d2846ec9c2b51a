"""What a bot can do against the contract; `docs/faults.md` says in words what each cause costs."""

from dataclasses import dataclass, replace
from enum import Enum


class Effect(Enum):
    """What a fault does beyond being recorded."""

    STRIKE = "strike"
    """The default action is played and the match goes on; the third in a match ends the bot's part in it."""
    PROCESS = "process"
    """The process is ended; it forfeits every match it has open."""


class Cause(Enum):
    """How the contract was broken."""

    OUT_OF_TIME = "out_of_time"
    ILLEGAL_ACTION = "illegal_action"
    MISSING_FIELD = "missing_field"
    EXITED = "exited"
    UNPARSABLE = "unparsable"
    MESSAGE_TOO_LARGE = "message_too_large"
    FLOODED = "flooded"
    STREAM_CLOSED = "stream_closed"
    OUT_OF_MEMORY = "out_of_memory"
    NOT_READY = "not_ready"

    @property
    def effect(self) -> Effect:
        """Whether the cause is a strike or ends the process."""
        return Effect.STRIKE if self in _STRIKES else Effect.PROCESS

    @property
    def quotes(self) -> bool:
        """Whether its detail may repeat what the bot wrote to stderr."""
        return self in _QUOTING


_STRIKES = frozenset({Cause.OUT_OF_TIME, Cause.ILLEGAL_ACTION, Cause.MISSING_FIELD})
_QUOTING = frozenset({Cause.EXITED, Cause.OUT_OF_MEMORY})


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach: by whom, when, how."""

    seat: int
    decision: int
    """Number of the match's decision (from 0, over all seats) that was open or came next."""
    cause: Cause
    detail: str

    def public(self) -> "Fault":
        """As it is told to everybody: what a bot wrote is for its owner alone."""
        return replace(self, detail="") if self.cause.quotes else self


@dataclass(frozen=True, slots=True)
class Ejection:
    """A fault before it is known which matches it costs: the process is ended for it."""

    cause: Cause
    detail: str
