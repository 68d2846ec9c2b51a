"""Bots, their versions, and which ladder they are entered in."""

from datetime import datetime
from enum import Enum

from sqlmodel import Field, UniqueConstraint

from arena.store.columns import Row, UTCDateTime, enum_type


class EntryState(Enum):
    """Whether a version is paired on a ladder."""

    ACTIVE = "active"
    WITHDRAWN = "withdrawn"


class BotRow(Row, table=True):
    """An entrant under its name."""

    __tablename__ = "bot"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    owner: str | None = None
    """None for a house bot."""
    created_at: datetime = Field(sa_type=UTCDateTime)


class BotVersionRow(Row, table=True):
    """One immutable upload of a bot, known by the digest of its files."""

    __tablename__ = "bot_version"
    __table_args__ = (UniqueConstraint("bot_id", "number"), UniqueConstraint("bot_id", "digest"))

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    number: int
    """From 1, per bot."""
    digest: str
    """SHA-256 over the folder's files and the manifest, in hex."""
    manifest: str
    """What the program is started from: a manifest's path, or `artifact:` and the SHA-256 of a built bot; empty before
    it is built."""
    created_at: datetime = Field(sa_type=UTCDateTime)


class EntryRow(Row, table=True):
    """A version entered in a ladder."""

    __tablename__ = "entry"

    ladder_id: int = Field(foreign_key="ladder.id", primary_key=True)
    version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    state: EntryState = Field(sa_type=enum_type(EntryState))
    prior_mu: float | None = None
    """What its rating starts from: its parent's when it was entered, wider. None: a newcomer's."""
    prior_sigma: float | None = None
    entered_at: datetime = Field(sa_type=UTCDateTime)
