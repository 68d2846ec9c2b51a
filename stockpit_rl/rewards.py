"""What a match is worth to each seat at its end; before that every reward is 0."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.contract import State

Reward: TypeAlias = Callable[[State], Sequence[float]]


def by_places(state: State) -> Sequence[float]:
    """From 1 for a clear win to -1 for a clear last place, evenly spaced; level seats share, so the sum is 0."""
    places = state.places()
    others = len(places) - 1
    return [(sum(one > place for one in places) - sum(one < place for one in places)) / others for place in places]


def by_money(state: State) -> Sequence[float]:
    """The scores: money in K, or points."""
    return [float(score) for score in state.scores()]


REWARDS: Final[Mapping[str, Reward]] = {"places": by_places, "money": by_money}
"""By name."""
