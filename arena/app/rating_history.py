"""Why a bot's rating changed on a ladder, with the names of all who played."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from arena.ladder.history import Step, history
from arena.model.ratings import Rating
from arena.model.standings import NoSuchThing
from arena.store.database import Database
from arena.store.ladders import ladder_named
from arena.store.ratings import priors, results_since
from arena.store.tables import BOT, BOT_VERSION, ENTRY, MATCH


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A rated match of a bot's version."""

    match: int
    opponents: tuple[str, ...]
    """name@version, by seat."""
    prior: Rating
    expected: float
    """Points, 0 to 1, that the ratings before let expect."""
    place: int
    points: float
    posterior: Rating


def rating_history(database: Database, ladder: str, bot: str, last: int) -> list[RatedMatch]:
    """The last rated matches of a bot's newest version there, oldest first; NoSuchThing if it is not entered."""

    def read(connection: Connection) -> list[RatedMatch]:
        there = ladder_named(connection, ladder)
        version = _newest(connection, there.id, bot)
        if version is None:
            raise NoSuchThing(f"no bot {bot!r} on ladder {ladder!r}; `arena ladder show {ladder}` lists them")
        steps = history(there.rule, priors(connection, there), results_since(connection, there.id), version)[-last:]
        return _named(connection, there.id, steps)

    return database.read(read)


def _newest(connection: Connection, ladder_id: int, bot: str) -> int | None:
    query = (
        select(ENTRY.c.version_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(ENTRY.c.ladder_id == ladder_id, BOT.c.name == bot)
        .order_by(BOT_VERSION.c.number.desc())
        .limit(1)
    )
    return connection.execute(query).scalar_one_or_none()


def _named(connection: Connection, ladder_id: int, steps: list[Step]) -> list[RatedMatch]:
    numbers = [step.recorded_no for step in steps]
    here = (MATCH.c.ladder_id == ladder_id) & MATCH.c.recorded_no.in_(numbers)
    ids = {row.recorded_no: row.id for row in connection.execute(select(MATCH.c.recorded_no, MATCH.c.id).where(here))}
    versions = {version for step in steps for version in step.versions}
    query = (
        select(BOT_VERSION.c.id, BOT.c.name, BOT_VERSION.c.number)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT_VERSION.c.id.in_(versions))
    )
    names = {row.id: f"{row.name}@{row.number}" for row in connection.execute(query)}
    return [
        RatedMatch(
            match=ids[step.recorded_no],
            opponents=tuple(names[version] for seat, version in enumerate(step.versions) if seat != step.seat),
            prior=step.priors[step.seat],
            expected=step.expected,
            place=step.place,
            points=step.points,
            posterior=step.posterior,
        )
        for step in steps
    ]
