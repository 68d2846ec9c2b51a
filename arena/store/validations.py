"""Validation: a version plays one rotation against house bots on every rated ladder of its games, and is judged by it.

Every function here runs inside a write transaction.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, islice
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from arena.model.faults import Cause, Effect, Fault
from arena.model.ladders import Ladder, Purpose
from arena.model.matches import out_order
from arena.model.submissions import Rejection, VersionEvent, VersionState
from arena.scheduler.leases import RotationState
from arena.store.ladders import ladders
from arena.store.submissions import activate, move
from arena.store.tables import FAULT, LADDER, MATCH, ROTATION, SEAT, SUBMISSION, VALIDATION, LadderState
from arena.store.unrated import add_table, house_versions, unrated_ladder

NO_LADDER = Rejection(
    "none of the games it declares is played here",
    "declare one that `arena ladder show` lists under `games` in bot.toml",
)
LOST = Rejection(
    "its validation was lost three times with the worker that played it",
    "look at its log; if it does nothing unusual, have it validated again: `arena submit --revalidate`",
)

REMEDIES = {
    Cause.NOT_READY: "join within the start-up time: connect to ARENA_ADDRESS first and do slow work afterwards",
    Cause.EXITED: "read its stderr in the log below; `arena check` shows the same on your machine",
    Cause.OUT_OF_MEMORY: "keep it within the memory limit of docs/sandbox.md; give runtimes a size",
    Cause.OUT_OF_TIME: "answer within the soft limit; `arena check` measures every decision",
    Cause.ILLEGAL_ACTION: "choose one of the ids in `Decision.legal` of the decision that is answered",
}
OTHER_REMEDY = "docs/faults.md explains this fault; `arena check` finds it on your machine"


@dataclass(frozen=True, slots=True)
class _Breach:
    """A fault of the version in a validation match."""

    ladder: str
    match: int
    fault: Fault
    ends: bool
    """Whether it took the bot out of the match."""


def begin_validation(connection: Connection, version: int, now: datetime, event: VersionEvent, **values: Any) -> None:
    """Move a version to VALIDATING by this event and queue its matches."""
    row = connection.execute(select(SUBMISSION).where(SUBMISSION.c.version_id == version)).one()
    around = row.round + 1
    move(connection, version, event, now, round=around, **values)
    for ladder in _rated(connection, row.games):
        rotation = _queue(connection, ladder, version, now)
        connection.execute(insert(VALIDATION).values(version_id=version, rotation_id=rotation, round=around))


def any_validating(connection: Connection) -> bool:
    """Whether a version waits to be judged."""
    return bool(_validating(connection))


def judge_validations(connection: Connection, now: datetime, playing: Set[int] = frozenset()) -> list[int]:
    """Decide on every version whose validation matches are all over; their ids.

    Rotations in `playing` are recorded perhaps, but their bots' processes have not ended, so that what these wrote to
    stderr, which an owner wants to read beside a rejection, has not come.
    """
    decided = [version for version in _validating(connection) if not _open(connection, version, playing)]
    for version in decided:
        rejection = _verdict(connection, version)
        if rejection is None:
            activate(connection, version, now)
        else:
            move(connection, version, VersionEvent.REJECT, now, rejection=rejection)
    return decided


def _rated(connection: Connection, games: Sequence[str]) -> list[Ladder]:
    rated = ladders(connection, state=LadderState.OPEN, purpose=Purpose.RATED)
    return [ladder for ladder in rated if ladder.spec.game in games]


def _queue(connection: Connection, ladder: Ladder, version: int, now: datetime) -> int:
    """A table of the version and house bots (itself, where there are none)."""
    house = [other for other in house_versions(connection, ladder) if other != version] or [version]
    others = islice(cycle(house), ladder.spec.players - 1)
    where = unrated_ladder(connection, ladder.spec, Purpose.VALIDATION, now)
    return add_table(connection, where, (version, *others), now)


def _validating(connection: Connection) -> list[int]:
    query = select(SUBMISSION.c.version_id).where(SUBMISSION.c.state == VersionState.VALIDATING)
    return list(connection.execute(query.order_by(SUBMISSION.c.version_id)).scalars())


def _rotations(version: int) -> Select[tuple[int]]:
    """Ids of the rotations of a version's present round."""
    return (
        select(VALIDATION.c.rotation_id)
        .join(SUBMISSION, SUBMISSION.c.version_id == VALIDATION.c.version_id)
        .where(VALIDATION.c.version_id == version, VALIDATION.c.round == SUBMISSION.c.round)
    )


def _open(connection: Connection, version: int, playing: Set[int]) -> bool:
    """Whether a rotation of it is not over."""
    going_on = (RotationState.READY, RotationState.LEASED)
    query = select(ROTATION.c.id, ROTATION.c.state).where(ROTATION.c.id.in_(_rotations(version)))
    return any(state in going_on or rotation in playing for rotation, state in connection.execute(query))


def _verdict(connection: Connection, version: int) -> Rejection | None:
    """Why a version is rejected after its matches; None if it is not."""
    states = list(connection.execute(select(ROTATION.c.state).where(ROTATION.c.id.in_(_rotations(version)))).scalars())
    if not states:
        return NO_LADDER
    if RotationState.FAILED in states:
        return LOST
    breaches = _breaches(connection, version)
    grave = [breach for breach in breaches if breach.ends or breach.fault.cause is not Cause.OUT_OF_TIME]
    if not grave:
        return None  # a slow answer alone is not a reason: a busy machine may have had its share in it
    breach = min(grave, key=lambda one: not one.ends)
    fault = breach.fault
    where = f"match {breach.match} ({breach.ladder}), decision {fault.decision}"
    reason = f"{where}: {fault.detail} (fault: {fault.cause.value})"
    return Rejection(reason, REMEDIES.get(fault.cause, OTHER_REMEDY))


def _breaches(connection: Connection, version: int) -> list[_Breach]:
    query = (
        select(FAULT, LADDER.c.name, LADDER.c.time_control)
        .join(MATCH, MATCH.c.id == FAULT.c.match_id)
        .join(LADDER, LADDER.c.id == MATCH.c.ladder_id)
        .join(SEAT, (SEAT.c.match_id == FAULT.c.match_id) & (SEAT.c.seat == FAULT.c.seat))
        .where(MATCH.c.rotation_id.in_(_rotations(version)), SEAT.c.version_id == version)
        .order_by(FAULT.c.match_id, FAULT.c.no)
    )
    rows = connection.execute(query).all()
    by_match: dict[int, list[Fault]] = {}
    for row in rows:
        by_match.setdefault(row.match_id, []).append(Fault(row.seat, row.decision, row.cause, row.detail))
    breaches = []
    for row in rows:
        fault = Fault(row.seat, row.decision, row.cause, row.detail)
        out = out_order(by_match[row.match_id], row.time_control["strikes"])
        ends = fault.cause.effect is not Effect.STRIKE or out.get(fault.seat) == fault.decision
        breaches.append(_Breach(row.name, row.match_id, fault, ends))
    return breaches
