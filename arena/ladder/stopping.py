"""When a ladder's order is sure enough to stop."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.ladder.certainty import better
from arena.model.ratings import Rating


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Stop once every bot is better than the next with this probability, or the budget is spent."""

    sure: float = 0.95
    budget: int = 320
    """Matches per bot."""

    def unsure(self, ratings: Sequence[Rating]) -> list[int]:
        """Of ratings in the order of the table: places, from 0, of those that may be no better than the next."""
        return [place for place, (one, below) in enumerate(pairwise(ratings)) if better(one, below) < self.sure]
