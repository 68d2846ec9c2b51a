"""Points of a match, and how sure it is that one bot earns more of them than another."""

from collections.abc import Sequence

import numpy as np

RESAMPLES = 10_000


def points(places: Sequence[int]) -> tuple[float, ...]:
    """By seat: (opponents placed behind + half of those level) / (seats - 1); 1 for a clear win."""
    others = len(places) - 1
    return tuple(
        (sum(other > place for other in places) + (sum(other == place for other in places) - 1) / 2) / others
        for place in places
    )


def chance_first_is_better(
    first: Sequence[float], second: Sequence[float], *, resamples: int = RESAMPLES, seed: int = 0
) -> float:
    """Share of bootstrap resamples of rotations in which A's mean points exceed B's.

    `first[r]` and `second[r]` are the mean points of A and B in rotation r; both played in every one of them.
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"{len(first)} and {len(second)} rotations; both bots played the same ones")
    gaps = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    dice = np.random.default_rng(seed)
    ahead = done = 0
    while done < resamples:
        take = min(resamples - done, max(1, 4_000_000 // len(gaps)))
        sums = gaps[dice.integers(0, len(gaps), size=(take, len(gaps)))].sum(axis=1)
        ahead += int((sums > 1e-9).sum())
        done += take
    return ahead / resamples
