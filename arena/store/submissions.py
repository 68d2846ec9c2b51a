"""Versions that are handed in, moved from state to state. Every function here runs inside a write transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import hypot
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from arena.model.accounts import User
from arena.model.ladders import Ladder, Purpose, Topic
from arena.model.ratings import SIGMA, Rating
from arena.model.submissions import Rejection, TooMany, VersionEvent, VersionState, after
from arena.store.changes import announce
from arena.store.entrants import Upload, enter, register
from arena.store.ladders import ladders
from arena.store.ratings import standings
from arena.store.tables import BOT, BOT_VERSION, ENTRY, STAGE, SUBMISSION, EntryState, LadderState

VERSIONS_A_DAY = 5
A_DAY = timedelta(days=1)
WIDENING = SIGMA / 2
"""What a new version may differ from its parent by: their skills' difference is taken to have this spread."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A bot as it comes in, checked."""

    bot: str
    user: User
    digest: str
    """SHA-256 of its files, in hex."""
    kit: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Received:
    """The version that was made of it, or that it is already."""

    version: int
    number: int
    fresh: bool


def receive(connection: Connection, handed: HandedIn, now: datetime) -> Received:
    """Make a version of what was handed in; the same files are the same version. TooMany, or BadInput for the name."""
    known = _known(connection, handed)
    if known is not None:
        return known
    version = register(connection, Upload(handed.bot, handed.digest, "", handed.user.name), now)
    bot_id, number = _version(connection, version)
    _check_quota(connection, bot_id, now)
    values = {
        "version_id": version,
        "account_id": handed.user.id,
        "state": VersionState.RECEIVED,
        "kit": handed.kit,
        "games": list(handed.games),
        "attempt": 0,
        "epoch": 0,
        "losses": 0,
        "round": 0,
        "reason": "",
        "remedy": "",
        "received_at": now,
    }
    connection.execute(insert(SUBMISSION).values(values))
    _note_stage(connection, version, VersionState.RECEIVED, "", now)
    return Received(version, number, fresh=True)


def move(
    connection: Connection,
    version: int,
    event: VersionEvent,
    now: datetime,
    *,
    text: str = "",
    rejection: Rejection | None = None,
    **values: Any,
) -> VersionState:
    """Let something happen to a version and note it; NotPossible if it cannot in its state."""
    state: VersionState = connection.execute(_state(version)).scalar_one()
    following = after(state, event)
    told = rejection or Rejection("", "")
    change = {"state": following, "reason": told.reason, "remedy": told.remedy} | values
    connection.execute(update(SUBMISSION).where(SUBMISSION.c.version_id == version).values(change))
    _note_stage(connection, version, following, text or told.reason, now)
    return following


def activate(connection: Connection, version: int, now: datetime) -> None:
    """Enter a validated version on every open rated ladder of its games, in place of the bot's earlier ones.

    Where a newer one is active already it is retired at once.
    """
    siblings = _siblings(connection, version)
    move(connection, version, VersionEvent.PASS, now)
    if any(
        newer.state is VersionState.ACTIVE and newer.number > _version(connection, version)[1] for newer in siblings
    ):
        move(connection, version, VersionEvent.RETIRE, now, text="a newer version is active")
        return
    for ladder in _ladders_of(connection, version):
        prior = _prior(connection, ladder, version)
        enter(connection, ladder.id, version, now, prior=prior)
    for older in siblings:
        if older.state in (VersionState.ACTIVE, VersionState.SUSPENDED):
            retire(connection, older.version_id, now, "a newer version took its place")


def suspend(connection: Connection, version: int, rejection: Rejection, now: datetime) -> None:
    """Pair a version no more until it is validated again."""
    move(connection, version, VersionEvent.SUSPEND, now, rejection=rejection)
    _withdraw(connection, version, now)


def retire(connection: Connection, version: int, now: datetime, text: str) -> None:
    """Pair a version never again; its results stay."""
    move(connection, version, VersionEvent.RETIRE, now, text=text)
    _withdraw(connection, version, now)


def any_paired(connection: Connection) -> bool:
    """Whether a version that was handed in is paired on a ladder."""
    query = (
        select(ENTRY.c.version_id)
        .join(SUBMISSION, SUBMISSION.c.version_id == ENTRY.c.version_id)
        .where(ENTRY.c.state == EntryState.ACTIVE)
    )
    return connection.execute(query.limit(1)).one_or_none() is not None


