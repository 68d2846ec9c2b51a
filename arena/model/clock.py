"""The rule by which a bot's time is counted."""

from dataclasses import dataclass
from enum import Enum

SECOND = 1_000_000
"""Times inside the referee are whole microseconds; this many make a second."""


class Pace(Enum):
    """How many matches a process plays at once."""

    SLOW = "slow"
    """One at a time: banks are exact and there is room to search."""
    BULK = "bulk"
    """Up to `max_matches` at a time: one clock for the whole process."""


class Ponder(Enum):
    """Whether a process may think while nothing is asked of it."""

    ALLOW = "allow"
    """As every process of a system may."""
    SUSPEND = "suspend"
    """It is stopped between its decisions: where bots share cores, nobody thinks on another's time."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Pace and limits of a ladder; all times in microseconds."""

    pace: Pace = Pace.BULK
    bank_us: int = 60 * SECOND
    refund_us: int = SECOND // 10
    soft_limit_us: int = 2 * SECOND
    """Bulk only: a decision may be open for this long times the decisions open when it was sent."""
    start_us: int = 20 * SECOND
    """From starting the process to its Join."""
    max_matches: int = 32
    """K: most matches of one process at once (1 at the slow pace)."""
    strikes: int = 3
    """The strike that ends a bot's part in a match."""
    forgiven_us: int = 5 * SECOND
    """Most that is taken off the clock for the referee's own lag in one match."""
    ponder: Ponder = Ponder.ALLOW
    """Slow pace only: at the bulk pace a process always has something to do."""

    def __post_init__(self) -> None:
        if self.pace is Pace.SLOW and self.max_matches != 1:
            raise ValueError(f"max_matches is {self.max_matches}; at the slow pace it is 1")
        if self.ponder is Ponder.SUSPEND and self.pace is not Pace.SLOW:
            raise ValueError("ponder is suspend; at the bulk pace it is allow")
        for name in ("bank_us", "refund_us", "forgiven_us"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; it is at least 0")
        for name in ("soft_limit_us", "start_us", "max_matches", "strikes"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it is at least 1")
