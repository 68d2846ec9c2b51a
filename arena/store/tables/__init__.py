"""The tables, a module per subject: declared with SQLModel, used through SQLAlchemy Core by the names below."""

from sqlalchemy import Table

from arena.store.columns import Row
from arena.store.tables.accounts import AccountRow, SessionRow, TokenRow
from arena.store.tables.changes import ChangeRow
from arena.store.tables.entrants import BotRow, BotVersionRow, EntryRow, EntryState
from arena.store.tables.ladders import DealEpochRow, LadderRow, LadderState
from arena.store.tables.matches import DictionaryRow, FaultRow, MatchRow, SeatRow, TranscriptRow
from arena.store.tables.ratings import BatchRatingRow, RatingEpochRow, RatingRow
from arena.store.tables.rotations import CoordinatorRow, LateResultRow, RotationRow
from arena.store.tables.submissions import (
    BuildLogRow,
    ChallengeRow,
    OutputRow,
    StageRow,
    SubmissionRow,
    ValidationRow,
)


def _table(row: type[Row]) -> Table:
    return Row.metadata.tables[str(row.__tablename__)]


ACCOUNT = _table(AccountRow)
BATCH_RATING = _table(BatchRatingRow)
BOT = _table(BotRow)
BOT_VERSION = _table(BotVersionRow)
BUILD_LOG = _table(BuildLogRow)
CHALLENGE = _table(ChallengeRow)
CHANGE = _table(ChangeRow)
COORDINATOR = _table(CoordinatorRow)
DEAL_EPOCH = _table(DealEpochRow)
DICTIONARY = _table(DictionaryRow)
ENTRY = _table(EntryRow)
FAULT = _table(FaultRow)
LADDER = _table(LadderRow)
LATE_RESULT = _table(LateResultRow)
MATCH = _table(MatchRow)
OUTPUT = _table(OutputRow)
RATING = _table(RatingRow)
RATING_EPOCH = _table(RatingEpochRow)
ROTATION = _table(RotationRow)
SEAT = _table(SeatRow)
STAGE = _table(StageRow)
SUBMISSION = _table(SubmissionRow)
TOKEN = _table(TokenRow)
TRANSCRIPT = _table(TranscriptRow)
VALIDATION = _table(ValidationRow)
WEB_SESSION = _table(SessionRow)

__all__ = [
    "ACCOUNT",
    "BATCH_RATING",
    "BOT",
    "BOT_VERSION",
    "BUILD_LOG",
    "CHALLENGE",
    "CHANGE",
    "COORDINATOR",
    "DEAL_EPOCH",
    "DICTIONARY",
    "ENTRY",
    "FAULT",
    "LADDER",
    "LATE_RESULT",
    "MATCH",
    "OUTPUT",
    "RATING",
    "RATING_EPOCH",
    "ROTATION",
    "SEAT",
    "STAGE",
    "SUBMISSION",
    "TOKEN",
    "TRANSCRIPT",
    "VALIDATION",
    "WEB_SESSION",
    "EntryState",
    "LadderState",
]
