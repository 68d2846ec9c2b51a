"""What bots' processes wrote to stderr: kept for their owners, a few hundred rotations back."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from arena.model.matches import ChunkRemains
from arena.scheduler.leases import RotationState
from arena.store.tables import OUTPUT, ROTATION

KEPT_ROTATIONS = 200
"""Of one version; what its processes wrote in older ones is dropped."""


def keep_outputs(connection: Connection, versions: Sequence[int], remains: ChunkRemains, now: datetime) -> None:
    """Keep it for each rotation that was recorded; `versions` are those of the table's entrants."""
    done = (ROTATION.c.id.in_(remains.rotations)) & (ROTATION.c.state == RotationState.DONE)
    recorded = list(connection.execute(select(ROTATION.c.id).where(done)).scalars())
    rows = {
        (rotation, versions[process.entrant], process.life): {
            "rotation_id": rotation,
            "version_id": versions[process.entrant],
            "life": process.life,
            "stderr": process.stderr,
            "ended": process.ended,
            "at": now,
        }
        for rotation in recorded
        for process in remains.processes
    }
    known = select(OUTPUT.c.rotation_id).where(OUTPUT.c.rotation_id.in_(recorded))
    if rows and connection.execute(known.limit(1)).one_or_none() is None:
        connection.execute(insert(OUTPUT), list(rows.values()))
        for version in {version for _, version, _ in rows}:
            _forget_old(connection, version)


def _forget_old(connection: Connection, version: int) -> None:
    mine = OUTPUT.c.version_id == version
    oldest = (
        select(OUTPUT.c.rotation_id).where(mine).distinct().order_by(OUTPUT.c.rotation_id.desc()).offset(KEPT_ROTATIONS)
    )
    first_dropped = connection.execute(oldest.limit(1)).scalar_one_or_none()
    if first_dropped is not None:
        connection.execute(delete(OUTPUT).where(mine, OUTPUT.c.rotation_id <= first_dropped))
