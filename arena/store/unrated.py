"""Rotations nobody is rated for: tables that are named instead of paired, on ladders of their own.

They are queued, leased, played, recorded and shown as rated ones are. Every function here runs inside a write
transaction.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, select

from arena.model.ladders import Ladder, LadderSpec, Purpose
from arena.model.ratings import RatingRule
from arena.scheduler.pairing import cyclic_order
from arena.store.ladders import open_ladder
from arena.store.queue import Planned, add_rotations, deal_key, next_number
from arena.store.seeds import pairing_seed
from arena.store.tables import BOT, BOT_VERSION, ENTRY, ROTATION, EntryState
from engine.streams import Streams


def unrated_ladder(connection: Connection, spec: LadderSpec, purpose: Purpose, now: datetime) -> Ladder:
    """The ladder for this purpose whose matches are as those of `spec`, made if there is none."""
    named = replace(spec, name=f"{purpose.value}-{spec.name}")
    return open_ladder(connection, named, RatingRule(), now, purpose=purpose)


def add_table(connection: Connection, ladder: Ladder, versions: Sequence[int], now: datetime) -> int:
    """Queue a rotation of these versions, one for each seat; its id."""
    number = next_number(connection, ladder.id)
    _, key = deal_key(connection, ladder.id)
    order = cyclic_order(len(versions), Streams(pairing_seed(key, ladder.spec.name, number)))
    add_rotations(connection, ladder.id, [Planned(number, tuple(sorted(versions)), order)], now)
    here = (ROTATION.c.ladder_id == ladder.id) & (ROTATION.c.number == number)
    return int(connection.execute(select(ROTATION.c.id).where(here)).scalar_one())


def house_versions(connection: Connection, ladder: Ladder) -> list[int]:
    """The house bots that are paired on a ladder, oldest first."""
    query = (
        select(ENTRY.c.version_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(ENTRY.c.ladder_id == ladder.id, ENTRY.c.state == EntryState.ACTIVE, BOT.c.owner.is_(None))
        .order_by(ENTRY.c.version_id)
    )
    return list(connection.execute(query).scalars())
