"""A field of bots whose skills are known, and how a match of theirs ends: what a ladder has to find out."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(slots=True)
class Field:
    """Bots by number. A performance is a bot's skill, its luck of the match, and what its seat is worth.

    Skills have a standard deviation of one among bots; `luck` is that of one performance in the same unit.
    """

    skills: Floats
    luck: float
    seat_effects: Floats
    """By seat; zeros where seats are worth the same."""
    dice: np.random.Generator
    sums: Floats = field(init=False)
    """By bot: of all its performances, seats' worth taken off."""
    matches: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.sums = np.zeros(len(self.skills))
        self.matches = np.zeros(len(self.skills), dtype=np.int64)

    def play(self, bots: Sequence[int], order: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """A rotation of these bots, ascending, in a cyclic order: bots by seat and places of each of its matches."""
        seats = len(bots)
        played = []
        for match in range(seats):
            seated = [bots[order[(seat + match) % seats]] for seat in range(seats)]
            shown = self.skills[seated] + self.luck * self.dice.standard_normal(seats)
            self.sums[seated] += shown
            self.matches[seated] += 1
            ranks = np.argsort(np.argsort(-(shown + self.seat_effects)))
            played.append((tuple(seated), tuple(int(rank) + 1 for rank in ranks)))
        return played

    def seen(self) -> Floats:
        """What an estimator would say that sees the performances themselves: their mean by bot."""
        return self.sums / np.maximum(self.matches, 1)


def new_field(bots: int, luck: float, seat_effect: float, players: int, dice: np.random.Generator) -> Field:
    """Bots with normal skills; the first seat is worth `seat_effect` more than the last, those between in steps."""
    return Field(dice.standard_normal(bots), luck, np.linspace(seat_effect / 2, -seat_effect / 2, players), dice)


def kendall(truth: Floats, estimate: Floats) -> float:
    """Kendall's tau of two orders without ties in the truth, -1 to 1; a tie in the estimate counts half."""
    agree = np.sign(truth[:, None] - truth[None, :]) * np.sign(estimate[:, None] - estimate[None, :])
    return float(agree.sum() / (len(truth) * (len(truth) - 1)))
