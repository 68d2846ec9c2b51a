"""A match as it is recorded, and the rotation it belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from arena.model.clock import TimeControl
from arena.model.faults import Effect, Fault
from arena.model.isolation import Isolation
from engine.contract import Deal
from engine.transcript import Transcript


class Termination(Enum):
    """How a match ended."""

    COMPLETED = "completed"
    FORFEITED = "forfeited"
    """Played to the end, but some seat was out and ranks last."""
    ABORTED = "aborted"
    """Our own bug or the world's trouble: nobody is rated."""


class DecisionTime(NamedTuple):
    """What one decision cost its seat, in microseconds."""

    cost_us: int
    forgiven_us: int
    """Lag of the referee that was taken off."""


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What is recorded of one seat beside the match; for its owner only."""

    ignored: int = 0
    """Duplicate, stale and foreign answers, counted and no fault."""
    debug: str = ""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """All that is kept of one match."""

    transcript: Transcript
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """By seat; who is out ranks last, later out is better, whatever its score."""
    termination: Termination
    faults: tuple[Fault, ...]
    times: tuple[DecisionTime, ...]
    """One per decision of the transcript."""
    wall_us: int
    reports: tuple[SeatReport, ...] = ()
    isolation: Isolation = Isolation.NONE
    """How far its bots were kept apart from the machine."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot at a table: the key it is reported under and what its program is started from."""

    key: str
    manifest: str
    """Path of its bot.toml (or sibling .toml), or `artifact:` and the SHA-256 of one that was handed in."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays what under which rule: all that rotations of one chunk have in common."""

    game: str
    players: int
    settings: tuple[tuple[str, int | bool | str], ...]
    time_control: TimeControl
    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Rotation:
    """n matches of one table, each entrant once in every seat."""

    id: int
    attempt: int
    order: tuple[int, ...]
    """Cyclic order, drawn anew each time: in match k seat s holds entrant order[(s + k) % n]."""
    seeds: tuple[bytes, ...]
    """32 bytes per match; its deal and its bots' seeds are drawn from it."""
    deal: Deal | None = None
    """A deal on which all n matches are played, instead of one drawn for each; never on a ladder."""

    def seating(self, match: int) -> tuple[int, ...]:
        """Entrant by seat in match `match`, 0 to n-1."""
        n = len(self.order)
        return tuple(self.order[(seat + match) % n] for seat in range(n))


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a worker is handed: leased rotations of one table, played by the same processes, reported one by one."""

    table: Table
    rotations: tuple[Rotation, ...]


@dataclass(frozen=True, slots=True)
class RotationRecord:
    """A rotation that was played: all its n matches, or why not."""

    id: int
    attempt: int
    matches: tuple[MatchRecord, ...]
    aborted: str = ""
    """Our bug or the world's trouble, in words; then `matches` is empty and nobody is rated."""


@dataclass(frozen=True, slots=True)
class ProcessRemains:
    """What a bot's process left behind when it ended; for its owner only."""

    entrant: int
    """Of the chunk's table."""
    life: int
    """0, or 1 after it was started again."""
    stderr: str
    """Its middle may be cut."""
    ended: str
    """In words."""


@dataclass(frozen=True, slots=True)
class ChunkRemains:
    """What the processes of a chunk left behind, once it is over."""

    rotations: tuple[int, ...]
    """Ids of all that they may have played."""
    processes: tuple[ProcessRemains, ...]


def out_order(faults: Sequence[Fault], strikes: int) -> dict[int, int]:
    """By seat that is out: the decision at which it went out (its third strike, or its process ended)."""
    out: dict[int, int] = {}
    counts: dict[int, int] = {}
    for fault in faults:
        if fault.cause.effect is Effect.STRIKE:
            counts[fault.seat] = counts.get(fault.seat, 0) + 1
            if counts[fault.seat] < strikes:
                continue
        out.setdefault(fault.seat, fault.decision)
    return out


def final_places(places: Sequence[int], out: dict[int, int]) -> tuple[int, ...]:
    """Places with those who are out last, later out being better; competition ranking (1, 1, 3)."""
    keys = [(1, -out[seat]) if seat in out else (0, place) for seat, place in enumerate(places)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
