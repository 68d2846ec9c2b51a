"""What a seat is worth: in a rotation every bot sits once in every seat, so seats are compared on the same bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from arena.ladder.points import points
from arena.ladder.standings import Result


@dataclass(frozen=True, slots=True)
class SeatWorth:
    """One seat's mean points, 0 to 1; one half if seats are worth the same."""

    seat: int
    points: float
    error: float
    """Standard error, by rotations."""


def seat_worths(results: Sequence[Result]) -> list[SeatWorth]:
    """By seat; none with fewer than two rotations."""
    rotations: dict[int, list[tuple[float, ...]]] = {}
    for result in results:
        rotations.setdefault(result.rotation, []).append(points(result.places))
    if len(rotations) < 2:
        return []
    means = [[fmean(column) for column in zip(*matches, strict=True)] for matches in rotations.values()]
    return [
        SeatWorth(seat, fmean(column), stdev(column) / len(column) ** 0.5)
        for seat, column in enumerate(zip(*means, strict=True))
    ]
