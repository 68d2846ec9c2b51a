"""Matches as pairwise comparisons: the sparse arrays the batch fit works on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.ladder.standings import Result

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Who beat whom how often: one entry per rotation and pair that met in it.

    `versions[b]` is the version of bot b; pair p is (first[p], second[p]) with first < second. Entry e says
    that in rotation `rotation[e]` pair `pair[e]` met `met[e]` times and its first bot won `won[e]` of them,
    ties half.
    """

    versions: tuple[int, ...]
    rotations: int
    first: Ints
    second: Ints
    rotation: Ints
    pair: Ints
    met: Floats
    won: Floats

    def totals(self, weight: Floats | None = None) -> tuple[Floats, Floats]:
        """By pair: times met, times won by its first bot; each rotation counted `weight` times."""
        factor = 1.0 if weight is None else weight[self.rotation]
        size = len(self.first)
        met = np.bincount(self.pair, weights=self.met * factor, minlength=size)
        won = np.bincount(self.pair, weights=self.won * factor, minlength=size)
        return met.astype(np.float64), won.astype(np.float64)


def compare(results: Sequence[Result]) -> Comparisons:
    """Take every match apart into its pairs, a tie being half a win each."""
    columns = [_of_seats(seats, results) for seats in sorted({len(result.places) for result in results})]
    rotation, a, b, won = (np.concatenate(column) for column in zip(*columns, strict=True))
    versions, places = np.unique(np.concatenate([a, b]), return_inverse=True)
    a, b = places[: len(a)], places[len(a) :]
    swap = a > b
    low, high, won = np.where(swap, b, a), np.where(swap, a, b), np.where(swap, 1 - won, won)
    pairs, pair = np.unique(low * len(versions) + high, return_inverse=True)
    rotations, rotation = np.unique(rotation, return_inverse=True)
    entries, entry = np.unique(rotation * len(pairs) + pair, return_inverse=True)
    return Comparisons(
        versions=tuple(int(version) for version in versions),
        rotations=len(rotations),
        first=pairs // len(versions),
        second=pairs % len(versions),
        rotation=entries // len(pairs),
        pair=entries % len(pairs),
        met=np.bincount(entry).astype(float),
        won=np.bincount(entry, weights=won).astype(np.float64),
    )


def _of_seats(seats: int, results: Sequence[Result]) -> tuple[Ints, Ints, Ints, Floats]:
    """Rotation, both versions and the first one's share, for every pair of seats of these matches."""
    chosen = [result for result in results if len(result.places) == seats]
    rotation = np.array([result.rotation for result in chosen], dtype=np.int64)
    versions = np.array([result.versions for result in chosen], dtype=np.int64)
    places = np.array([result.places for result in chosen], dtype=np.int64)
    left, right = np.triu_indices(seats, 1)
    share = (np.sign(places[:, right] - places[:, left]) + 1) / 2
    return (
        np.repeat(rotation, len(left)),
        versions[:, left].ravel(),
        versions[:, right].ravel(),
        share.ravel(),
    )
