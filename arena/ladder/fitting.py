"""The rule of rating that a ladder's matches ask for: how much luck is in one performance, and how often equals tie.

TrueSkill's unit is free: a newcomer's sigma is laid upon the spread of the bots' skills, and beta follows from how
surely the stronger of two wins. The spread is that of the batch ratings less what is only their error (the variance of
their bootstrap); ties are counted against what the gaps let expect.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, sqrt

import numpy as np

from arena.ladder.batch import BatchRating, fit
from arena.ladder.comparisons import Floats
from arena.ladder.standings import Result
from arena.model.errors import BadInput
from arena.model.ratings import SIGMA, RatingRule

FEWEST_BOTS = 5
"""With fewer there is no telling how far skills are spread."""
FEWEST_MATCHES = 30
"""Of a bot, to be counted among them."""
DRAWS = (0.001, 0.9)
"""Bounds of the draw probability, see `RatingRule`."""
_INTERVAL = 2 * 1.96
"""Standard errors in a 95 % interval."""
_STEPS = 60


@dataclass(frozen=True, slots=True)
class FittedRule:
    """A rule with what it was fitted to."""

    rule: RatingRule
    bots: int
    matches: int
    spread: float
    """Standard deviation of the bots' skills, in the unit of the rule before."""
    ties: float
    """Of all pairs that met, the share that tied."""


def fit_rule(before: RatingRule, results: Sequence[Result], *, resamples: int = 100) -> FittedRule:
    """The rule for these matches; BadInput if too few bots have played, or all are alike as far as can be told."""
    counts: dict[int, int] = {}
    for result in results:
        for version in result.versions:
            counts[version] = counts.get(version, 0) + 1
    ratings = [row for row in fit(before, results, resamples=resamples) if counts[row.version] >= FEWEST_MATCHES]
    if len(ratings) < FEWEST_BOTS:
        raise BadInput(
            f"{len(ratings)} bots have played {FEWEST_MATCHES} matches or more; a fit needs {FEWEST_BOTS} of them"
        )
    spread = _spread(ratings)
    beta = before.beta * SIGMA / spread
    gaps, ties = _pairs(results, {row.version: row.rating * SIGMA / spread for row in ratings})
    return FittedRule(
        RatingRule(beta, _draws(gaps, ties, beta)), len(ratings), len(results), spread, float(ties.mean())
    )


def _spread(ratings: Sequence[BatchRating]) -> float:
    """Of skills, without the ratings' error."""
    seen = float(np.var([row.rating for row in ratings], ddof=1))
    error = float(np.mean([((row.high - row.low) / _INTERVAL) ** 2 for row in ratings]))
    if seen <= error:
        raise BadInput("the bots are alike as far as their matches tell; play more of them first")
    return sqrt(seen - error)


def _pairs(results: Sequence[Result], skills: dict[int, float]) -> tuple[Floats, Floats]:
    """Of every two bots of a match: the gap of their skills, and one if they tied."""
    gaps, ties = [], []
    for result in results:
        for left, (version, place) in enumerate(zip(result.versions, result.places, strict=True)):
            for other, level in zip(result.versions[left + 1 :], result.places[left + 1 :], strict=True):
                if version in skills and other in skills:
                    gaps.append(skills[version] - skills[other])
                    ties.append(float(place == level))
    return np.array(gaps), np.array(ties)


def _draws(gaps: Floats, ties: Floats, beta: float) -> float:
    """The draw probability of equals at which as many ties are expected as there were, by halving."""
    scale = sqrt(2) * beta
    low, high = 0.0, 10.0 * scale
    for _ in range(_STEPS):
        margin = (low + high) / 2
        expected = float(np.mean(_normal((margin - gaps) / scale) - _normal((-margin - gaps) / scale)))
        low, high = (margin, high) if expected < float(ties.mean()) else (low, margin)
    return min(max(2 * float(_normal(np.array(low / scale))) - 1, DRAWS[0]), DRAWS[1])


_erf = np.vectorize(erf, otypes=[np.float64])


def _normal(x: Floats) -> Floats:
    """The normal distribution's cumulative probability."""
    half: Floats = 0.5 * (1 + _erf(x / sqrt(2)))
    return half
