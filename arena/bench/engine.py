"""`arena bench engine`: random play of our games and of OpenSpiel's card games, interleaved in one run.

Whole matches are played, dealing included, and decisions of players counted; the same on both sides. Each figure is
the best of at least ten rounds, by CPU time. OpenSpiel (PyPI: open_spiel) is part of the bench extra and imported here
only, when the benchmark runs.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from arena.wire.writing import encode as wire_encode
from engine.contract import Event, Game, Observation
from engine.games import make_game

Encode: TypeAlias = Callable[[Game, Observation, list[Event]], bytes]
Play: TypeAlias = Callable[[random.Random], int]
"""Plays one match at random; the number of decisions in it."""

ROUNDS = 10
PLAYERS = (3, 4, 5)
PEERS = ("hearts", "spades")


@dataclass(slots=True)
class Case:
    """One thing measured."""

    play: Play
    best_us: float = float("inf")
    """Least CPU time per decision of all rounds, in microseconds."""

    @property
    def per_second(self) -> float:
        """Decisions per second of CPU."""
        return 1e6 / self.best_us


def run(
    seconds_per_case: float = 2.0,
    encode: Encode = wire_encode,
    rounds: int = ROUNDS,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Measure all cases in turn, `rounds` times; figures and ratios as JSON. ImportError without the bench extra."""
    cases = {**_own_cases(encode), **_peer_cases()}
    for number in range(1, rounds + 1):
        progress(f"round {number} of {rounds}")
        for case in cases.values():
            case.best_us = min(case.best_us, _cpu_us(case.play, seconds_per_case / rounds, seed=number))
    return _report(cases)


def _cpu_us(play: Play, seconds: float, seed: int) -> float:
    """CPU microseconds per decision over at least so many seconds of whole matches."""
    rng = random.Random(seed)
    begin = time.process_time()
    decisions = 0
    while True:
        decisions += play(rng)
        spent = time.process_time() - begin
        if spent >= seconds:
            return spent / decisions * 1e6


def _own_cases(encode: Encode) -> dict[str, Case]:
    cases = {}
    for players in PLAYERS:
        game = make_game("stockpile", players)
        cases[f"stockpile_{players}"] = Case(_plain(game))
        cases[f"stockpile_{players}_observed"] = Case(_observed(game))
        cases[f"stockpile_{players}_sent"] = Case(_sent(game, encode))
    return cases


def _plain(game: Game) -> Play:
    def play(rng: random.Random) -> int:
        roll = rng.random
        state = game.start(game.deal(lambda label, n: int(roll() * n)))
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
        state = game.start(game.deal(lambda label, n: int(roll() * n)))
        decisions = 0
        while (seat := state.to_act) is not None:
            state.observe(seat)
            legal = state.legal_actions()
            state.apply(legal[int(roll() * len(legal))])
            decisions += 1
        return decisions

    return play


def _sent(game: Game, encode: Encode) -> Play:
    def play(rng: random.Random) -> int:
        roll = rng.random
        state = game.start(game.deal(lambda label, n: int(roll() * n)), events=True)
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


def _peer_cases() -> dict[str, Case]:
    import pyspiel

    cases = {}
    for name in PEERS:
        game = pyspiel.load_game(name)
        cases[name] = Case(_peer(game, observed=False))
        cases[f"{name}_observed"] = Case(_peer(game, observed=True))
    return cases


def _peer(game: Any, *, observed: bool) -> Play:
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


def _report(cases: dict[str, Case]) -> dict[str, Any]:
    sent = {n: cases[f"stockpile_{n}_sent"].best_us - cases[f"stockpile_{n}"].best_us for n in PLAYERS}
    ratios = []
    for n in PLAYERS:
        plain, observed = cases[f"stockpile_{n}"].per_second, cases[f"stockpile_{n}_observed"].per_second
        ratios += [
            _ratio(f"stockpile {n} : hearts, no observation", plain / cases["hearts"].per_second, 0.4, 1),
            _ratio(f"stockpile {n} : spades, with observation", observed / cases["spades_observed"].per_second, 0.4, 1),
            _ratio(f"stockpile {n}, observation and events built and encoded, us", sent[n], 30, 15, most=True),
        ]
    return {
        "decisions_per_s": {name: round(case.per_second) for name, case in cases.items()},
        "build_and_encode_us": {f"stockpile_{n}": round(value, 1) for n, value in sent.items()},
        "ratios": ratios,
    }


def _ratio(name: str, value: float, at_least: float, aim: float, *, most: bool = False) -> dict[str, Any]:
    holds = value <= at_least if most else value >= at_least
    return {
        "name": name,
        "value": round(value, 3),
        "at_most" if most else "at_least": at_least,
        "aim": aim,
        "holds": holds,
    }
