"""Moments of a normal distribution cut off where a result excludes it: v and w of the TrueSkill paper.

`v` is by how much the mean of N(t, 1) moves, `w` by which share its variance shrinks, when it is known that
the value exceeds `margin` (won) or lies within it (tied). Both are finite for every gap: where the density
underflows, the asymptote stands in.
"""

from math import erfc, exp, expm1, pi, sqrt

_ROOT_HALF = sqrt(0.5)
_DENSITY = 1 / sqrt(2 * pi)
_TAIL = 30.0
"""Standard deviations beyond which the tail is taken as its asymptote (erfc underflows at 37)."""


def won(t: float, margin: float) -> tuple[float, float]:
    """v and w given that the value exceeds the margin."""
    x = t - margin
    if x < -_TAIL:
        mean = -1 / x * (1 - 2 / x**2 + 10 / x**4)
        return mean - x, 1 - (1 - 6 / x**2 + 50 / x**4) / x**2
    v = _density(x) / _below(x)
    return v, v * (v + x)


def tied(t: float, margin: float) -> tuple[float, float]:
    """v and w given that the value lies within the margin, which is above 0."""
    near, far = margin - abs(t), -margin - abs(t)
    v, w = _tied_in_tail(near, far) if near < -_TAIL else _tied_in_body(abs(t), near, far)
    return (-v if t < 0 else v), w


def _tied_in_body(t: float, near: float, far: float) -> tuple[float, float]:
    mass = _below(near) - _below(far)
    v = (_density(far) - _density(near)) / mass
    w = v * v + (near * _density(near) - far * _density(far)) / mass
    return v, min(max(w, 0.0), 1 - 1e-12)


def _tied_in_tail(near: float, far: float) -> tuple[float, float]:
    """The far tail falls off like an exponential of rate |near|, cut at the width of the margin."""
    rate, width = -near, near - far
    if rate * width < 1e-3:
        mean, variance = width / 2, width**2 / 12
    else:
        ratio = width / expm1(rate * width) if rate * width < 700 else 0.0
        mean = 1 / rate - ratio
        variance = 1 / rate**2 - ratio * (ratio + width)
    return near - mean, 1 - variance


def _below(x: float) -> float:
    return 0.5 * erfc(-x * _ROOT_HALF)


def _density(x: float) -> float:
    return _DENSITY * exp(-x * x / 2)
