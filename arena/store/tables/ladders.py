"""Ladders and the keys their deals are drawn from."""

from datetime import datetime
from enum import Enum
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field

from arena.model.ladders import Purpose
from arena.store.columns import Row, UTCDateTime, enum_type


class LadderState(Enum):
    """Whether a ladder is played."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class LadderRow(Row, table=True):
    """A game with its settings, a rule of time and a rule of rating."""

    __tablename__ = "ladder"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    game: str
    players: int
    settings: dict[str, Any] = Field(sa_type=JSON)
    time_control: dict[str, Any] = Field(sa_type=JSON)
    rules_version: int
    beta: float
    draw_probability: float
    rating_epoch: int = 1
    """Rises when beta or the draw probability is fitted anew."""
    state: LadderState = Field(sa_type=enum_type(LadderState))
    purpose: Purpose = Field(default=Purpose.RATED, sa_type=enum_type(Purpose))
    created_at: datetime = Field(sa_type=UTCDateTime)


class DealEpochRow(Row, table=True):
    """A key deals are drawn from: its hash is public from the start, the key once it is closed."""

    __tablename__ = "deal_epoch"

    id: int | None = Field(default=None, primary_key=True)
    ladder_id: int = Field(foreign_key="ladder.id", index=True)
    key: bytes
    """32 bytes from the system's source of randomness."""
    key_sha256: str
    opened_at: datetime = Field(sa_type=UTCDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
