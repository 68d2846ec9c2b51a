"""`arena bench bots`: whether one bot is better than another, with how sure that is."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any

from arena.app.playing import CHUNK_ROTATIONS, Series, SeriesMatch, new_series, play_series, standings
from arena.ladder.points import chance_first_is_better, points
from arena.model.clock import Pace, TimeControl
from arena.model.errors import BadInput


def run(
    first: str,
    second: str,
    *,
    rotations: int,
    time_control: TimeControl,
    game: str = "stockpile",
    seats: int = 4,
    settings: Mapping[str, object] | None = None,
    tables: int = 1,
    seed: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Tables A,B,A,B (or A,B): mean points of both, and P(A beats B) by bootstrap over rotations."""
    _check(seats, tables, time_control)
    series = new_series(game, [first, second] * (seats // 2), settings or {}, rotations, seed, time_control)
    matches = _play(series, tables, progress)
    names = [entrant.key for entrant in series.table.entrants]
    ours, theirs = (_mean_points(series, matches, set(names[side::2])) for side in (0, 1))
    return {
        "game": game,
        "table": names,
        "rotations": rotations,
        "points_a": round(sum(ours) / rotations, 4),
        "points_b": round(sum(theirs) / rotations, 4),
        "p_a_beats_b": chance_first_is_better(ours, theirs),
        "faults": sum(len(match.record.faults) for match in matches),
        "standings": [
            {"bot": row.bot, "points": row.points, "matches": row.matches} for row in standings(series, matches)
        ],
    }


def _check(seats: int, tables: int, time_control: TimeControl) -> None:
    if seats % 2:
        raise BadInput(f"--seats is {seats}; A and B sit in turn, so it is an even number")
    cores = os.cpu_count() or 1
    if time_control.pace is Pace.SLOW and tables > cores:
        raise BadInput(f"--tables is {tables}, but there are {cores} cores; at the slow pace each table needs one")


def _play(series: Series, tables: int, progress: Callable[[int], None]) -> list[SeriesMatch]:
    """All matches in order, played at so many tables at once, each with processes of its own."""
    done = 0

    def count(_: object) -> None:
        nonlocal done
        done += 1
        progress(done)

    parts = [
        replace(series, rotations=series.rotations[at : at + CHUNK_ROTATIONS])
        for at in range(0, len(series.rotations), CHUNK_ROTATIONS)
    ]
    over = Event()
    pool = ThreadPoolExecutor(tables)
    try:
        played = [pool.submit(play_series, part, count, over.is_set) for part in parts]
        return [match for part in played for match in part.result()]
    finally:
        over.set()  # what is still being played when a signal has come ends at once
        pool.shutdown(cancel_futures=True)


def _mean_points(series: Series, matches: Sequence[SeriesMatch], side: set[str]) -> list[float]:
    """By rotation: mean points of a match of these bots."""
    sums: dict[int, list[float]] = {rotation.id: [] for rotation in series.rotations}
    for match in matches:
        earned = points(match.record.places)
        sums[match.rotation] += [share for bot, share in zip(match.seats, earned, strict=True) if bot in side]
    return [sum(shares) / len(shares) for shares in sums.values()]
