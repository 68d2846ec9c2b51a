"""Ladders in the database: opening, finding, keys."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from arena.model.clock import Pace, Ponder, TimeControl
from arena.model.errors import BadInput
from arena.model.ladders import Ladder, LadderSpec, Purpose
from arena.model.ratings import RatingRule
from arena.model.standings import NoSuchThing
from arena.store.seeds import commitment, new_key
from arena.store.tables import DEAL_EPOCH, LADDER, RATING_EPOCH, LadderState


def open_ladder(
    connection: Connection,
    spec: LadderSpec,
    rule: RatingRule,
    now: datetime,
    *,
    key: bytes | None = None,
    purpose: Purpose = Purpose.RATED,
) -> Ladder:
    """The ladder of this name, made with a deal key of its own if there is none; BadInput if it differs."""
    for ladder in ladders(connection):
        if ladder.spec.name == spec.name:
            _same(ladder, spec, purpose)
            return ladder
    values = {
        "name": spec.name,
        "game": spec.game,
        "players": spec.players,
        "settings": dict(spec.settings),
        "time_control": _time_control_json(spec.time_control),
        "rules_version": spec.rules_version,
        "beta": rule.beta,
        "draw_probability": rule.draw_probability,
        "rating_epoch": 1,
        "state": LadderState.OPEN,
        "purpose": purpose,
        "created_at": now,
    }
    (ladder_id,) = connection.execute(insert(LADDER).values(values)).inserted_primary_key or (0,)
    first = {"ladder_id": ladder_id, "epoch": 1, "opened_at": now, "matches": 0}
    first |= {"beta": rule.beta, "draw_probability": rule.draw_probability}
    connection.execute(insert(RATING_EPOCH).values(first))
    open_deal_epoch(connection, ladder_id, now, key=key)
    return Ladder(ladder_id, spec, rule, 1, purpose)


def ladders(
    connection: Connection, *, state: LadderState | None = None, purpose: Purpose | None = None
) -> list[Ladder]:
    """All ladders, or those in one state or for one purpose, oldest first."""
    query = select(LADDER).order_by(LADDER.c.id)
    if state is not None:
        query = query.where(LADDER.c.state == state)
    if purpose is not None:
        query = query.where(LADDER.c.purpose == purpose)
    return [_ladder(row) for row in connection.execute(query)]


def ladder_of(connection: Connection, ladder_id: int) -> Ladder:
    """A ladder as it is now, with its present rule of rating."""
    return _ladder(connection.execute(select(LADDER).where(LADDER.c.id == ladder_id)).one())


def ladder_named(connection: Connection, name: str) -> Ladder:
    """The ladder of a name; NoSuchThing says which there are."""
    there = ladders(connection)
    for ladder in there:
        if ladder.spec.name == name:
            return ladder
    names = ", ".join(ladder.spec.name for ladder in there) or "none yet"
    raise NoSuchThing(f"no ladder {name!r}; ladders are {names}")


def open_deal_epoch(connection: Connection, ladder_id: int, now: datetime, *, key: bytes | None = None) -> None:
    """Close the ladder's deal epoch, which publishes its key, and open the next."""
    key = key or new_key()
    closing = update(DEAL_EPOCH).where(DEAL_EPOCH.c.ladder_id == ladder_id, DEAL_EPOCH.c.closed_at.is_(None))
    connection.execute(closing.values(closed_at=now))
    values = {"ladder_id": ladder_id, "key": key, "key_sha256": commitment(key), "opened_at": now}
    connection.execute(insert(DEAL_EPOCH).values(values))


def _same(old: Ladder, new: LadderSpec, purpose: Purpose) -> None:
    if old.purpose is not purpose:
        raise BadInput(f"ladder {new.name!r} is for {old.purpose.value}, not {purpose.value}; choose another name")
    for field in ("game", "players", "settings", "time_control", "rules_version"):
        was, wanted = getattr(old.spec, field), getattr(new, field)
        if was != wanted:
            raise BadInput(f"ladder {new.name!r} has {field} {was}, not {wanted}; a ladder never changes")


def _ladder(row: Row[Any]) -> Ladder:
    spec = LadderSpec(
        name=row.name,
        game=row.game,
        players=row.players,
        settings=tuple(row.settings.items()),
        time_control=_time_control(row.time_control),
        rules_version=row.rules_version,
    )
    return Ladder(row.id, spec, RatingRule(row.beta, row.draw_probability), row.rating_epoch, row.purpose)


def _time_control_json(control: TimeControl) -> dict[str, int | str]:
    return asdict(control) | {"pace": control.pace.value, "ponder": control.ponder.value}


def _time_control(data: Mapping[str, Any]) -> TimeControl:
    ponder = Ponder(data.get("ponder", Ponder.ALLOW.value))  # older ladders say nothing of it
    return TimeControl(**(dict(data) | {"pace": Pace(data["pace"]), "ponder": ponder}))