def state_of(connection: Connection, version: int) -> VersionState | None:
    """Where a version stands; None for a house bot's."""
    state: VersionState | None = connection.execute(_state(version)).scalar_one_or_none()
    return state


def _state(version: int) -> Any:
    return select(SUBMISSION.c.state).where(SUBMISSION.c.version_id == version)


def _known(connection: Connection, handed: HandedIn) -> Received | None:
    """The version of this owner's bot with these files."""
    query = (
        select(BOT_VERSION.c.id, BOT_VERSION.c.number)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT.c.name == handed.bot, BOT.c.owner == handed.user.name, BOT_VERSION.c.digest == handed.digest)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Received(row.id, row.number, fresh=False)


def _version(connection: Connection, version: int) -> tuple[int, int]:
    """Its bot's id and its number."""
    row = connection.execute(select(BOT_VERSION).where(BOT_VERSION.c.id == version)).one()
    return row.bot_id, row.number


def _check_quota(connection: Connection, bot_id: int, now: datetime) -> None:
    mine = BOT_VERSION.c.bot_id == bot_id
    recent = (
        select(SUBMISSION.c.received_at)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.version_id)
        .where(mine, SUBMISSION.c.received_at > now - A_DAY)
        .order_by(SUBMISSION.c.received_at)
    )
    times = list(connection.execute(recent).scalars())
    if len(times) >= VERSIONS_A_DAY:
        again = times[-VERSIONS_A_DAY] + A_DAY
        raise TooMany(
            f"a bot has at most {VERSIONS_A_DAY} new versions a day; the next after {again:%Y-%m-%d %H:%M} UTC"
        )


def _siblings(connection: Connection, version: int) -> Sequence[Any]:
    """The bot's other versions that were handed in."""
    bot_id, _ = _version(connection, version)
    query = (
        select(SUBMISSION.c.version_id, SUBMISSION.c.state, BOT_VERSION.c.number)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.version_id)
        .where(BOT_VERSION.c.bot_id == bot_id, SUBMISSION.c.version_id != version)
    )
    return connection.execute(query).all()


def _ladders_of(connection: Connection, version: int) -> list[Ladder]:
    """The open rated ladders of its games."""
    games = connection.execute(select(SUBMISSION.c.games).where(SUBMISSION.c.version_id == version)).scalar_one()
    rated = ladders(connection, state=LadderState.OPEN, purpose=Purpose.RATED)
    return [ladder for ladder in rated if ladder.spec.game in games]


def _prior(connection: Connection, ladder: Ladder, version: int) -> Rating | None:
    """What a version's rating starts from: that of the one it replaces, wider; None where it replaces none."""
    bot_id, _ = _version(connection, version)
    parent = (
        select(ENTRY.c.version_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .where(BOT_VERSION.c.bot_id == bot_id, ENTRY.c.version_id != version)
        .where(ENTRY.c.ladder_id == ladder.id, ENTRY.c.state == EntryState.ACTIVE)
        .order_by(BOT_VERSION.c.number.desc())
        .limit(1)
    )
    found = connection.execute(parent).scalar_one_or_none()
    if found is None:
        return None
    standing = standings(connection, ladder, {found}).get(found)
    if standing is None:
        return None
    return Rating(standing.rating.mu, min(SIGMA, hypot(standing.rating.sigma, WIDENING)))


def _withdraw(connection: Connection, version: int, now: datetime) -> None:
    here = (ENTRY.c.version_id == version) & (ENTRY.c.state == EntryState.ACTIVE)
    places = list(connection.execute(select(ENTRY.c.ladder_id).where(here)).scalars())
    connection.execute(update(ENTRY).where(here).values(state=EntryState.WITHDRAWN))
    for ladder in places:
        announce(connection, Topic.ENTRY, ladder, [version], now)


def _note_stage(connection: Connection, version: int, state: VersionState, text: str, now: datetime) -> None:
    newest = connection.execute(select(func.max(STAGE.c.no)).where(STAGE.c.version_id == version)).scalar_one()
    no = 0 if newest is None else newest + 1
    connection.execute(insert(STAGE).values(version_id=version, no=no, state=state, at=now, text=text))
    announce(connection, Topic.VERSION, None, [version], now)
