"""`arena bench referee`: refereed decisions against what gRPC alone allows, interleaved in one run."""

import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from arena.bench.builds import builds
from arena.bench.floors import Floor, stream_floor, unary_floor
from arena.bench.storing import storing_cpu_us
from arena.bench.stretch import BOTS, Stretch, play_for, play_in
from arena.bench.targets import least, most
from arena.wire.gate import SERVER_OPTIONS

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_bots"
BOT = SAMPLES / "python_random"
LADDER_BOTS = tuple(
    SAMPLES / path
    for path in ("python_random", "python_heuristic", "python_heuristic/bold.toml", "python_heuristic/careful.toml")
)
"""Under whose names results are stored; a ladder has each bot once."""
IN_FLIGHT = (1, 8, 32, 128)
ROUNDS = 5

Product = dict[str, dict[int, list[Stretch]]]
"""Measured stretches by build and matches in flight."""


def run(seconds: float = 2.0, rounds: int = ROUNDS, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Measure floors and product in turn, `rounds` times; medians of rates, least of CPU times."""
    floors: dict[str, list[Floor]] = {"stream_4_bots": [], "stream_1_bot": [], "unary_4_bots": []}
    pythons = builds()
    product: Product = {build: {matches: [] for matches in IN_FLIGHT} for build in pythons}
    storing: list[float] = []
    for number in range(1, rounds + 1):
        progress(f"round {number} of {rounds}")
        floors["stream_4_bots"].append(stream_floor(BOTS, seconds, SERVER_OPTIONS))
        floors["stream_1_bot"].append(stream_floor(1, seconds, SERVER_OPTIONS))
        floors["unary_4_bots"].append(unary_floor(BOTS, seconds, SERVER_OPTIONS))
        for matches in IN_FLIGHT:
            for build, python in pythons.items():
                product[build][matches].append(play_in(python, BOT, seconds, matches))
        storing.append(_store(seconds))
    return _report(floors, product, storing)


def _store(seconds: float) -> float:
    _, records = play_for(BOT, seconds, 32)
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        return storing_cpu_us(Path(folder), LADDER_BOTS, records)


def _report(floors: dict[str, list[Floor]], product: Product, storing: Sequence[float]) -> dict[str, Any]:
    floor = {name: statistics.median(run.per_second for run in runs) for name, runs in floors.items()}
    floor_cpu = min(run.cpu_us for run in floors["stream_4_bots"])
    stored = min(storing)
    report: dict[str, Any] = {
        "floors": {
            **{f"{name}_per_s": round(value) for name, value in floor.items()},
            "stream_4_bots_cpu_us_per_message": round(floor_cpu, 1),
        },
        "storing_cpu_us_per_match": round(stored),
    }
    ratios: list[dict[str, Any]] = []
    for build, runs in product.items():
        rate = {matches: statistics.median(run.decisions_per_s for run in runs[matches]) for matches in IN_FLIGHT}
        cpu = {matches: min(run.cpu_us for run in runs[matches]) for matches in IN_FLIGHT}
        match_cpu = min(run.match_cpu_us for run in runs[32])
        report[build] = {
            "decisions_per_s": {str(matches): round(value) for matches, value in rate.items()},
            "referee_cpu_us_per_decision": {str(matches): round(value, 1) for matches, value in cpu.items()},
            "match_cpu_us": round(match_cpu),
        }
        rows = [
            least("32 in flight : stream, 4 bots", rate[32] / floor["stream_4_bots"], 2.5, 5),
            least("128 in flight : stream, 4 bots", rate[128] / floor["stream_4_bots"], 5, 10),
            least("32 in flight : unary, 4 bots", rate[32] / floor["unary_4_bots"], 4, 8),
            least("one match at a time : stream, 1 bot", rate[1] / floor["stream_1_bot"], 0.5, 0.8),
            most("CPU per decision at 32 : per message", cpu[32] / floor_cpu, 0.6, 0.3),
            most("storing : a match's whole CPU", stored / match_cpu, 0.05, 0.02),
        ]
        ratios += [{"build": build} | row for row in rows]
    return report | {"ratios": ratios}
