"""Facts of matches: written once, in one transaction per rotation, and never changed."""

from datetime import datetime

from sqlmodel import Field, Index, UniqueConstraint

from arena.model.faults import Cause
from arena.model.isolation import Isolation
from arena.model.matches import Termination
from arena.store.columns import Row, UTCDateTime, enum_type


class MatchRow(Row, table=True):
    """One match; who played and how it ended for them stands in its seats."""

    __tablename__ = "match"
    __table_args__ = (UniqueConstraint("ladder_id", "recorded_no"), UniqueConstraint("rotation_id", "no"))

    id: int | None = Field(default=None, primary_key=True)
    ladder_id: int = Field(foreign_key="ladder.id")
    rotation_id: int = Field(foreign_key="rotation.id")
    no: int
    """0 to n-1 within the rotation."""
    recorded_no: int
    """From 1 per ladder, without gaps: the order in which standings are folded."""
    termination: Termination = Field(sa_type=enum_type(Termination))
    decisions: int
    wall_us: int
    isolation: Isolation = Field(sa_type=enum_type(Isolation))
    """How far its bots were kept apart from the machine."""
    recorded_at: datetime = Field(sa_type=UTCDateTime)
    digest: str
    """SHA-256 over the digest of the ladder's match before and all facts of this one, in hex."""


class SeatRow(Row, table=True):
    """A version in a seat of a match."""

    __tablename__ = "seat"
    __table_args__ = (Index(None, "version_id", "match_id"),)

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    seat: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="bot_version.id")
    place: int
    score: int
    ignored: int
    """Duplicate, stale and foreign answers."""
    debug: str


class FaultRow(Row, table=True):
    """A breach of the contract, in the order in which they happened."""

    __tablename__ = "fault"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    no: int = Field(primary_key=True)
    seat: int
    decision: int
    cause: Cause = Field(sa_type=enum_type(Cause))
    detail: str


class DictionaryRow(Row, table=True):
    """A trained zstandard dictionary that transcripts are compressed with."""

    __tablename__ = "dictionary"

    id: int | None = Field(default=None, primary_key=True)
    data: bytes
    made_at: datetime = Field(sa_type=UTCDateTime)


class TranscriptRow(Row, table=True):
    """Deal, actions, times and faults of a match, compressed."""

    __tablename__ = "transcript"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    dictionary_id: int | None = Field(default=None, foreign_key="dictionary.id")
    data: bytes
