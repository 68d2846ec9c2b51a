"""An observation as one flat array: its fields in order, each as wide as the game says it may get.

A list whose length varies is filled up with the number below its lowest, so no number it may hold is taken for its end.
"""

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from engine.contract import Bound, Game, Observation

Numbers: TypeAlias = NDArray[np.float32]
"""Whole numbers; all of them are exact."""


class Flattener:
    """Writes the observations of one game; `fields` says where each field stands."""

    def __init__(self, game: Game) -> None:
        self._bounds = game.observation_bounds
        self.fields = _places(self._bounds)
        self.size = sum(place.stop - place.start for place in self.fields.values())
        self._padding = {name: (bound.low - 1,) * (bound.length or 0) for name, bound in self._bounds.items()}

    def space(self) -> Box:
        """A new space that holds every observation of the game."""
        low: list[int] = []
        high: list[int] = []
        for bound in self._bounds.values():
            width = _width(bound)
            low += [bound.low - bound.varies] * width
            high += [bound.high] * width
        return Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)

    def write(self, observation: Observation) -> Numbers:
        """An observation as numbers; the same ones for equal observations."""
        held = vars(observation)
        numbers: list[int] = []
        for name, padding in self._padding.items():
            value = held[name]
            if self._bounds[name].length is None:
                numbers.append(value)
            else:
                numbers += value
                numbers += padding[len(value) :]
        return np.array(numbers, np.float32)


def _places(bounds: Mapping[str, Bound]) -> dict[str, slice]:
    places, start = {}, 0
    for name, bound in bounds.items():
        places[name] = slice(start, start + _width(bound))
        start += _width(bound)
    return places


def _width(bound: Bound) -> int:
    return 1 if bound.length is None else bound.length
