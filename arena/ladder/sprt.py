"""Is one bot better than another? A sequential test on the rotations of two: it ends as soon as the answer is sure.

Wald's sequential probability ratio test in its generalized form for scores of unknown variance, as fishtest uses it: a
rotation (each bot once in either seat) is one observation, so that the luck of a seat is in no error. The log
likelihood ratio of n rotations with mean score m and variance v is n (s1 - s0) (2 m - s0 - s1) / (2 v).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log

import numpy as np

FEWEST_ROTATIONS = 8
"""Before, the variance is hardly known, and nothing is decided."""


class Answer(Enum):
    """What a test has come to."""

    BETTER = "better"
    NOT_BETTER = "not better"
    GO_ON = "go on"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "not better" (a mean score of `even`) against "better by `gain` or more"."""

    gain: float = 0.05
    """Points a match, 0 to 1, above one half."""
    even: float = 0.5
    alpha: float = 0.05
    """How often "better" may be the answer where it is not."""
    beta: float = 0.05
    """How often "not better" may be the answer where it is by `gain`."""

    def __post_init__(self) -> None:
        if not 0 < self.gain < 0.5:
            raise ValueError(f"gain is {self.gain}; it is above 0 and below 0.5")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha is {self.alpha} and beta {self.beta}; each is above 0 and below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log likelihood ratio: at or below the first not better, at or above the second better."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """The log likelihood ratio of these rotations' mean points a match."""
        seen = np.asarray(scores, dtype=float)
        variance = max(float(seen.var(ddof=1)), 1e-6) if len(seen) > 1 else 1.0
        better = self.even + self.gain
        return (
            float(len(seen) * self.gain * (2 * seen.mean() - self.even - better) / (2 * variance)) if len(seen) else 0.0
        )

    def answer(self, scores: Sequence[float]) -> Answer:
        """What is sure after these rotations."""
        low, high = self.bounds
        if len(scores) < FEWEST_ROTATIONS:
            return Answer.GO_ON
        ratio = self.ratio(scores)
        if ratio >= high:
            return Answer.BETTER
        return Answer.NOT_BETTER if ratio <= low else Answer.GO_ON
