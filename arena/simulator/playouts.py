"""Random playouts of a state."""

from typing import Final

from arena.simulator.request import Refusal
from arena.simulator.shelf import Held
from engine.contract import Draw, Json, State
from engine.streams import Streams, seed_of

MOST_PLAYOUTS: Final = 10_000
"""Of one request: some ten seconds."""


def playouts(held: Held, count: int, seed: int) -> dict[str, Json]:
    """Mean scores and places by seat over so many random playouts, drawn from the seed."""
    seats = range(held.game.players)
    scores, places = [0] * len(seats), [0] * len(seats)
    draw = Streams(seed_of("playout", seed))
    for _ in range(count):
        end = _played(held, draw)
        for seat, score, place in zip(seats, end.scores(), end.places(), strict=True):
            scores[seat] += score
            places[seat] += place
    return {"n": count, "scores": [sum_ / count for sum_ in scores], "places": [sum_ / count for sum_ in places]}


def _played(held: Held, draw: Draw) -> State:
    state = held.state.clone()
    for _ in range(held.game.max_decisions + 1):
        if state.to_act is None:
            return state
        legal = state.legal_actions()
        state.apply(legal[draw("choices", len(legal))])
    raise Refusal(f"the match does not end within {held.game.max_decisions} decisions: no match leads to this state")
