"""Versions that were handed in: where each stands, how it got there, and what only its owner may read."""

from datetime import datetime

from sqlalchemy import JSON
from sqlmodel import Field, Index

from arena.model.submissions import VersionState
from arena.store.columns import Row, UTCDateTime, enum_type


class SubmissionRow(Row, table=True):
    """A version that was handed in; house bots have none."""

    __tablename__ = "submission"
    __table_args__ = (Index(None, "state", "version_id"),)

    version_id: int = Field(primary_key=True, foreign_key="bot_version.id")
    account_id: int = Field(foreign_key="account.id", index=True)
    state: VersionState = Field(sa_type=enum_type(VersionState))
    kit: str
    games: list[str] = Field(sa_type=JSON)
    attempt: int = 0
    """Of building, from 1."""
    epoch: int = 0
    """The coordinator that had it built."""
    losses: int = 0
    """Builds that were lost with their worker."""
    round: int = 0
    """Of validation, from 1."""
    reason: str = ""
    remedy: str = ""
    received_at: datetime = Field(sa_type=UTCDateTime)


class StageRow(Row, table=True):
    """A state that a version entered; appended, never changed."""

    __tablename__ = "stage"

    version_id: int = Field(primary_key=True, foreign_key="submission.version_id")
    no: int = Field(primary_key=True)
    state: VersionState = Field(sa_type=enum_type(VersionState))
    at: datetime = Field(sa_type=UTCDateTime)
    text: str


class BuildLogRow(Row, table=True):
    """What the last build of a version has said."""

    __tablename__ = "build_log"

    version_id: int = Field(primary_key=True, foreign_key="submission.version_id")
    text: str


class ValidationRow(Row, table=True):
    """A rotation that validates a version."""

    __tablename__ = "validation"

    version_id: int = Field(primary_key=True, foreign_key="submission.version_id")
    rotation_id: int = Field(primary_key=True, foreign_key="rotation.id")
    round: int


class ChallengeRow(Row, table=True):
    """A rotation that an owner asked for."""

    __tablename__ = "challenge"
    __table_args__ = (Index(None, "account_id", "created_at"),)

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="account.id")
    version_id: int = Field(foreign_key="bot_version.id")
    rotation_id: int = Field(foreign_key="rotation.id")
    created_at: datetime = Field(sa_type=UTCDateTime)


class OutputRow(Row, table=True):
    """What a process of a version wrote to stderr while it played a rotation, and how it ended."""

    __tablename__ = "output"

    rotation_id: int = Field(primary_key=True, foreign_key="rotation.id")
    version_id: int = Field(primary_key=True, foreign_key="bot_version.id", index=True)
    life: int = Field(primary_key=True)
    """0, or 1 after it was started again."""
    stderr: str
    """Of the whole process, which may have played other rotations of the table too; its middle may be cut."""
    ended: str
    """In words."""
    at: datetime = Field(sa_type=UTCDateTime)
