"""Where chunks are played: on this machine or another, told one way."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

Report = Callable[[Any], None]
"""A running job calls it with each piece of progress; the value must survive pickling."""
ShouldStop = Callable[[], bool]
"""A running job asks it now and then, and ends early when it says so."""


@dataclass(frozen=True, slots=True)
class Job:
    """Work for one slot of one worker."""

    id: int
    attempt: int
    fn: str
    """`module:function`, called there as fn(args, report, should_stop)."""
    args: Any
    priority: int = 0
    """Higher goes first."""

    @property
    def key(self) -> str:
        """Unique name of this try."""
        return f"{self.fn.rpartition(':')[2]}/{self.id}#{self.attempt}"


@dataclass(frozen=True, slots=True)
class Preparation:
    """What every worker does when it starts; one that fails in it takes no job."""

    fn: str
    """`module:function`, called there as fn(args)."""
    args: Any


class EventKind(Enum):
    """What an engine has to say of a job."""

    PROGRESS = "progress"
    """`data` is what the job reported; all of a job's progress comes before its end."""
    DONE = "done"
    ERROR = "error"
    """The job raised: our bug, or WorldTrouble; `data` is the text."""
    LOST = "lost"
    """Its worker died, or the job was cancelled; `data` says which."""


@dataclass(frozen=True, slots=True)
class Event:
    """News of one job."""

    kind: EventKind
    job: Job
    data: Any = None


class Engine(Protocol):
    """Plays jobs; all methods are called from one thread."""

    def slots(self) -> int:
        """How many jobs run at a time, now."""

    def submit(self, job: Job) -> None:
        """Queue a job; its events come from `poll`."""

    def cancel(self, job: Job) -> None:
        """Ask a job to end early; a LOST event follows."""

    def poll(self, timeout_s: float) -> list[Event]:
        """All events there are, after waiting for the first one at most so long."""

    def close(self) -> None:
        """Stop everything; nothing is left running."""
