import hmac

import pytest
from sqlalchemy import select
from stores import NOW, make_ladder

from arena.model.errors import WorldTrouble
from arena.scheduler.leases import RotationState
from arena.store.coordination import Coordination
from arena.store.lock import take_lock
from arena.store.queue import Lease, Planned, add_rotations
from arena.store.tables import ROTATION


def rotations(database, *columns):
    query = select(*(ROTATION.c[column] for column in columns)).order_by(ROTATION.c.id)
    return [tuple(row) for row in database.read(lambda c: c.execute(query).all())]


def test_seeds_follow_from_the_key_the_rotations_number_the_attempt_and_the_match(desk):
    (leased,) = desk.lease()

    expected = [hmac.digest(b"k" * 32, f"main|1|1|{k}".encode(), "sha256") for k in range(3)]
    assert list(leased.rotation.seeds) == expected


def test_every_lease_of_a_rotation_has_fresh_deals(database, desk):
    (first,) = desk.lease()
    desk.coordination.lose([first.lease], "worker died")
    ((second,),) = desk.coordination.lease(desk.ladder, 1, 1)

    assert (first.rotation.id, first.rotation.attempt) == (1, 1)
    assert (second.rotation.id, second.rotation.attempt) == (1, 2)
    assert not set(first.rotation.seeds) & set(second.rotation.seeds)
    assert rotations(database, "losses", "reason") == [(1, "worker died")]


def test_numbers_are_given_in_order_without_gaps_per_ladder(database, desk):
    other = make_ladder(database, "other")
    desk.lease(3)
    database.write(lambda c: add_rotations(c, other.id, [Planned(1, (1, 2, 3), (0, 1, 2))], NOW))
    desk.lease(2)

    assert [number for ladder, number in rotations(database, "ladder_id", "number") if ladder == 1] == [1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match=r"rotations \[3\] of ladder 2; next is 2"):
        database.write(lambda c: add_rotations(c, other.id, [Planned(3, (1, 2, 3), (0, 1, 2))], NOW))


def test_the_third_loss_is_a_failure_of_the_infrastructure(database, desk):
    desk.lease()
    for attempt in (1, 2, 3):
        assert desk.coordination.lose([Lease(1, attempt)], "worker died") == 1
        desk.coordination.lease(desk.ladder, 1, 1)

    ((state, losses, reason),) = rotations(database, "state", "losses", "reason")
    assert (state, losses) == (RotationState.FAILED, 3)
    assert reason == "infrastructure: lost 3 times, last worker died"


def test_a_loss_under_an_old_lease_is_none(desk):
    desk.lease()
    desk.coordination.lose([Lease(1, 1)], "worker died")
    desk.coordination.lease(desk.ladder, 1, 1)

    assert desk.coordination.lose([Lease(1, 1)], "worker died again") == 0


def test_what_is_called_off_is_nobodys_loss(database, desk):
    (leased,) = desk.lease()
    desk.coordination.give_back([leased.lease])

    assert rotations(database, "state", "attempt", "losses") == [(RotationState.READY, 1, 0)]


def test_a_new_coordinator_takes_back_what_was_out(database, desk):
    desk.lease(2)
    desk.coordination.close()
    successor = Coordination.begin(database, lambda: NOW)

    assert successor.epoch == 2
    assert rotations(database, "state", "losses") == [(RotationState.READY, 0)] * 2
    successor.close()


def test_a_second_coordinator_is_refused_and_told_who_the_first_is(database, desk):
    with pytest.raises(WorldTrouble, match=r"process \d+ on .* already runs the ladders of .*; stop it first"):
        take_lock(database, NOW)


def test_a_coordinator_that_was_replaced_writes_nothing_more(database, desk):
    (leased,) = desk.lease()
    record = desk.play(leased)
    desk.coordination.close()
    successor = Coordination.begin(database, lambda: NOW)
    before = rotations(database, "state", "attempt", "epoch")

    for write in (
        lambda: desk.record(record),
        desk.lease,
        lambda: desk.coordination.lose([leased.lease], "x"),
        lambda: desk.coordination.give_back([leased.lease]),
    ):
        with pytest.raises(WorldTrouble, match=r"has taken over from epoch 1; nothing was written"):
            write()

    assert rotations(database, "state", "attempt", "epoch") == before
    successor.close()


def test_chunks_are_of_one_table_and_no_more_than_asked_for(desk):
    desk.coordination.plan(
        desk.ladder,
        lambda number, key, candidates: [
            Planned(number + k, (1, 2, 3) if k < 5 else (2, 3, 4), (0, 1, 2)) for k in range(7)
        ],
    )

    chunks = desk.coordination.lease(desk.ladder, 2, 4)
    assert [[one.number for one in chunk] for chunk in chunks] == [[1, 2, 3, 4], [5]]
    assert [[one.number for one in chunk] for chunk in desk.coordination.lease(desk.ladder, 9, 4)] == [[6, 7]]
