"""A measured stretch of refereed play; as a program, one in a build of its own: `python -m arena.bench.stretch`."""

import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from arena.app.host import RefereeThread
from arena.app.playing import new_series
from arena.bots.launcher import PlainLauncher
from arena.model.clock import Pace, TimeControl
from arena.model.matches import Chunk, RotationRecord
from arena.ports.bots import Launcher
from arena.wire.gate import TableGates

BOTS = 4
MOST_ROTATIONS_PER_S = 4000
"""More than any referee plays; the stretch ends by time."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What was measured from the first finished rotation on."""

    decisions_per_s: float
    cpu_us: float
    """CPU of the referee's process per decision."""
    match_cpu_us: float
    """Whole CPU of a match, bots included (with their start and end)."""


def play_for(
    bot: Path, seconds: float, in_flight: int, launcher: Launcher | None = None
) -> tuple[Stretch, list[RotationRecord]]:
    """Four of a bot at one table, `in_flight` matches at once; plain processes unless a launcher is given."""
    pace = Pace.SLOW if in_flight == 1 else Pace.BULK
    control = TimeControl(pace=pace, max_matches=in_flight)
    rotations = int(MOST_ROTATIONS_PER_S * seconds)
    series = new_series("stockpile", [str(bot)] * BOTS, {}, rotations=rotations, seed=1, time_control=control)
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
    thread = RefereeThread(launcher or PlainLauncher(), TableGates())
    try:
        thread.play(Chunk(series.table, series.rotations), report, over)
        end = (time.perf_counter(), time.process_time())
    finally:
        thread.close()
    whole = time.process_time() - own + _cpu_of_children() - children
    decisions = sum(_decisions(record) for record in records[1:])
    matches = sum(len(record.matches) for record in records)
    wall, cpu = end[0] - marks[0][0], end[1] - marks[0][1]
    return Stretch(decisions / wall, cpu / decisions * 1e6, whole / matches * 1e6), records


def play_in(python: Path, bot: Path, seconds: float, in_flight: int) -> Stretch:
    """The same in a process of another build."""
    command = [str(python), "-m", "arena.bench.stretch", str(bot), str(seconds), str(in_flight)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=bot)  # no checkout on its path
    return Stretch(**json.loads(done.stdout))


def _decisions(record: RotationRecord) -> int:
    return sum(len(match.transcript.decisions) for match in record.matches)


def _cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Play, and print what was measured as JSON."""
    bot, seconds, in_flight = sys.argv[1:]
    stretch, _ = play_for(Path(bot), float(seconds), int(in_flight))
    print(
        json.dumps(
            {
                "decisions_per_s": stretch.decisions_per_s,
                "cpu_us": stretch.cpu_us,
                "match_cpu_us": stretch.match_cpu_us,
            }
        )
    )


if __name__ == "__main__":
    main()
