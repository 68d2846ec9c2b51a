import time

from arena.app.coordinator import Coordinator, begin_coordination
from arena.execution.in_process import InProcessEngine
from arena.store.reading import SqlReading


def played(database, ladder, rotations, play="scripted_play:play_chunk"):
    """Run a coordinator until so many rotations are recorded."""
    coordination, engine = begin_coordination(database), InProcessEngine(2)
    reading = SqlReading(database)
    until = time.monotonic() + 20
    try:
        coordinator = Coordinator(coordination, engine, play=play)
        coordinator.run(lambda: reading.leaderboard("main").ladder.rotations >= rotations or time.monotonic() > until)
    finally:
        engine.close()
        coordination.close()
    return reading


def test_rotations_are_paired_played_and_ranked(database, ladder):
    reading = played(database, ladder, 30)

    board = reading.leaderboard("main")
    assert board.ladder.rotations >= 30
    assert board.ladder.leased == 0
    assert board.ladder.matches == 3 * board.ladder.rotations
    assert sum(row.matches for row in board.rows) == 3 * board.ladder.matches
    assert [row.rank for row in board.rows] == [1, 2, 3, 4, 5]
    assert all(row.batch is not None for row in board.rows)
