"""A coordinator as a process of its own, for tests that kill it: arguments are the database and the
rotations wanted.

With a third argument it kills itself between the COMMIT of its n-th recording and the answer.
"""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from arena.app.coordinator import Coordinator, begin_coordination
from arena.execution.in_process import InProcessEngine
from arena.store.database import Database
from arena.store.reading import SqlReading


def die_after_recording(coordination, times):
    record = coordination.record

    def recording(ladder, records):
        nonlocal times
        recorded = record(ladder, records)
        times -= 1
        if times == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return recorded

    coordination.record = recording


def main():
    database = Database(Path(sys.argv[1]))
    wanted = int(sys.argv[2])
    coordination = begin_coordination(database)
    if len(sys.argv) > 3:
        die_after_recording(coordination, int(sys.argv[3]))
    engine = InProcessEngine(2)
    reading = SqlReading(database)
    print("begun", flush=True)
    Coordinator(coordination, engine, play="scripted_play:play_chunk").run(
        lambda: reading.leaderboard("main").ladder.rotations >= wanted
    )
    engine.close()


main()
