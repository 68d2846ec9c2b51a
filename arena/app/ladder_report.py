"""How far a ladder's table can be trusted: what seats are worth, cycles at its top, and how far twins stand apart."""

from dataclasses import dataclass

from sqlalchemy import Connection

from arena.ladder.cycles import cycles
from arena.ladder.seats import SeatWorth, seat_worths
from arena.model.standings import LeaderboardRow
from arena.store.database import Database
from arena.store.ladders import ladder_named
from arena.store.ratings import results_since
from arena.store.reading import SqlReading

TOP = 10
TWIN = "_twin"
"""Ends the name of a house bot that is another's files under a second name."""


@dataclass(frozen=True, slots=True)
class NoiseFloor:
    """Two entries of one bot: what lies between them is chance alone."""

    bot: str
    twin: str
    gap: float
    """Of their ratings (mu - 3 sigma), without its sign."""


@dataclass(frozen=True, slots=True)
class LadderReport:
    """Of one ladder."""

    ladder: str
    matches: int
    seats: tuple[SeatWorth, ...]
    cycles: tuple[tuple[str, ...], ...]
    """Bots of which each beats the next and the last the first, beyond chance."""
    noise_floor: NoiseFloor | None
    """None where no house bot has a twin that has played."""


def ladder_report(database: Database, name: str) -> LadderReport:
    """The report of a ladder; BadInput names those there are."""
    rows = SqlReading(database).leaderboard(name).rows

    def read(connection: Connection) -> LadderReport:
        results = list(results_since(connection, ladder_named(connection, name).id))
        names = {row.version_id: row.bot for row in rows}
        top = [row.version_id for row in rows[:TOP] if not row.provisional]
        found = tuple(tuple(names[version] for version in cycle) for cycle in cycles(results, top))
        return LadderReport(name, len(results), tuple(seat_worths(results)), found, _noise_floor(rows))

    return database.read(read)


def _noise_floor(rows: tuple[LeaderboardRow, ...]) -> NoiseFloor | None:
    by_name = {row.bot: row for row in rows if row.owner is None and row.matches}
    for name, row in by_name.items():
        twin = by_name.get(f"{name}{TWIN}")
        if twin is not None:
            return NoiseFloor(name, twin.bot, abs(row.rating - twin.rating))
    return None
