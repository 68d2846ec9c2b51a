"""What `arena bench engine` measures of our games: random play, and the operations of searching bots."""

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from arena.wire.writing import encode
from engine.contract import Draw, Game, State
from engine.games import games, make_game

Case: TypeAlias = Callable[[random.Random, float], float]
"""CPU microseconds per unit (a decision of a player, or a call) over at least so many seconds of CPU."""
Play: TypeAlias = Callable[[random.Random], int]
"""Plays one match at random, dealing included; the number of decisions of players in it."""

PLAYERS = (3, 4, 5)
SWITCHES: Mapping[str, Mapping[str, Any]] = {
    "great_crash": {"board": "advanced", "experts": 2, "no_bonus": True},
    "stockpile": {"board": "advanced", "investors": True},
    "stonks": {"length": "long"},
}
"""All that makes a game dearer, switched on."""
CALLS = ("clone", "redeal", "sample")
MATCHES_LOOKED_AT = 3
ONE_STATE_IN = 9


def own_cases() -> dict[str, Case]:
    """The cases by name: `stockpile_4`, `stockpile_4_observed`, `stockpile_4_sent`, `stockpile_clone` and so on."""
    cases: dict[str, Case] = {}
    for name in sorted(games()):
        for players in PLAYERS:
            game = make_game(name, players, SWITCHES[name])
            cases[f"{name}_{players}"] = playing(_plain(game))
            cases[f"{name}_{players}_observed"] = playing(_observed(game))
            cases[f"{name}_{players}_sent"] = playing(_sent(game))
        game = make_game(name, PLAYERS[-1], SWITCHES[name])
        cases |= {f"{name}_{call}": _calling(game, call) for call in CALLS}
    return cases


def playing(play: Play) -> Case:
    """The case of playing whole matches."""

    def measure(rng: random.Random, seconds: float) -> float:
        begin = time.process_time()
        decisions = 0
        while True:
            decisions += play(rng)
            spent = time.process_time() - begin
            if spent >= seconds:
                return spent / decisions * 1e6

    return measure


def _drawing(rng: random.Random) -> Draw:
    roll = rng.random
    return lambda label, n: int(roll() * n)


def _plain(game: Game) -> Play:
    def play(rng: random.Random) -> int:
        roll = rng.random
        state = game.start(game.deal(_drawing(rng)))
        decisions = 0
        while state.to_act is not None:
            legal = state.legal_actions()
            state.apply(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play


def _observed(game: Game) -> Play:
    def play(rng: random.Random) -> int:
        roll = rng.random
        state = game.start(game.deal(_drawing(rng)))
        decisions = 0
        while (seat := state.to_act) is not None:
            state.observe(seat)
            legal = state.legal_actions()
            state.apply(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play


def _sent(game: Game) -> Play:
    def play(rng: random.Random) -> int:
        roll = rng.random
        state = game.start(game.deal(_drawing(rng)), events=True)
        told = [0] * game.players
        decisions = 0
        while (seat := state.to_act) is not None:
            events = state.events(seat, told[seat])
            told[seat] += len(events)
            encode(game, state.observe(seat), events)
            legal = state.legal_actions()
            state.apply(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play


def _calling(game: Game, call: str) -> Case:
    """The case of one operation on states from all over a few matches."""

    def measure(rng: random.Random, seconds: float) -> float:
        draw = _drawing(rng)
        calls = [_call(game, call, state, draw) for state in _states(game, rng)]
        begin = time.process_time()
        rounds = 0
        while True:
            for one in calls:
                one()
            rounds += 1
            spent = time.process_time() - begin
            if spent >= seconds:
                return spent / (rounds * len(calls)) * 1e6

    return measure


def _call(game: Game, call: str, state: State, draw: Draw) -> Callable[[], State]:
    seat = state.to_act
    assert seat is not None
    if call == "clone":
        return state.clone
    if call == "redeal":
        return lambda: state.redeal(seat, draw)
    observation = state.observe(seat)
    return lambda: game.sample_state(observation, draw)


def _states(game: Game, rng: random.Random) -> list[State]:
    states = []
    for _ in range(MATCHES_LOOKED_AT):
        state = game.start(game.deal(_drawing(rng)))
        decisions = 0
        while state.to_act is not None:
            if decisions % ONE_STATE_IN == 0:
                states.append(state.clone())
            legal = state.legal_actions()
            state.apply(legal[int(rng.random() * len(legal))])
            decisions += 1
    return states
