"""Bots and their versions in the database, and their entry in ladders."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from arena.model.errors import BadInput
from arena.model.ladders import Topic
from arena.model.ratings import Rating
from arena.store.changes import announce
from arena.store.tables import BOT, BOT_VERSION, ENTRY, EntryState


@dataclass(frozen=True, slots=True)
class Upload:
    """A version of a bot as it comes in."""

    name: str
    digest: str
    """SHA-256 over its files and manifest, in hex."""
    manifest: str
    owner: str | None = None
    """None for a house bot."""


def register(connection: Connection, upload: Upload, now: datetime) -> int:
    """Id of the version with this content, made if it is new; BadInput if the name is another owner's."""
    bot = connection.execute(select(BOT).where(BOT.c.name == upload.name)).one_or_none()
    if bot is None:
        values = {"name": upload.name, "owner": upload.owner, "created_at": now}
        bot_id = _inserted(connection.execute(insert(BOT).values(values)).inserted_primary_key)
    elif bot.owner != upload.owner:
        raise BadInput(f"the name {upload.name!r} belongs to {bot.owner or 'a house bot'}; choose another")
    else:
        bot_id = bot.id
    return _version(connection, bot_id, upload, now)


def enter(
    connection: Connection, ladder_id: int, version_id: int, now: datetime, *, prior: Rating | None = None
) -> None:
    """Let a version be paired on a ladder in place of the bot's earlier ones; its first prior stays."""
    version = connection.execute(select(BOT_VERSION).where(BOT_VERSION.c.id == version_id)).one()
    siblings = select(BOT_VERSION.c.id).where(BOT_VERSION.c.bot_id == version.bot_id, BOT_VERSION.c.id != version_id)
    here = ENTRY.c.ladder_id == ladder_id
    retire = update(ENTRY).where(here, ENTRY.c.version_id.in_(siblings), ENTRY.c.state == EntryState.ACTIVE)
    retired = connection.execute(retire.values(state=EntryState.WITHDRAWN)).rowcount
    entry = connection.execute(select(ENTRY).where(here, ENTRY.c.version_id == version_id)).one_or_none()
    if entry is None:
        values: dict[str, Any] = {"ladder_id": ladder_id, "version_id": version_id, "entered_at": now}
        if prior is not None:
            values |= {"prior_mu": prior.mu, "prior_sigma": prior.sigma}
        connection.execute(insert(ENTRY).values(values | {"state": EntryState.ACTIVE}))
    elif entry.state is not EntryState.ACTIVE:
        again = update(ENTRY).where(here, ENTRY.c.version_id == version_id)
        connection.execute(again.values(state=EntryState.ACTIVE))
    elif not retired:
        return
    announce(connection, Topic.ENTRY, ladder_id, [version_id], now)


def withdraw_others(connection: Connection, ladder_id: int, keep: set[int], now: datetime) -> None:
    """Pair no house bots but these versions from now on; results of the others stay."""
    active = (
        select(ENTRY.c.version_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(ENTRY.c.ladder_id == ladder_id, ENTRY.c.state == EntryState.ACTIVE)
        .where(ENTRY.c.version_id.not_in(keep), BOT.c.owner.is_(None))
    )
    leaving = list(connection.execute(active).scalars())
    if leaving:
        these = update(ENTRY).where(ENTRY.c.ladder_id == ladder_id, ENTRY.c.version_id.in_(leaving))
        connection.execute(these.values(state=EntryState.WITHDRAWN))
        announce(connection, Topic.ENTRY, ladder_id, leaving, now)


def _version(connection: Connection, bot_id: int, upload: Upload, now: datetime) -> int:
    mine = BOT_VERSION.c.bot_id == bot_id
    known = select(BOT_VERSION).where(mine, BOT_VERSION.c.digest == upload.digest)
    version = connection.execute(known).one_or_none()
    if version is None:
        newest = connection.execute(select(func.max(BOT_VERSION.c.number)).where(mine)).scalar_one()
        values = {"bot_id": bot_id, "number": (newest or 0) + 1, "digest": upload.digest}
        new = insert(BOT_VERSION).values(values | {"manifest": upload.manifest, "created_at": now})
        return _inserted(connection.execute(new).inserted_primary_key)
    if version.manifest != upload.manifest:
        moved = update(BOT_VERSION).where(BOT_VERSION.c.id == version.id)
        connection.execute(moved.values(manifest=upload.manifest))
    version_id: int = version.id
    return version_id


def _inserted(key: "tuple[int, ...] | object") -> int:
    (number,) = key  # type: ignore[misc]
    assert isinstance(number, int)
    return number
