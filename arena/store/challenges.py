"""Unrated matches against chosen opponents. Every function that queues runs inside a write transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select

from arena.model.accounts import User
from arena.model.errors import BadInput
from arena.model.ladders import Ladder, LadderSpec, Purpose
from arena.model.standings import NoSuchThing
from arena.model.submissions import Challenge, TooMany, VersionState
from arena.store.ladders import ladders
from arena.store.submissions import A_DAY
from arena.store.tables import BOT, BOT_VERSION, CHALLENGE, ENTRY, LADDER, ROTATION, SUBMISSION, EntryState
from arena.store.unrated import add_table, unrated_ladder

CHALLENGES_A_DAY = 20


def challenge(
    connection: Connection, user: User, spec: LadderSpec, versions: Sequence[int], now: datetime
) -> Challenge:
    """Queue a rotation of these versions, the user's own first; TooMany if the day's quota is used up."""
    recent = select(func.count()).where(CHALLENGE.c.account_id == user.id, CHALLENGE.c.created_at > now - A_DAY)
    if connection.execute(recent.select_from(CHALLENGE)).scalar_one() >= CHALLENGES_A_DAY:
        raise TooMany(
            f"{user.name} has asked for {CHALLENGES_A_DAY} challenges within a day; wait for some to be a day old"
        )
    where = unrated_ladder(connection, spec, Purpose.CHALLENGE, now)
    rotation = add_table(connection, where, versions, now)
    values = {"account_id": user.id, "version_id": versions[0], "rotation_id": rotation, "created_at": now}
    connection.execute(insert(CHALLENGE).values(values))
    return challenges_of(connection, user, 1)[0]


def challenges_of(connection: Connection, user: User, limit: int) -> list[Challenge]:
    """What a user has asked for, newest first."""
    query: Select[Any] = (
        select(
            CHALLENGE.c.id,
            CHALLENGE.c.version_id,
            CHALLENGE.c.created_at,
            ROTATION.c.versions,
            ROTATION.c.number,
            ROTATION.c.state,
            LADDER.c.name.label("ladder"),
        )
        .join(ROTATION, ROTATION.c.id == CHALLENGE.c.rotation_id)
        .join(LADDER, LADDER.c.id == ROTATION.c.ladder_id)
        .where(CHALLENGE.c.account_id == user.id)
        .order_by(CHALLENGE.c.id.desc())
        .limit(limit)
    )
    return [_challenge(connection, row) for row in connection.execute(query).all()]


def playable(connection: Connection, bot: str, user: User) -> int:
    """The version of a bot to challenge with or against: its active one, or the user's newest that was built.

    NoSuchThing if there is none.
    """
    own = (
        select(SUBMISSION.c.version_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT.c.name == bot, BOT.c.owner == user.name, BOT_VERSION.c.manifest != "")
        .where(SUBMISSION.c.state.in_([VersionState.ACTIVE, VersionState.SUSPENDED]))
        .order_by(BOT_VERSION.c.number.desc())
        .limit(1)
    )
    entered = (
        select(ENTRY.c.version_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT.c.name == bot, ENTRY.c.state == EntryState.ACTIVE)
        .limit(1)
    )
    found = connection.execute(own).scalar_one_or_none() or connection.execute(entered).scalar_one_or_none()
    if found is None:
        raise NoSuchThing(f"no active bot {bot!r}; the leaderboards show which there are")
    return int(found)


def ladder_for(connection: Connection, name: str | None, seats: int, games: Sequence[str]) -> Ladder:
    """The rated ladder whose game a challenge is played by; BadInput says which fit so many seats."""
    rated = ladders(connection, purpose=Purpose.RATED)
    fitting = [ladder for ladder in rated if ladder.spec.players == seats and ladder.spec.game in games]
    named = [ladder for ladder in fitting if name in (None, ladder.spec.name)]
    if named:
        return named[0]
    there = ", ".join(f"{ladder.spec.name} ({ladder.spec.players} players)" for ladder in rated) or "none yet"
    what = f"ladder {name!r}" if name else "a ladder"
    raise BadInput(f"{what} for {seats} bots of {', '.join(games)} is not here; ladders are {there}")


def _challenge(connection: Connection, row: Row[Any]) -> Challenge:
    query = (
        select(BOT_VERSION.c.id, BOT.c.name, BOT_VERSION.c.number)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT_VERSION.c.id.in_(row.versions))
    )
    names = {one.id: f"{one.name}@{one.number}" for one in connection.execute(query)}
    others = list(row.versions)
    others.remove(row.version_id)
    return Challenge(
        id=row.id,
        bot=names[row.version_id],
        opponents=tuple(names[version] for version in others),
        ladder=row.ladder,
        rotation=row.number,
        state=row.state.value,
        created_at=row.created_at,
    )
