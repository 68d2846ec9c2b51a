"""`arena bench referee`: refereed decisions against what gRPC alone allows, interleaved in one run."""

import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from arena.app.host import RefereeThread
from arena.app.playing import new_series
from arena.bench.floors import Floor, stream_floor, unary_floor
from arena.bench.storing import storing_cpu_us
from arena.bots.launcher import PlainLauncher
from arena.model.clock import Pace, TimeControl
from arena.model.matches import Chunk, RotationRecord
from arena.wire.gate import SERVER_OPTIONS, TableGates

SAMPLES = Path(__file__).parents[2] / "sample_bots"
BOT = str(SAMPLES / "python_random")
BOTS = 4
LADDER_BOTS = tuple(
    SAMPLES / path
    for path in ("python_random", "python_trader", "python_trader/bold.toml", "python_trader/careful.toml")
)
"""Under whose names results are stored; a ladder has each bot once."""
IN_FLIGHT = (1, 8, 32, 128)
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Run:
    """One measured stretch of refereed play."""

    decisions_per_second: float
    cpu_us: float
    """CPU of the referee's process per decision."""
    match_cpu_us: float
    """Whole CPU of a match, bots included (with their start and end)."""
    records: tuple[RotationRecord, ...]


def run(seconds: float = 2.0, rounds: int = ROUNDS, progress: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Measure floors and product in turn, `rounds` times; medians of rates, least of CPU times."""
    floors: dict[str, list[Floor]] = {"stream_4_bots": [], "stream_1_bot": [], "unary_4_bots": []}
    product: dict[int, list[Run]] = {matches: [] for matches in IN_FLIGHT}
    storing: list[float] = []
    for number in range(1, rounds + 1):
        progress(f"round {number} of {rounds}")
        floors["stream_4_bots"].append(stream_floor(BOTS, seconds, SERVER_OPTIONS))
        floors["stream_1_bot"].append(stream_floor(1, seconds, SERVER_OPTIONS))
        floors["unary_4_bots"].append(unary_floor(BOTS, seconds, SERVER_OPTIONS))
        for matches in IN_FLIGHT:
            product[matches].append(play_for(seconds, matches))
        storing.append(_store(product[32][-1].records))
    return _report(floors, product, storing)


def play_for(seconds: float, in_flight: int) -> Run:
    """Four python_random bots at one table, `in_flight` matches at once, from the first finished rotation on."""
    pace = Pace.SLOW if in_flight == 1 else Pace.BULK
    control = TimeControl(pace=pace, max_matches=in_flight)
    series = new_series("stockpile", [BOT] * BOTS, {}, rotations=int(4000 * seconds), seed=1, time_control=control)
    records: list[RotationRecord] = []
    marks: list[tuple[float, float]] = []
    numbers = count()

    def report(record: RotationRecord) -> None:
        records.append(record)
        if next(numbers) == 0:
            marks.append((time.perf_counter(), time.process_time()))

    def over() -> bool:
        return bool(marks) and time.perf_counter() - marks[0][0] > seconds

    children = _cpu_of_children()
    own = time.process_time()
    thread = RefereeThread(PlainLauncher(), TableGates())
    try:
        thread.play(Chunk(series.table, series.rotations), report, over)
        end = (time.perf_counter(), time.process_time())
    finally:
        thread.close()
    whole = time.process_time() - own + _cpu_of_children() - children
    decisions = sum(_decisions(record) for record in records[1:])
    matches = sum(len(record.matches) for record in records)
    wall, cpu = end[0] - marks[0][0], end[1] - marks[0][1]
    return Run(decisions / wall, cpu / decisions * 1e6, whole / matches * 1e6, tuple(records))


def _store(records: Sequence[RotationRecord]) -> float:
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        return storing_cpu_us(Path(folder), LADDER_BOTS, records)


def _decisions(record: RotationRecord) -> int:
    return sum(len(match.transcript.decisions) for match in record.matches)


def _cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _report(floors: dict[str, list[Floor]], product: dict[int, list[Run]], storing: Sequence[float]) -> dict[str, Any]:
    floor = {name: statistics.median(run.per_second for run in runs) for name, runs in floors.items()}
    rate = {matches: statistics.median(run.decisions_per_second for run in runs) for matches, runs in product.items()}
    floor_cpu = min(run.cpu_us for run in floors["stream_4_bots"])
    cpu = {matches: min(run.cpu_us for run in runs) for matches, runs in product.items()}
    match_cpu = min(run.match_cpu_us for run in product[32])
    stored = min(storing)
    return {
        "floors": {
            **{f"{name}_per_s": round(value) for name, value in floor.items()},
            "stream_4_bots_cpu_us_per_message": round(floor_cpu, 1),
        },
        "decisions_per_s": {str(matches): round(value) for matches, value in rate.items()},
        "referee_cpu_us_per_decision": {str(matches): round(value, 1) for matches, value in cpu.items()},
        "match_cpu_us": round(match_cpu),
        "storing_cpu_us_per_match": round(stored),
        "ratios": [
            _ratio("32 in flight : stream ping-pong, 4 bots", rate[32] / floor["stream_4_bots"], 2.5, 5),
            _ratio("128 in flight : stream ping-pong, 4 bots", rate[128] / floor["stream_4_bots"], 5, 10),
            _ratio("32 in flight : unary ping-pong, 4 bots", rate[32] / floor["unary_4_bots"], 4, 8),
            _ratio("one match at a time : stream ping-pong, 1 bot", rate[1] / floor["stream_1_bot"], 0.5, 0.8),
            _ratio(
                "referee CPU per decision at 32 : per message of ping-pong", cpu[32] / floor_cpu, 0.6, 0.3, most=True
            ),
            _ratio("storing : a match's whole CPU", stored / match_cpu, 0.05, 0.02, most=True),
        ],
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
