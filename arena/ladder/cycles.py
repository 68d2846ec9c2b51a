"""Where no order can be right: bots of which each beats the next, and the last the first."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arena.ladder.comparisons import Comparisons, compare
from arena.ladder.standings import Result

SURELY = 1.645
"""Standard errors above one half: one in twenty by chance."""
FEWEST_ROTATIONS = 10
"""Of two bots together, before anything is said of them."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two versions over the rotations they played together."""

    one: int
    other: int
    rotations: int
    share: float
    """Of one's points against the other, ties half."""
    error: float
    """Standard error, by rotations."""

    @property
    def surely(self) -> bool:
        """Whether one is above the other beyond chance."""
        return self.rotations >= FEWEST_ROTATIONS and self.share - SURELY * self.error > 0.5


def head_to_heads(results: Sequence[Result], versions: Sequence[int]) -> dict[tuple[int, int], HeadToHead]:
    """Both ways round, of those among these versions that met in at least two rotations."""
    if not results:
        return {}
    comparisons = compare(results)
    found: dict[tuple[int, int], HeadToHead] = {}
    for pair, (first, second) in enumerate(zip(comparisons.first, comparisons.second, strict=True)):
        one, other = comparisons.versions[first], comparisons.versions[second]
        if one in versions and other in versions and (row := _measured(comparisons, pair, one, other)):
            found[one, other] = row
            found[other, one] = HeadToHead(other, one, row.rotations, 1 - row.share, row.error)
    return found


def cycles(results: Sequence[Result], top: Sequence[int]) -> list[tuple[int, int, int]]:
    """Threes among the top of which each surely beats the next and the last the first; smallest version first."""
    met = head_to_heads(results, top)

    def beats(one: int, other: int) -> bool:
        row = met.get((one, other))
        return row is not None and row.surely

    found = []
    for a, b, c in combinations(sorted(top), 3):
        if beats(a, b) and beats(b, c) and beats(c, a):
            found.append((a, b, c))
        elif beats(a, c) and beats(c, b) and beats(b, a):
            found.append((a, c, b))
    return found


def _measured(comparisons: Comparisons, pair: int, one: int, other: int) -> HeadToHead | None:
    here = comparisons.pair == pair
    shares = comparisons.won[here] / comparisons.met[here]
    if len(shares) < 2:
        return None
    error = float(np.std(shares, ddof=1)) / len(shares) ** 0.5
    return HeadToHead(one, other, len(shares), float(shares.mean()), error)
