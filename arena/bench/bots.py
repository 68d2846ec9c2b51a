"""`arena bench bots`: whether one bot is better than another, with how sure that is."""

from collections.abc import Callable, Sequence
from typing import Any

from arena.app.playing import Series, SeriesMatch, new_series, play_series, standings
from arena.ladder.points import chance_first_is_better, points
from arena.model.clock import TimeControl


def run(
    first: str,
    second: str,
    *,
    rotations: int,
    time_control: TimeControl,
    game: str = "stockpile",
    seats: int = 4,
    seed: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Tables A,B,A,B: mean points of both, and P(A beats B) by bootstrap over rotations."""
    bots = [first, second] * (seats // 2)
    series = new_series(game, bots, {}, rotations, seed, time_control)
    done = 0

    def count(_: object) -> None:
        nonlocal done
        done += 1
        progress(done)

    matches = play_series(series, count)
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


def _mean_points(series: Series, matches: Sequence[SeriesMatch], side: set[str]) -> list[float]:
    """By rotation: mean points of a match of these bots."""
    sums: dict[int, list[float]] = {rotation.id: [] for rotation in series.rotations}
    for match in matches:
        earned = points(match.record.places)
        sums[match.rotation] += [share for bot, share in zip(match.seats, earned, strict=True) if bot in side]
    return [sum(shares) / len(shares) for shares in sums.values()]
