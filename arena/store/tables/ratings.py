"""Ratings: derived from the facts, and rebuilt from them at any time."""

from datetime import datetime

from sqlmodel import Field

from arena.store.columns import Row, UTCDateTime


class RatingRow(Row, table=True):
    """A version's standing by the fold over the ladder's recorded matches."""

    __tablename__ = "rating"

    ladder_id: int = Field(foreign_key="ladder.id", primary_key=True)
    rating_epoch: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    mu: float
    sigma: float
    matches: int
    points: float
    faults: int


class RatingEpochRow(Row, table=True):
    """A rule of rating, and since when a ladder has it."""

    __tablename__ = "rating_epoch"

    ladder_id: int = Field(foreign_key="ladder.id", primary_key=True)
    epoch: int = Field(primary_key=True)
    """From 1."""
    beta: float
    draw_probability: float
    opened_at: datetime = Field(sa_type=UTCDateTime)
    matches: int
    """It was fitted to; 0 for a rule that was not fitted."""


class BatchRatingRow(Row, table=True):
    """What the last batch fit says of a version."""

    __tablename__ = "batch_rating"

    ladder_id: int = Field(foreign_key="ladder.id", primary_key=True)
    version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    rating: float
    low: float
    high: float
    rank: int
    disagrees: bool
    """The live rating lies outside the interval once both scales are laid on each other."""
    fitted_at: datetime = Field(sa_type=UTCDateTime)
