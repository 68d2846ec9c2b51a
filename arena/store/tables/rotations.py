"""The queue: a rotation is the row, the lease and the transaction."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON
from sqlmodel import Field, Index, UniqueConstraint

from arena.scheduler.leases import RotationState
from arena.store.columns import Row, UTCDateTime, enum_type


class RotationRow(Row, table=True):
    """n matches of one table, each version once in every seat."""

    __tablename__ = "rotation"
    __table_args__ = (UniqueConstraint("ladder_id", "number"), Index(None, "state", "ladder_id", "id"))

    id: int | None = Field(default=None, primary_key=True)
    ladder_id: int = Field(foreign_key="ladder.id")
    number: int
    """From 1 per ladder, without gaps, given before the table is paired; seeds are drawn from it."""
    deal_epoch_id: int = Field(foreign_key="deal_epoch.id")
    versions: list[int] = Field(sa_type=JSON)
    """Ascending; the entrants the cyclic order counts in."""
    cyclic_order: list[int] = Field(sa_type=JSON)
    """In match k seat s holds entrant cyclic_order[(s + k) % n]."""
    state: RotationState = Field(sa_type=enum_type(RotationState))
    attempt: int = 0
    """The last lease, from 1."""
    epoch: int = 0
    """The coordinator that leased it."""
    losses: int = 0
    reason: str = ""
    """Why it was lost last."""
    created_at: datetime = Field(sa_type=UTCDateTime)
    leased_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


class CoordinatorRow(Row, table=True):
    """The one row that says which coordinator may write."""

    __tablename__ = "coordinator"

    id: int | None = Field(default=None, primary_key=True)
    epoch: int
    """Rises each time a coordinator takes the lock; every write checks it."""
    holder: str
    taken_at: datetime = Field(sa_type=UTCDateTime)


class LateResultRow(Row, table=True):
    """A result that came for a lease that no longer holds, or that is not one; kept, never rated."""

    __tablename__ = "late_result"

    id: int | None = Field(default=None, primary_key=True)
    rotation_id: int
    attempt: int
    epoch: int
    reason: str
    record: dict[str, Any] = Field(sa_type=JSON)
    received_at: datetime = Field(sa_type=UTCDateTime)
