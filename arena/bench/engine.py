"""`arena bench engine`: random play of our games and of other libraries' card games, interleaved in one run.

Whole matches are played, dealing included, and decisions of players counted; the same on both sides. Each figure is
the least CPU time of ten rounds. Each build runs all cases, ours and the peers', in a process of its own (this module
as a program), and the builds take turns round by round.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from arena.bench.builds import builds
from arena.bench.engine_cases import CALLS, PLAYERS, own_cases
from arena.bench.engine_peers import peer_cases
from arena.bench.targets import least, most
from engine.games import games

ROUNDS = 10

Measured = Mapping[str, float]
"""CPU microseconds per decision or call, by case."""

Bounds = tuple[float, float]
"""What is asked for, and what is aimed at."""

HEARTS = {"pure": (0.4, 1), "compiled": (1.2, 2.5)}
SPADES = {"pure": (0.4, 1), "compiled": (1, 2)}
GIN = {"pure": (2, 5), "compiled": (5, 10)}
SENT_US: Bounds = (30, 15)
CALL_US = {"clone": (5, 2), "redeal": (100, 40), "sample": (150, 60)}
"""Of the compiled build."""


class Worker:
    """A process of one build that measures all cases once whenever it is sent the number of a round."""

    def __init__(self, python: Path, seconds: float) -> None:
        self._python = python
        command = [str(python), "-m", __name__, str(seconds)]
        self._process = subprocess.Popen(command, cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, number: int) -> dict[str, float]:
        """One round."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with suppress(BrokenPipeError):
            print(number, file=stdin, flush=True)
        if not (line := stdout.readline()):
            raise RuntimeError(f"{self._python} has ended; its message stands above")
        measured: dict[str, float] = json.loads(line)
        return measured

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@contextmanager
def _working(python: Path, seconds: float) -> Iterator[Worker]:
    worker = Worker(python, seconds)
    try:
        yield worker
    finally:
        worker.close()


def run(seconds: float = 0.1, rounds: int = ROUNDS, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Measure all cases for so long in each round; figures and ratios as JSON."""
    best: dict[str, dict[str, float]] = {build: {} for build in builds()}
    with ExitStack() as stack:
        workers = {build: stack.enter_context(_working(python, seconds)) for build, python in builds().items()}
        for number in range(1, rounds + 1):
            for build, worker in workers.items():
                progress(f"round {number} of {rounds}, {build}")
                measured, so_far = worker.measure(number), best[build]
                best[build] = {case: min(value, so_far.get(case, value)) for case, value in measured.items()}
    return _report(best)


def _report(best: Mapping[str, Measured]) -> dict[str, Any]:
    report: dict[str, Any] = {}
    ratios: list[dict[str, Any]] = []
    for build, measured in best.items():
        calls = tuple(f"_{call}" for call in CALLS)
        report[build] = {
            "decisions_per_s": {case: round(1e6 / us) for case, us in measured.items() if not case.endswith(calls)},
            "call_us": {case: round(us, 1) for case, us in measured.items() if case.endswith(calls)},
        }
        for game in sorted(games()):
            ratios += _ratios(build, game, measured)
    return report | {"ratios": ratios}


def _ratios(build: str, game: str, us: Measured) -> list[dict[str, Any]]:
    """The rows of one game, each by number of players: speed as a ratio to a peer, times in microseconds."""

    def against(peer: str, kind: str = "") -> dict[int, float]:
        return {n: us[peer] / us[f"{game}_{n}{kind}"] for n in PLAYERS}

    sent = {n: us[f"{game}_{n}_sent"] - us[f"{game}_{n}"] for n in PLAYERS}
    rows = [
        _least("OpenSpiel hearts", against("openspiel_hearts"), HEARTS[build]),
        _least("OpenSpiel spades, observed", against("openspiel_spades", "_observed"), SPADES[build]),
        _least("RLCard gin rummy, observed", against("rlcard_gin_rummy", "_observed"), GIN[build]),
        _most("build and encode, us", sent, SENT_US),
    ]
    if build == "compiled":
        rows += [_most(f"{call}, us", {PLAYERS[-1]: us[f"{game}_{call}"]}, CALL_US[call]) for call in CALLS]
    return [{"build": build, "game": game} | row for row in rows]


def _least(name: str, by_players: Mapping[int, float], bounds: Bounds) -> dict[str, Any]:
    return least(name, min(by_players.values()), *bounds) | {"by_players": _rounded(by_players)}


def _most(name: str, by_players: Mapping[int, float], bounds: Bounds) -> dict[str, Any]:
    return most(name, max(by_players.values()), *bounds) | {"by_players": _rounded(by_players)}


def _rounded(by_players: Mapping[int, float]) -> dict[str, float]:
    return {str(players): round(value, 3) for players, value in by_players.items()}


def _work(seconds: float) -> None:
    cases = {**own_cases(), **peer_cases()}
    for line in sys.stdin:
        rng = random.Random(int(line))
        print(json.dumps({name: case(rng, seconds) for name, case in cases.items()}), flush=True)


if __name__ == "__main__":
    _work(float(sys.argv[1]))
