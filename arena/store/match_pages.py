"""Matches as pages show them to everybody: lists of lines, and one match with all that is kept of it."""

from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from arena.model.faults import Fault
from arena.model.standings import FaultLine, MatchLine, MatchPage, NoSuchThing, SeatLine
from arena.store.ladders import ladders
from arena.store.tables import BOT, BOT_VERSION, FAULT, LADDER, MATCH, ROTATION, SEAT, TRANSCRIPT
from arena.store.transcripts import dictionary_of, from_bytes, press


def latest_of_ladder(connection: Connection, ladder_id: int, limit: int, before: int | None) -> list[MatchLine]:
    """The newest matches of a ladder, those before a recorded_no if one is given."""
    chosen = select(MATCH.c.id).where(MATCH.c.ladder_id == ladder_id)
    if before is not None:
        chosen = chosen.where(MATCH.c.recorded_no < before)
    return lines(connection, chosen.order_by(MATCH.c.recorded_no.desc()).limit(limit))


def latest_of_bot(connection: Connection, versions: set[int], limit: int) -> list[MatchLine]:
    """The newest matches of a bot's versions."""
    chosen = select(SEAT.c.match_id).where(SEAT.c.version_id.in_(versions)).distinct()
    return lines(connection, chosen.order_by(SEAT.c.match_id.desc()).limit(limit))


def latest_faults(connection: Connection, versions: set[int], limit: int) -> list[FaultLine]:
    """The newest faults of a bot's versions."""
    query = (
        select(FAULT, BOT.c.name, BOT_VERSION.c.number, MATCH.c.recorded_at)
        .join(SEAT, (SEAT.c.match_id == FAULT.c.match_id) & (SEAT.c.seat == FAULT.c.seat))
        .join(MATCH, MATCH.c.id == FAULT.c.match_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == SEAT.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(SEAT.c.version_id.in_(versions))
        .order_by(FAULT.c.match_id.desc(), FAULT.c.no.desc())
        .limit(limit)
    )
    return [
        FaultLine(row.match_id, row.name, row.number, fault_of(row).public(), row.recorded_at)
        for row in connection.execute(query)
    ]


def lines(connection: Connection, chosen: Select[Any]) -> list[MatchLine]:
    """The matches whose ids a query chooses, newest first."""
    ids = list(connection.execute(chosen).scalars())
    query = (
        select(MATCH, LADDER.c.name.label("ladder"), ROTATION.c.number.label("rotation"))
        .join(LADDER, LADDER.c.id == MATCH.c.ladder_id)
        .join(ROTATION, ROTATION.c.id == MATCH.c.rotation_id)
        .where(MATCH.c.id.in_(ids))
        .order_by(MATCH.c.id.desc())
    )
    seats = _seats(connection, ids)
    return [_line(row, seats[row.id]) for row in connection.execute(query)]


def match_page(connection: Connection, match_id: int) -> MatchPage:
    """A match with its transcript, times and faults; NoSuchThing if there is none."""
    found = lines(connection, select(MATCH.c.id).where(MATCH.c.id == match_id))
    if not found:
        raise NoSuchThing(f"no match {match_id}")
    query = (
        select(MATCH.c.ladder_id, MATCH.c.digest, ROTATION.c.attempt, TRANSCRIPT)
        .join(ROTATION, ROTATION.c.id == MATCH.c.rotation_id)
        .join(TRANSCRIPT, TRANSCRIPT.c.match_id == MATCH.c.id)
        .where(MATCH.c.id == match_id)
    )
    row = connection.execute(query).one()
    play = from_bytes(press(dictionary_of(connection, row.dictionary_id)).expand(row.data))
    ignored = select(SEAT.c.ignored).where(SEAT.c.match_id == match_id).order_by(SEAT.c.seat)
    faults = select(FAULT).where(FAULT.c.match_id == match_id).order_by(FAULT.c.no)
    return MatchPage(
        line=found[0],
        spec=next(ladder.spec for ladder in ladders(connection) if ladder.id == row.ladder_id),
        attempt=row.attempt,
        digest=row.digest,
        transcript=play.transcript,
        times=play.times,
        faults=tuple(fault_of(fault).public() for fault in connection.execute(faults)),
        ignored=tuple(connection.execute(ignored).scalars()),
    )


def _seats(connection: Connection, ids: list[int]) -> dict[int, list[SeatLine]]:
    counted = (
        select(FAULT.c.match_id, FAULT.c.seat, func.count().label("faults"))
        .where(FAULT.c.match_id.in_(ids))
        .group_by(FAULT.c.match_id, FAULT.c.seat)
        .subquery()
    )
    query = (
        select(SEAT, BOT.c.name, BOT_VERSION.c.number, func.coalesce(counted.c.faults, 0).label("faults"))
        .join(BOT_VERSION, BOT_VERSION.c.id == SEAT.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .outerjoin(counted, (counted.c.match_id == SEAT.c.match_id) & (counted.c.seat == SEAT.c.seat))
        .where(SEAT.c.match_id.in_(ids))
        .order_by(SEAT.c.match_id, SEAT.c.seat)
    )
    seats: dict[int, list[SeatLine]] = {}
    for row in connection.execute(query):
        line = SeatLine(row.seat, row.name, row.number, row.version_id, row.place, row.score, row.faults)
        seats.setdefault(row.match_id, []).append(line)
    return seats


def _line(row: Row[Any], seats: list[SeatLine]) -> MatchLine:
    return MatchLine(
        id=row.id,
        ladder=row.ladder,
        rotation=row.rotation,
        no=row.no,
        recorded_no=row.recorded_no,
        recorded_at=row.recorded_at,
        termination=row.termination,
        decisions=row.decisions,
        wall_us=row.wall_us,
        isolation=row.isolation,
        seats=tuple(seats),
    )


def fault_of(row: Row[Any]) -> Fault:
    """A stored fault."""
    return Fault(row.seat, row.decision, row.cause, row.detail)
