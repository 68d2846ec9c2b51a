"""The change table: written with every change, tailed by whoever follows along."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from arena.model.ladders import Change, Topic
from arena.store.tables import CHANGE

KEPT = 10_000
"""Older changes are dropped; who fell behind that far reads the page anew."""


def announce(
    connection: Connection, topic: Topic, ladder_id: int | None, subjects: Sequence[int | None], now: datetime
) -> None:
    """Note that something changed, in the transaction that changes it."""
    rows = [{"topic": topic.value, "ladder_id": ladder_id, "subject": subject, "at": now} for subject in subjects]
    connection.execute(insert(CHANGE), rows)
    connection.execute(delete(CHANGE).where(CHANGE.c.id <= last_change(connection) - KEPT))


def last_change(connection: Connection) -> int:
    """Number of the newest change; 0 if there was none."""
    newest: int | None = connection.execute(select(func.max(CHANGE.c.id))).scalar_one()
    return newest or 0


def changes_since(connection: Connection, last: int, limit: int = 1_000) -> list[Change]:
    """Changes after number `last`, oldest first."""
    query = select(CHANGE).where(CHANGE.c.id > last).order_by(CHANGE.c.id).limit(limit)
    return [Change(row.id, Topic(row.topic), row.ladder_id, row.subject) for row in connection.execute(query)]
