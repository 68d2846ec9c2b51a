"""How sure an order is."""

from math import hypot
from statistics import NormalDist

from arena.model.ratings import Rating


def better(one: Rating, other: Rating) -> float:
    """The probability that one's skill is above the other's, as the ratings have it (their errors independent)."""
    return NormalDist().cdf((one.mu - other.mu) / hypot(one.sigma, other.sigma))
