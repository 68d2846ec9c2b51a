"""Full states that fit an observation: that of a state we have, or one that is given and may fit no match at all."""

from typing import Final

from arena.simulator.observations import observation_of
from arena.simulator.request import Refusal, Request
from arena.simulator.shelf import Held
from arena.simulator.tables import INTEGERS, game_of
from engine.contract import Draw, Game, Observation
from engine.streams import Streams, seed_of

MOST_DRAWS: Final = 100_000
"""Of one sample; a state takes some hundred."""


def sample(request: Request, held: Held | None) -> Held:
    """A state that fits the seat asked in `held`, or the observation in the request."""
    draw = Streams(seed_of("sample", request.whole("seed", *INTEGERS)))
    if held is None:
        game = game_of(request)
        return _fitting(game, observation_of(game, request.mapping("observation")), draw)
    if request.has("observation") or request.has("game"):
        raise Refusal("sample has either a state, or game, players, settings and observation")
    if held.state.to_act is None:
        raise Refusal("the match is over: nobody is asked")
    return Held(held.game, held.game.sample_state(held.state.observe(held.state.to_act), draw), held.trusted)


def _fitting(game: Game, observation: Observation, draw: Draw) -> Held:
    """A state whose seat asked observes just this; Refusal if none does."""
    try:
        state = game.sample_state(observation, _limited(draw))
        fits = state.to_act == observation.seat and state.observe(observation.seat) == observation
    except Exception as misfit:  # what it says is not so: anything may go wrong, and none of it is a bug
        raise Refusal(f"no match leads to this observation: {type(misfit).__name__}: {misfit}") from misfit
    if not fits:
        raise Refusal(f"no match in which seat {observation.seat} is asked leads to this observation")
    return Held(game, state, trusted=False)


def _limited(draw: Draw) -> Draw:
    """The same, but not for ever: where nothing fits, everything would be tried."""
    left = MOST_DRAWS

    def drawn(label: str, n: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise Refusal(f"nothing found in {MOST_DRAWS} draws")
        return draw(label, n)

    return drawn
