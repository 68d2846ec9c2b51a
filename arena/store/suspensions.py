"""Suspension: a version that forfeits too many of its matches is paired no more until it is validated again.

Every function here runs inside a write transaction.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from arena.ladder.standings import Result
from arena.model.faults import Fault
from arena.model.ladders import Ladder
from arena.model.matches import out_order
from arena.model.submissions import Rejection, VersionState
from arena.store.submissions import suspend
from arena.store.tables import FAULT, MATCH, SEAT, SUBMISSION

RECENT_MATCHES = 20
TOO_MANY_FORFEITS = 5
"""Of the last `RECENT_MATCHES` on a ladder."""


def suspend_forfeiters(connection: Connection, ladder: Ladder, results: Sequence[Result], now: datetime) -> None:
    """Suspend the versions that had a fault in these results and have forfeited too often lately."""
    faulty = {version for result in results for version, n in zip(result.versions, result.faults, strict=True) if n > 0}
    if not faulty:
        return
    active = (SUBMISSION.c.version_id.in_(faulty)) & (SUBMISSION.c.state == VersionState.ACTIVE)
    for version in list(connection.execute(select(SUBMISSION.c.version_id).where(active)).scalars()):
        outs = _recent_forfeits(connection, ladder, version)
        if len(outs) >= TOO_MANY_FORFEITS:
            suspend(connection, version, _reason(outs[0]), now)


def _reason(fault: Fault) -> Rejection:
    often = f"it forfeited {TOO_MANY_FORFEITS} of its last {RECENT_MATCHES} matches"
    again = "hand in a mended version, or have this one validated again: `arena submit --revalidate`"
    return Rejection(f"{often}; the last: {fault.detail} (fault: {fault.cause.value})", again)


def _recent_forfeits(connection: Connection, ladder: Ladder, version: int) -> list[Fault]:
    """What took a version out of its recent matches on a ladder, latest first."""
    recent = (
        select(SEAT.c.match_id, SEAT.c.seat)
        .join(MATCH, MATCH.c.id == SEAT.c.match_id)
        .where(SEAT.c.version_id == version, MATCH.c.ladder_id == ladder.id)
        .order_by(SEAT.c.match_id.desc())
        .limit(RECENT_MATCHES)
    )
    outs = []
    for match_id, seat in connection.execute(recent).all():
        query = select(FAULT).where(FAULT.c.match_id == match_id, FAULT.c.seat == seat).order_by(FAULT.c.no)
        faults = [Fault(row.seat, row.decision, row.cause, row.detail) for row in connection.execute(query)]
        if seat in out_order(faults, ladder.spec.time_control.strikes):
            outs.append(faults[-1])
    return outs
