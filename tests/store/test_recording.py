from dataclasses import replace

import pytest
from sqlalchemy import event, func, select

from arena.ladder.standings import Result, fold
from arena.model.matches import Termination
from arena.scheduler.leases import RotationState
from arena.store.ratings import rebuilt, standings
from arena.store.tables import CHANGE, FAULT, LATE_RESULT, MATCH, ROTATION, SEAT, TRANSCRIPT

FACTS = (MATCH, SEAT, FAULT, TRANSCRIPT)


def count(database, *tables):
    counts = [select(func.count()).select_from(table) for table in tables]
    return database.read(lambda c: [c.execute(query).scalar_one() for query in counts])


def states(database):
    query = select(ROTATION.c.state).order_by(ROTATION.c.id)
    return database.read(lambda c: list(c.execute(query).scalars()))


def reasons(database):
    return database.read(lambda c: list(c.execute(select(LATE_RESULT.c.reason)).scalars()))


def test_a_rotation_becomes_facts_ratings_and_one_change(database, desk):
    leased = desk.lease(5)
    records = [desk.play(one) for one in leased]
    before = count(database, CHANGE)[0]

    recorded = desk.record(*records)

    assert recorded.rotations == (1, 2, 3, 4, 5)
    assert (recorded.late, recorded.aborted) == (0, 0)
    assert count(database, *FACTS) == [15, 45, 3, 15]
    assert count(database, CHANGE)[0] == before + 5
    assert states(database) == [RotationState.DONE] * 5
    numbers = database.read(lambda c: list(c.execute(select(MATCH.c.recorded_no).order_by(MATCH.c.id)).scalars()))
    assert numbers == list(range(1, 16))


def test_seats_hold_the_versions_the_cyclic_order_says(database, desk):
    (leased,) = desk.lease()
    record = desk.play(leased)
    desk.record(record)

    for k, match in enumerate(record.matches):
        query = select(SEAT.c.version_id, SEAT.c.place, SEAT.c.score).where(SEAT.c.match_id == k + 1)
        rows = database.read(lambda c, q=query: c.execute(q.order_by(SEAT.c.seat)).all())
        held = [leased.table[entrant] for entrant in leased.rotation.seating(k)]
        assert [tuple(row) for row in rows] == list(zip(held, match.places, match.scores, strict=True))


def test_ratings_are_the_fold_in_the_order_of_recording(database, desk):
    results = []
    for _ in range(4):
        results += desk.record(*[desk.play(one) for one in desk.lease(2)]).results

    stored = database.read(lambda c: standings(c, desk.ladder))
    assert stored == fold(desk.ladder.rule, {}, results) == database.read(lambda c: rebuilt(c, desk.ladder))
    assert isinstance(results[0], Result)


def test_a_rotation_reported_twice_is_recorded_once(database, desk):
    (leased,) = desk.lease()
    record = desk.play(leased)

    recorded = desk.record(record, record)
    again = desk.record(record)

    assert (recorded.rotations, recorded.late, again.rotations, again.late) == ((1,), 1, (), 1)
    assert count(database, MATCH, LATE_RESULT) == [3, 2]
    assert reasons(database)[0].endswith("the rotation is done, attempt 1, coordinator 1")


def test_a_result_under_an_old_lease_is_kept_and_not_rated(database, desk):
    (leased,) = desk.lease()
    record = desk.play(leased)
    desk.coordination.lose([leased.lease], "worker silent")
    ((second,),) = desk.coordination.lease(desk.ladder, 1, 1)

    assert desk.record(record).late == 1
    assert desk.record(desk.play(second)).rotations == (1,)
    assert count(database, MATCH) == [3]
    assert reasons(database)[0].startswith("lease of attempt 1 by coordinator 1 does not hold")


def without_a_match(record):
    return replace(record, matches=record.matches[:-1])


def without_a_seat(record):
    match = record.matches[0]
    return replace(record, matches=(replace(match, scores=match.scores[:-1]), *record.matches[1:]))


def with_an_aborted_match(record):
    match = replace(record.matches[1], termination=Termination.ABORTED)
    return replace(record, matches=(record.matches[0], match, record.matches[2]))


def of_no_rotation(record):
    return replace(record, id=77)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (without_a_match, "2 matches; the rotation has 3"),
        (without_a_seat, "match 0 has 2 scores and 3 places; seats are 3"),
        (with_an_aborted_match, "match 1 was aborted"),
        (of_no_rotation, "no rotation 77 on ladder main"),
    ],
)
def test_a_record_that_is_none_of_its_rotation_is_kept_with_the_reason(database, desk, spoil, reason):
    (leased,) = desk.lease()

    assert desk.record(spoil(desk.play(leased))).late == 1
    assert reasons(database) == [reason]
    assert count(database, *FACTS) == [0, 0, 0, 0]


def test_an_aborted_rotation_is_a_loss_with_its_reason(database, desk):
    (leased,) = desk.lease()
    record = replace(desk.play(leased), matches=(), aborted="AssertionError: our bug")

    assert desk.record(record).aborted == 1
    assert states(database) == [RotationState.READY]
    assert database.read(lambda c: c.execute(select(ROTATION.c.reason)).scalar_one()) == "AssertionError: our bug"


@pytest.mark.parametrize("table", ["match", "seat", "fault", "transcript", "rating", "change"])
def test_a_failure_in_the_middle_leaves_no_trace(database, desk, table):
    leased = desk.lease(5)
    records = [desk.play(one) for one in leased]
    counted = (*FACTS, CHANGE, LATE_RESULT)
    before = count(database, *counted)

    def fail(_connection, _cursor, statement, *_rest):
        if statement.startswith(f"INSERT INTO {table} ") or statement.startswith(f'INSERT INTO "{table}" '):
            raise RuntimeError("our bug")

    event.listen(database.engine, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="our bug"):
        desk.record(*records)
    event.remove(database.engine, "before_cursor_execute", fail)

    assert count(database, *counted) == before
    assert states(database) == [RotationState.LEASED] * 5
    assert desk.record(*records).rotations == (1, 2, 3, 4, 5)
