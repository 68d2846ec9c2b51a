"""The peers of `arena bench engine`: card games of OpenSpiel, RLCard and PettingZoo, played at random.

They are packages of the bench extra and imported only when the benchmark runs.
"""

import random
from collections.abc import Sequence
from typing import Any

from arena.bench.engine_cases import Case, Play, playing


def peer_cases() -> dict[str, Case]:
    """The cases by name, hearts without observations, the others with; ImportError without the bench extra."""
    import pyspiel
    import rlcard
    from pettingzoo.classic import texas_holdem_v4

    return {
        "openspiel_hearts": playing(_openspiel(pyspiel.load_game("hearts"), observed=False)),
        "openspiel_spades": playing(_openspiel(pyspiel.load_game("spades"), observed=True)),
        "rlcard_gin_rummy": playing(_rlcard(rlcard.make("gin-rummy", config={"seed": 1}))),
        "pettingzoo_holdem": playing(_pettingzoo(texas_holdem_v4.env())),
    }


def _openspiel(game: Any, *, observed: bool) -> Play:
    tensor = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"

    def play(rng: random.Random) -> int:
        roll = rng.random
        state = game.new_initial_state()
        observe = getattr(state, tensor)
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes: Sequence[tuple[int, float]] = state.chance_outcomes()
                state.apply_action(outcomes[int(roll() * len(outcomes))][0])
                continue
            if observed:
                observe(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play


def _rlcard(env: Any) -> Play:
    """Each step of it gives the next player's observation."""

    def play(rng: random.Random) -> int:
        roll = rng.random
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play


def _pettingzoo(env: Any) -> Play:
    """Its masks are read without numpy's overhead per call."""

    def play(rng: random.Random) -> int:
        roll = rng.random
        env.reset(seed=int(roll() * 2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = [action for action, allowed in enumerate(observation["action_mask"].tolist()) if allowed]
            env.step(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play
