"""What pages and commands show of a ladder: plain rows, read in one go."""

from dataclasses import dataclass
from datetime import date, datetime

from arena.model.errors import BadInput
from arena.model.faults import Fault
from arena.model.isolation import Isolation
from arena.model.ladders import LadderSpec
from arena.model.matches import DecisionTime, Termination
from engine.transcript import Transcript


class NoSuchThing(BadInput):
    """What was asked for is not there; the text names it (a page answers 404)."""


@dataclass(frozen=True, slots=True)
class LadderSummary:
    """A ladder and how far it has come."""

    id: int
    spec: LadderSpec
    state: str
    """open, paused or closed."""
    bots: int
    """Active entrants."""
    rotations: int
    """Recorded."""
    matches: int
    """Recorded."""
    ready: int
    leased: int
    failed: int
    """Rotations given up: "failed: infrastructure"."""
    deal_commitment: str
    """SHA-256 of the open deal epoch's key."""


@dataclass(frozen=True, slots=True)
class BatchStanding:
    """A version in the batch fit, on the scale of the live rating."""

    rating: float
    low: float
    high: float
    """Bounds of the 95 % interval."""
    rank: int
    disagrees: bool
    """With the live rating, once both scales are laid on each other."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """An active entrant of a ladder."""

    rank: int | None
    """None while provisional."""
    bot: str
    owner: str | None
    version: int
    """Number of the bot's version."""
    version_id: int
    mu: float
    sigma: float
    matches: int
    rotations: int
    faults: int
    mean_points: float | None
    """Points per match, 0 to 1; None before the first."""
    provisional: bool
    batch: BatchStanding | None
    better_than_next: float | None = None
    """Probability that its skill is above that of the row below; None where there is none to compare with."""

    @property
    def rating(self) -> float:
        """What the table ranks by: mu - 3 sigma."""
        return self.mu - 3 * self.sigma

    @property
    def low(self) -> float:
        """Lower bound of the 95 % interval of the skill."""
        return self.mu - 1.96 * self.sigma

    @property
    def high(self) -> float:
        """Upper bound of the 95 % interval of the skill."""
        return self.mu + 1.96 * self.sigma


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a ladder's table."""

    ladder: LadderSummary
    rows: tuple[LeaderboardRow, ...]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat where and how it ended."""

    seat: int
    bot: str
    version: int
    version_id: int
    place: int
    score: int
    faults: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A recorded match in a list."""

    id: int
    ladder: str
    rotation: int
    """Number of the rotation on its ladder."""
    no: int
    """0 to n-1 within the rotation."""
    recorded_no: int
    recorded_at: datetime
    termination: Termination
    decisions: int
    wall_us: int
    isolation: Isolation
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True, slots=True)
class FaultLine:
    """A breach of the contract in a list."""

    match: int
    bot: str
    version: int
    fault: Fault
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a bot and where it stands."""

    id: int
    number: int
    digest: str
    created_at: datetime
    ladder: str
    active: bool
    """Still paired on the ladder."""
    row: LeaderboardRow


@dataclass(frozen=True, slots=True)
class BotPage:
    """All that is shown of a bot."""

    name: str
    owner: str | None
    created_at: datetime
    versions: tuple[VersionLine, ...]
    """Newest first, one line per ladder it was entered in."""
    matches: tuple[MatchLine, ...]
    """The latest, newest first."""
    faults: tuple[FaultLine, ...]
    """The latest, newest first."""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that is shown of a match."""

    line: MatchLine
    spec: LadderSpec
    attempt: int
    digest: str
    transcript: Transcript
    times: tuple[DecisionTime, ...]
    """One per decision."""
    faults: tuple[Fault, ...]
    ignored: tuple[int, ...]
    """By seat: duplicate, stale and foreign answers."""


@dataclass(frozen=True, slots=True)
class RotationPage:
    """All that is shown of a rotation."""

    id: int
    ladder: str
    number: int
    state: str
    """ready, leased, done or failed."""
    attempt: int
    losses: int
    reason: str
    bots: tuple[str, ...]
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A UTC day of a ladder's archive."""

    ladder: str
    day: date
    first: int
    last: int
    """Its matches are those with these recorded_no, both included."""
    digest: str
    """Of the last one, which vouches for all before; empty without any."""

    @property
    def matches(self) -> int:
        """How many."""
        return self.last + 1 - self.first
