"""Why a rating changed: of each rated match what was believed before, expected, seen, and believed after."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.ladder.certainty import better
from arena.ladder.points import points
from arena.ladder.standings import NEWCOMER, Result, Standing, fold
from arena.model.ratings import Rating, RatingRule


@dataclass(frozen=True, slots=True)
class Step:
    """One rated match of the version."""

    recorded_no: int
    """Of the match on its ladder."""
    seat: int
    versions: tuple[int, ...]
    """By seat."""
    priors: tuple[Rating, ...]
    """By seat, before the match."""
    expected: float
    """Points, 0 to 1, that the priors let expect of it."""
    place: int
    points: float
    """Points that it got."""
    posterior: Rating


def history(rule: RatingRule, before: Mapping[int, Standing], results: Iterable[Result], version: int) -> list[Step]:
    """Every match of a version among a ladder's results, which are taken from the first."""
    standings = dict(before)
    steps = []
    for number, result in enumerate(results, start=1):
        priors = [standings.get(one, NEWCOMER).rating for one in result.versions]
        standings |= fold(rule, standings, [result])
        if version in result.versions:
            seat = result.versions.index(version)
            steps.append(
                Step(
                    recorded_no=number,
                    seat=seat,
                    versions=result.versions,
                    priors=tuple(priors),
                    expected=_expected(priors, seat),
                    place=result.places[seat],
                    points=points(result.places)[seat],
                    posterior=standings[version].rating,
                )
            )
    return steps


def _expected(priors: list[Rating], seat: int) -> float:
    """The mean probability of being better than each of the others."""
    others = [better(priors[seat], prior) for other, prior in enumerate(priors) if other != seat]
    return sum(others) / len(others)
