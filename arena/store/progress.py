"""What an owner reads of versions that were handed in: where they stand, what their builds and matches said."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from arena.model.submissions import MatchLog, ProcessOutput, Progress, Rejection, Stage, VersionState
from arena.scheduler.leases import RotationState
from arena.store.match_pages import fault_of
from arena.store.tables import (
    BOT,
    BOT_VERSION,
    BUILD_LOG,
    FAULT,
    LADDER,
    MATCH,
    OUTPUT,
    ROTATION,
    SEAT,
    STAGE,
    SUBMISSION,
    VALIDATION,
)


@dataclass(frozen=True, slots=True)
class Owned:
    """A version with who it belongs to."""

    version: int
    owner: str | None
    """None: the house."""


def find_version(connection: Connection, bot: str, number: int | None) -> Owned | None:
    """A version of a bot that was handed in, the newest without a number; None if there is none."""
    query = (
        select(SUBMISSION.c.version_id, BOT.c.owner)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT.c.name == bot)
        .order_by(BOT_VERSION.c.number.desc())
        .limit(1)
    )
    if number is not None:
        query = query.where(BOT_VERSION.c.number == number)
    row = connection.execute(query).one_or_none()
    return None if row is None else Owned(row.version_id, row.owner)


def versions_of(connection: Connection, account: int | None) -> list[Progress]:
    """All versions an account has handed in, newest first; everybody's for None."""
    query = select(SUBMISSION.c.version_id).order_by(SUBMISSION.c.version_id.desc())
    if account is not None:
        query = query.where(SUBMISSION.c.account_id == account)
    return [progress(connection, version) for version in list(connection.execute(query).scalars())]


def progress(connection: Connection, version: int) -> Progress:
    """Where a version that was handed in stands, and how it got there."""
    query = (
        select(SUBMISSION, BOT.c.name, BOT_VERSION.c.number, BOT_VERSION.c.digest)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(SUBMISSION.c.version_id == version)
    )
    row = connection.execute(query).one()
    stages = select(STAGE).where(STAGE.c.version_id == version).order_by(STAGE.c.no)
    played, to_play = _validation_matches(connection, row)
    return Progress(
        bot=row.name,
        number=row.number,
        digest=row.digest,
        state=row.state,
        games=tuple(row.games),
        kit=row.kit,
        stages=tuple(Stage(stage.state, stage.at, stage.text) for stage in connection.execute(stages)),
        rejection=Rejection(row.reason, row.remedy) if row.reason else None,
        ahead=_ahead(connection, row),
        played=played,
        to_play=to_play,
    )


def build_log(connection: Connection, version: int) -> str:
    """What the last build of a version has said so far; empty before it began."""
    query = select(BUILD_LOG.c.text).where(BUILD_LOG.c.version_id == version)
    return connection.execute(query).scalar_one_or_none() or ""


def match_logs(connection: Connection, version: int, limit: int) -> list[MatchLog]:
    """What a version said and did wrong in its latest matches, newest first; of rotations that are over only."""
    query = (
        select(SEAT, MATCH.c.rotation_id, MATCH.c.recorded_at, LADDER.c.name)
        .join(MATCH, MATCH.c.id == SEAT.c.match_id)
        .join(LADDER, LADDER.c.id == MATCH.c.ladder_id)
        .where(SEAT.c.version_id == version)
        .order_by(SEAT.c.match_id.desc(), SEAT.c.seat)
        .limit(limit)
    )
    rows = connection.execute(query).all()
    outputs = _outputs(connection, version, {row.rotation_id for row in rows})
    return [_match_log(connection, row, outputs[row.rotation_id]) for row in rows]


def _match_log(connection: Connection, row: Row[Any], outputs: tuple[ProcessOutput, ...]) -> MatchLog:
    faults = select(FAULT).where(FAULT.c.match_id == row.match_id, FAULT.c.seat == row.seat).order_by(FAULT.c.no)
    return MatchLog(
        match=row.match_id,
        ladder=row.name,
        seat=row.seat,
        recorded_at=row.recorded_at,
        place=row.place,
        faults=tuple(fault_of(fault) for fault in connection.execute(faults)),
        ignored=row.ignored,
        debug=row.debug,
        outputs=outputs,
    )


def _outputs(connection: Connection, version: int, rotations: set[int]) -> dict[int, tuple[ProcessOutput, ...]]:
    """By rotation: what the version's processes wrote to stderr."""
    query = (
        select(OUTPUT)
        .where(OUTPUT.c.version_id == version, OUTPUT.c.rotation_id.in_(rotations))
        .order_by(OUTPUT.c.rotation_id, OUTPUT.c.life)
    )
    found: dict[int, tuple[ProcessOutput, ...]] = defaultdict(tuple)
    for row in connection.execute(query):
        found[row.rotation_id] += (ProcessOutput(row.life, row.stderr, row.ended),)
    return found


def _ahead(connection: Connection, row: Row[Any]) -> int:
    if row.state is not VersionState.RECEIVED:
        return 0
    earlier = (SUBMISSION.c.state == VersionState.RECEIVED) & (SUBMISSION.c.version_id < row.version_id)
    return int(connection.execute(select(func.count()).select_from(SUBMISSION).where(earlier)).scalar_one())


def _validation_matches(connection: Connection, row: Row[Any]) -> tuple[int, int]:
    """Of the present round: how many are over, and how many there are."""
    rotations: Select[Any] = (
        select(ROTATION.c.state, LADDER.c.players)
        .join(VALIDATION, VALIDATION.c.rotation_id == ROTATION.c.id)
        .join(LADDER, LADDER.c.id == ROTATION.c.ladder_id)
        .where(VALIDATION.c.version_id == row.version_id, VALIDATION.c.round == row.round)
    )
    found = connection.execute(rotations).all()
    over = sum(players for state, players in found if state in (RotationState.DONE, RotationState.FAILED))
    return over, sum(players for _, players in found)
