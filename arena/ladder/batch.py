"""Batch rating: one fit over all matches at once, beside the live rating that depends on their order.

Pairwise Bradley-Terry on places with a weak normal prior, fitted by Newton steps whose equations are solved
by conjugate gradients on the pairs that met (nothing dense), for many bootstrap resamples at a time. Its
scale is that of TrueSkill: a gap d wins with logistic(1.702 d / (sqrt(2) beta)), which is the normal curve
to a hundredth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from arena.ladder.comparisons import Comparisons, Floats, Ints, compare
from arena.ladder.standings import Result
from arena.model.ratings import MU, SIGMA, RatingRule

_LOGISTIC = 1.702
"""The logistic curve nearest to the normal one (Haley 1952)."""
_PRIOR_SIGMA = 2 * SIGMA
_TOLERANCE = 1e-8
_BLOCK = 2_000_000
"""Numbers held at a time per array while resampling."""
_NEWTON_STEPS = 100


@dataclass(frozen=True, slots=True)
class BatchRating:
    """What the batch fit says of one version."""

    version: int
    rating: float
    low: float
    high: float
    """Bounds of the 95 % interval by bootstrap over rotations."""
    rank: int


def fit(rule: RatingRule, results: Sequence[Result], *, resamples: int = 200, seed: int = 0) -> list[BatchRating]:
    """Ratings of all versions in `results`, best first; none without results."""
    if not results:
        return []
    comparisons = compare(results)
    unit = sqrt(2) * rule.beta / _LOGISTIC
    model = _Model(comparisons, prior=(unit / _PRIOR_SIGMA) ** 2)
    met, won = comparisons.totals()
    centre = model.solve(met[None], won[None], np.zeros((1, len(comparisons.versions))))
    spread = _bootstrap(model, centre, resamples, np.random.default_rng(seed))
    middle = MU + unit * centre[0]
    low, high = MU + unit * np.quantile(spread, [0.025, 0.975], axis=0)
    order = np.argsort(-middle, kind="stable")
    return [
        BatchRating(comparisons.versions[bot], float(middle[bot]), float(low[bot]), float(high[bot]), rank)
        for rank, bot in enumerate(order.tolist(), start=1)
    ]


def _bootstrap(model: "_Model", centre: Floats, resamples: int, dice: np.random.Generator) -> Floats:
    """Fits of as many resamples of the rotations, a row each."""
    rotations = model.comparisons.rotations
    block = max(1, _BLOCK // max(2 * len(model.comparisons.first), 1))
    fits: list[Floats] = []
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        met = np.empty((rows, len(model.comparisons.first)))
        won = np.empty_like(met)
        for row in range(rows):
            times = np.bincount(dice.integers(0, rotations, rotations), minlength=rotations)
            met[row], won[row] = model.comparisons.totals(times.astype(float))
        fits.append(model.solve(met, won, np.repeat(centre, rows, axis=0), tolerance=1e-3))
    return np.concatenate(fits)


class _Model:
    """The likelihood over pairs; every array has a row per resample."""

    def __init__(self, comparisons: Comparisons, prior: float) -> None:
        self.comparisons = comparisons
        self._prior = prior
        bots = len(comparisons.versions)
        ends = np.concatenate([comparisons.first, comparisons.second])
        self._order: Ints = np.argsort(ends, kind="stable")
        self._starts: Ints = np.searchsorted(ends[self._order], np.arange(bots))

    def solve(self, met: Floats, won: Floats, start: Floats, *, tolerance: float = _TOLERANCE) -> Floats:
        """The most probable skills given the totals of each pair, in logistic units."""
        skill = start.copy()
        for _ in range(_NEWTON_STEPS):
            gap = self._gap(skill)
            expected = 0.5 * (1 + np.tanh(gap / 2))
            gradient = self._gather(won - met * expected) - self._prior * skill
            step = self._newton_step(met * expected * (1 - expected), gradient)
            skill += np.clip(step, -3, 3)
            if float(np.abs(step).max()) < tolerance:
                break
        return skill

    def _gap(self, skill: Floats) -> Floats:
        return skill[:, self.comparisons.first] - skill[:, self.comparisons.second]

    def _gather(self, flow: Floats) -> Floats:
        """By bot: the flow of the pairs it is first in less that of the pairs it is second in."""
        both = np.concatenate([flow, -flow], axis=1)
        return np.add.reduceat(both[:, self._order], self._starts, axis=1)

    def _newton_step(self, weight: Floats, gradient: Floats) -> Floats:
        """Solve (Laplacian of the weights + prior) step = gradient by preconditioned conjugate gradients."""
        both = np.concatenate([weight, weight], axis=1)
        scale = 1 / (np.add.reduceat(both[:, self._order], self._starts, axis=1) + self._prior)
        step = np.zeros_like(gradient)
        rest = gradient.copy()
        search = scale * rest
        energy = (rest * search).sum(axis=1, keepdims=True)
        goal = 1e-12 * energy.max() + 1e-300
        for _ in range(4 * gradient.shape[1] + 10):
            if float(energy.max()) <= goal:
                break
            image = self._gather(weight * self._gap(search)) + self._prior * search
            share = energy / np.maximum((search * image).sum(axis=1, keepdims=True), 1e-300)
            step += share * search
            rest -= share * image
            ready = scale * rest
            fresh = (rest * ready).sum(axis=1, keepdims=True)
            search = ready + fresh / np.maximum(energy, 1e-300) * search
            energy = fresh
        return step


def disagreeing(live: Mapping[int, float], batch: Sequence[BatchRating]) -> frozenset[int]:
    """Versions whose live rating lies outside the batch interval once both scales are laid on each other.

    The scales are matched by a straight line fitted to all versions in both; with fewer than four there is
    no telling.
    """
    both = [row for row in batch if row.version in live]
    if len(both) < 4:
        return frozenset()
    x = np.array([live[row.version] for row in both])
    y = np.array([row.rating for row in both])
    slope, offset = np.polyfit(x, y, 1) if float(np.ptp(x)) > 1e-9 else (0.0, float(y.mean()))
    return frozenset(
        row.version
        for row, told in zip(both, slope * x + offset, strict=True)
        if not row.low - _slack(row) <= told <= row.high + _slack(row)
    )


def _slack(row: BatchRating) -> float:
    """Half the interval's width again: the live rating has an error of its own, about as large."""
    return (row.high - row.low) / 4
