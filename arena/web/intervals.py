"""Where an interval bar is drawn: ratings to positions on a bar of 100 units."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, in units of its width / 100."""

    left: float
    width: float
    middle: float


@dataclass(frozen=True, slots=True)
class Scale:
    """The ratings a column of bars spans."""

    low: float
    high: float

    @classmethod
    def over(cls, ratings: Sequence[tuple[float, float]]) -> "Scale":
        """The scale that shows mu +- 2 sigma of every (mu, sigma)."""
        low = min((mu - 2 * sigma for mu, sigma in ratings), default=0.0)
        high = max((mu + 2 * sigma for mu, sigma in ratings), default=1.0)
        return cls(low, max(high, low + 1e-9))

    def bar(self, mu: float, sigma: float) -> Bar:
        """The bar of mu +- 2 sigma."""
        left, right, middle = (self._at(value) for value in (mu - 2 * sigma, mu + 2 * sigma, mu))
        return Bar(round(left, 2), round(right - left, 2), round(middle, 2))

    def _at(self, value: float) -> float:
        return 2 + 96 * (value - self.low) / (self.high - self.low)
