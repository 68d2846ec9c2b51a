"""Standings: a fold over the recorded matches of a ladder, in the order in which they were recorded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.ladder.points import points
from arena.ladder.rating import rate
from arena.model.ratings import PROVISIONAL_BELOW, Rating, RatingRule

UNRATED = Rating()
"""Of a version that has not played."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the ladder takes of one recorded match."""

    rotation: int
    versions: tuple[int, ...]
    """By seat."""
    places: tuple[int, ...]
    faults: tuple[int, ...]
    """How many, by seat."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot version on one ladder."""

    rating: Rating = UNRATED
    matches: int = 0
    points: float = 0.0
    faults: int = 0

    @property
    def provisional(self) -> bool:
        """Too few matches to stand in the table."""
        return self.matches < PROVISIONAL_BELOW


NEWCOMER = Standing()


def fold(rule: RatingRule, before: Mapping[int, Standing], results: Iterable[Result]) -> dict[int, Standing]:
    """The standings of all versions that played in `results`, taken one by one after `before`."""
    after: dict[int, Standing] = {}
    for result in results:
        old = [after.get(version) or before.get(version, NEWCOMER) for version in result.versions]
        rated = rate(rule, [standing.rating for standing in old], result.places)
        earned = points(result.places)
        for seat, version in enumerate(result.versions):
            was = old[seat]
            after[version] = Standing(
                rated[seat], was.matches + 1, was.points + earned[seat], was.faults + result.faults[seat]
            )
    return after


@dataclass(frozen=True, slots=True)
class Placed:
    """A version's place in the table; rank None while it is provisional."""

    version: int
    rank: int | None
    standing: Standing


def ranked(standings: Mapping[int, Standing]) -> list[Placed]:
    """The table: by mu - 3 sigma, provisional versions after all others; equal ratings share a rank."""
    order = sorted(standings.items(), key=_place)
    table: list[Placed] = []
    for place, (version, standing) in enumerate(order, start=1):
        level = bool(table) and table[-1].standing.rating.exposed == standing.rating.exposed
        rank = table[-1].rank if level else place
        table.append(Placed(version, None if standing.provisional else rank, standing))
    return table


def _place(item: tuple[int, Standing]) -> tuple[bool, float, int]:
    version, standing = item
    return standing.provisional, -standing.rating.exposed, version
