import time

import pytest
from scripted_play import play_chunk, play_rotation
from sqlalchemy import select
from stores import make_ladder

from arena.app.coordinator import Coordinator, begin_coordination
from arena.execution.in_process import InProcessEngine
from arena.model.errors import WorldTrouble
from arena.scheduler.leases import RotationState
from arena.store.reading import SqlReading
from arena.store.tables import ROTATION

TRIES = {}


def played(database, ladder, rotations, play="scripted_play:play_chunk", **stop):
    """Run a coordinator until so many rotations of the main ladder are recorded."""
    coordination, engine = begin_coordination(database), InProcessEngine(2)
    reading = SqlReading(database)
    until = time.monotonic() + 20
    try:
        coordinator = Coordinator(coordination, engine, play=play)
        coordinator.run(
            lambda: reading.leaderboard("main").ladder.rotations >= rotations or time.monotonic() > until, **stop
        )
    finally:
        engine.close()
        coordination.close()
    return reading


def rows(database, *columns):
    query = select(*(ROTATION.c[column] for column in columns)).order_by(ROTATION.c.id)
    return database.read(lambda c: [tuple(row) for row in c.execute(query)])


def lose_each_once(chunk, report, should_stop):
    """A chunk that ends at the first rotation that it has not seen yet."""
    for rotation in chunk.rotations:
        TRIES[rotation.id] = TRIES.get(rotation.id, 0) + 1
        if TRIES[rotation.id] == 1:
            raise RuntimeError("the first try of each rotation fails")
        report(play_rotation(chunk.table, rotation))


def leave_one_out(chunk, report, should_stop):
    """A chunk that forgets rotation 2 for good."""
    for rotation in chunk.rotations:
        if rotation.id != 2:
            report(play_rotation(chunk.table, rotation))


def hang(chunk, report, should_stop):
    """A chunk that plays one rotation and then waits to be stopped."""
    report(play_rotation(chunk.table, chunk.rotations[0]))
    while not should_stop():
        time.sleep(0.005)


def slowly(chunk, report, should_stop):
    """A chunk that takes a moment."""
    time.sleep(0.1)
    play_chunk(chunk, report, should_stop)


def test_rotations_are_paired_played_and_ranked(database, ladder):
    reading = played(database, ladder, 30)

    board = reading.leaderboard("main")
    assert board.ladder.rotations >= 30
    assert board.ladder.leased == 0
    assert board.ladder.matches == 3 * board.ladder.rotations
    assert sum(row.matches for row in board.rows) == 3 * board.ladder.matches
    assert [row.rank for row in board.rows] == [1, 2, 3, 4, 5]
    assert all(row.batch is not None for row in board.rows)


def test_a_chunk_that_fails_is_played_again_under_a_new_attempt(database, ladder):
    TRIES.clear()
    played(database, ladder, 12, play="test_coordinator:lose_each_once")

    done = [row for row in rows(database, "state", "attempt", "losses") if row[0] is RotationState.DONE]
    assert len(done) >= 12
    assert all(losses in (1, 2) and attempt == losses + 1 for _, attempt, losses in done)


def test_a_rotation_that_never_comes_back_fails_and_its_neighbours_go_on(database, ladder):
    played(database, ladder, 20, play="test_coordinator:leave_one_out")

    number, state, losses, reason = rows(database, "number", "state", "losses", "reason")[1]
    assert (number, state, losses) == (2, RotationState.FAILED, 3)
    assert reason.startswith("infrastructure: lost 3 times")


def test_stopping_calls_off_what_runs_and_keeps_what_was_reported(database, ladder):
    began = time.monotonic()
    reading = played(database, ladder, 2, play="test_coordinator:hang")

    assert time.monotonic() - began < 5
    assert {state for (state,) in rows(database, "state")} <= {RotationState.DONE, RotationState.READY}
    assert {losses for (losses,) in rows(database, "losses")} == {0}
    assert reading.leaderboard("main").ladder.rotations >= 2


def test_it_stops_by_itself_after_a_time_and_drains_if_asked(database, ladder):
    began = time.monotonic()
    played(database, ladder, 10_000, play="test_coordinator:slowly", for_s=0.3, drain_s=5.0)

    assert 0.3 < time.monotonic() - began < 4
    assert {attempt for (state, attempt) in rows(database, "state", "attempt") if state is RotationState.READY} <= {0}


def test_two_ladders_share_the_slots(database, ladder):
    make_ladder(database, "four", players=4)
    reading = played(database, ladder, 20)

    counts = [one.rotations for one in reading.ladders()]
    assert min(counts) > max(counts) / 4


def test_a_second_coordinator_is_refused(database, ladder):
    first = begin_coordination(database)
    with pytest.raises(WorldTrouble, match="already runs the ladders"):
        begin_coordination(database)
    first.close()


def test_a_ladder_with_too_few_bots_waits(database, ladder):
    make_ladder(database, "five", players=5)
    reading = played(database, ladder, 10)

    assert reading.leaderboard("main").ladder.rotations >= 10
