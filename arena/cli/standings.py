"""Leaderboards as tables and as JSON."""

from typing import Any

from arena.app.home import Home
from arena.app.service import open_database
from arena.cli.tables import console, new_table
from arena.model.standings import Leaderboard, LeaderboardRow
from arena.store.reading import SqlReading


def read_leaderboards(home: Home, name: str | None = None) -> list[Leaderboard]:
    """The leaderboards of a home, or one of them; NoSuchThing names those that are there."""
    database = open_database(home)
    try:
        reading = SqlReading(database)
        names = [ladder.spec.name for ladder in reading.ladders()] if name is None else [name]
        return [reading.leaderboard(one) for one in names]
    finally:
        database.close()


def print_leaderboards(home: Home) -> None:
    """All of a home, as tables."""
    for board in read_leaderboards(home):
        print_leaderboard(board)


def print_leaderboard(board: Leaderboard) -> None:
    """One leaderboard as a table."""
    numbers = ("rating", "± 2 sigma", "batch fit", "95 %", "rotations", "faults")
    table = new_table("rank", "bot", numbers=numbers)
    for row in board.rows:
        table.add_row(*_cells(row))
    ladder = board.ladder
    out = console()
    out.print(
        f"{ladder.spec.name}: {ladder.rotations} rotations, {ladder.matches} matches", style="bold", highlight=False
    )
    out.print(table)


def leaderboard_json(board: Leaderboard) -> dict[str, Any]:
    """One leaderboard as `arena ladder --json` prints it."""
    ladder = board.ladder
    return {
        "ladder": ladder.spec.name,
        "game": ladder.spec.game,
        "players": ladder.spec.players,
        "rotations": ladder.rotations,
        "matches": ladder.matches,
        "standings": [_row_json(row) for row in board.rows],
    }


def _row_json(row: LeaderboardRow) -> dict[str, Any]:
    batch = row.batch
    return {
        "rank": row.rank,
        "bot": row.bot,
        "version": row.version,
        "mu": row.mu,
        "sigma": row.sigma,
        "rating": row.rating,
        "rotations": row.rotations,
        "matches": row.matches,
        "faults": row.faults,
        "provisional": row.provisional,
        "batch": None if batch is None else {"rating": batch.rating, "low": batch.low, "high": batch.high},
    }


def _cells(row: LeaderboardRow) -> tuple[str, ...]:
    batch = row.batch
    return (
        "-" if row.rank is None else str(row.rank),
        row.bot + (" (provisional)" if row.provisional else ""),
        f"{row.rating:.1f}",
        f"{2 * row.sigma:.1f}",
        "-" if batch is None else f"{batch.rating:.1f}",
        "-" if batch is None else f"{batch.low:.1f}-{batch.high:.1f}",
        str(row.rotations),
        str(row.faults),
    )
