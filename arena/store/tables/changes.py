"""What changed, for pages that follow along."""

from datetime import datetime

from sqlmodel import Field

from arena.store.columns import Row, UTCDateTime


class ChangeRow(Row, table=True):
    """One change, written in the transaction that made it; old rows are dropped."""

    __tablename__ = "change"

    id: int | None = Field(default=None, primary_key=True)
    topic: str
    ladder_id: int | None = Field(default=None, foreign_key="ladder.id")
    subject: int | None = None
    """The rotation, bot version or ladder the topic is about."""
    at: datetime = Field(sa_type=UTCDateTime)
