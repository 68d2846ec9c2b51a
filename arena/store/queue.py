"""The queue of rotations: added in order, leased, given back. Every function here runs inside a write transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from arena.model.ladders import Ladder
from arena.model.matches import Rotation
from arena.scheduler.chunks import into_chunks
from arena.scheduler.leases import MAX_LOSSES, LeaseEvent, RotationState, after, event_of_loss
from arena.store.seeds import match_seed
from arena.store.tables import DEAL_EPOCH, ROTATION


@dataclass(frozen=True, slots=True)
class Planned:
    """A rotation that was paired: its number was given first."""

    number: int
    versions: tuple[int, ...]
    """Ascending."""
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Leased:
    """A rotation that was handed out, with its deals' seeds."""

    rotation: Rotation
    number: int
    ladder: int
    table: tuple[int, ...]
    """Version ids, ascending."""

    @property
    def lease(self) -> "Lease":
        """What to name it by."""
        return Lease(self.rotation.id, self.rotation.attempt)


@dataclass(frozen=True, slots=True)
class Lease:
    """Names one handing out of one rotation."""

    rotation: int
    attempt: int


def next_number(connection: Connection, ladder_id: int) -> int:
    """The number of the ladder's next rotation."""
    query = select(func.max(ROTATION.c.number)).where(ROTATION.c.ladder_id == ladder_id)
    return (connection.execute(query).scalar_one() or 0) + 1


def deal_key(connection: Connection, ladder_id: int) -> tuple[int, bytes]:
    """Id and key of the ladder's open deal epoch."""
    query = select(DEAL_EPOCH.c.id, DEAL_EPOCH.c.key).where(
        DEAL_EPOCH.c.ladder_id == ladder_id, DEAL_EPOCH.c.closed_at.is_(None)
    )
    row = connection.execute(query).one()
    return row.id, row.key


def add_rotations(connection: Connection, ladder_id: int, planned: Sequence[Planned], now: datetime) -> None:
    """Put rotations in the queue; ValueError if their numbers are not the next ones."""
    first = next_number(connection, ladder_id)
    if [plan.number for plan in planned] != list(range(first, first + len(planned))):
        raise ValueError(f"rotations {[plan.number for plan in planned]} of ladder {ladder_id}; next is {first}")
    epoch_id, _ = deal_key(connection, ladder_id)
    rows = [
        {
            "ladder_id": ladder_id,
            "number": plan.number,
            "deal_epoch_id": epoch_id,
            "versions": list(plan.versions),
            "cyclic_order": list(plan.order),
            "state": RotationState.READY,
            "attempt": 0,
            "epoch": 0,
            "losses": 0,
            "reason": "",
            "created_at": now,
        }
        for plan in planned
    ]
    if rows:
        connection.execute(insert(ROTATION), rows)


def count(connection: Connection, ladder_id: int, state: RotationState) -> int:
    """How many rotations of a ladder are in a state."""
    query = select(func.count()).where(ROTATION.c.state == state, ROTATION.c.ladder_id == ladder_id)
    return int(connection.execute(query.select_from(ROTATION)).scalar_one())


def lease(
    connection: Connection, ladder: Ladder, epoch: int, now: datetime, *, chunks: int, size: int
) -> list[tuple[Leased, ...]]:
    """Hand out the oldest ready rotations of a ladder, each under its next attempt.

    They come in up to so many chunks of one table each, none longer than `size`.
    """
    query = (
        select(ROTATION, DEAL_EPOCH.c.key)
        .join(DEAL_EPOCH, DEAL_EPOCH.c.id == ROTATION.c.deal_epoch_id)
        .where(ROTATION.c.state == RotationState.READY, ROTATION.c.ladder_id == ladder.id)
        .order_by(ROTATION.c.id)
        .limit(chunks * size)
    )
    ready = [_leased(row, ladder) for row in connection.execute(query)]
    chosen = into_chunks(ready, size)[:chunks]
    ids = [leased.rotation.id for chunk in chosen for leased in chunk]
    if ids:
        values = {
            "state": after(RotationState.READY, LeaseEvent.LEASE),
            "attempt": ROTATION.c.attempt + 1,
            "epoch": epoch,
            "leased_at": now,
        }
        connection.execute(update(ROTATION).where(ROTATION.c.id.in_(ids)).values(values))
    return chosen


def _leased(row: Row[Any], ladder: Ladder) -> Leased:
    attempt = row.attempt + 1
    seats = range(len(row.versions))
    seeds = tuple(match_seed(row.key, ladder.spec.name, row.number, attempt, k) for k in seats)
    rotation = Rotation(row.id, attempt, tuple(row.cyclic_order), seeds)
    return Leased(rotation, row.number, ladder.id, tuple(row.versions))


_HELD = (ROTATION.c.state == RotationState.LEASED) & (ROTATION.c.epoch == bindparam("held_epoch"))
_THIS = (ROTATION.c.id == bindparam("held_id")) & (ROTATION.c.attempt == bindparam("held_attempt"))


def hold(lease: Lease, epoch: int) -> dict[str, int]:
    """Parameters of the condition that a lease still holds."""
    return {"held_id": lease.rotation, "held_attempt": lease.attempt, "held_epoch": epoch}


HOLDS = _HELD & _THIS
"""Condition on a rotation: it is out under exactly this lease; see `hold`."""


def lose(connection: Connection, leases: Iterable[Lease], epoch: int, reason: str, now: datetime) -> int:
    """Take back rotations that were lost, to be tried again or given up; how many still held."""
    lost = 0
    for lease in leases:
        row = connection.execute(select(ROTATION.c.losses).where(HOLDS), hold(lease, epoch)).one_or_none()
        if row is None:
            continue
        losses = row.losses + 1
        event = event_of_loss(losses)
        values: dict[str, Any] = {"losses": losses, "state": after(RotationState.LEASED, event)}
        if event is LeaseEvent.GIVE_UP:
            values |= {"reason": f"infrastructure: lost {MAX_LOSSES} times, last {reason}", "finished_at": now}
        else:
            values["reason"] = reason
        lost += connection.execute(update(ROTATION).where(HOLDS).values(values), hold(lease, epoch)).rowcount
    return lost


def give_back(connection: Connection, leases: Iterable[Lease], epoch: int) -> None:
    """Take back rotations that were called off; nobody's loss."""
    ready = after(RotationState.LEASED, LeaseEvent.RETURN)
    back = update(ROTATION).where(HOLDS).values(state=ready)
    for lease in leases:
        connection.execute(back, hold(lease, epoch))


def take_all_back(connection: Connection) -> int:
    """Take back whatever an earlier coordinator had out; how many there were."""
    ready = after(RotationState.LEASED, LeaseEvent.RETURN)
    back = update(ROTATION).where(ROTATION.c.state == RotationState.LEASED).values(state=ready)
    return connection.execute(back).rowcount
