import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.scheduler.leases import (
    MAX_LOSSES,
    TRANSITIONS,
    LeaseEvent,
    RotationState,
    WrongState,
    after,
    event_of_loss,
)


def test_a_rotation_is_leased_and_recorded():
    assert after(after(RotationState.READY, LeaseEvent.LEASE), LeaseEvent.RECORD) is RotationState.DONE


def test_the_third_loss_is_the_last():
    assert [event_of_loss(losses) for losses in (1, 2, 3)] == [LeaseEvent.LOSE, LeaseEvent.LOSE, LeaseEvent.GIVE_UP]


@pytest.mark.parametrize("end", [RotationState.DONE, RotationState.FAILED])
def test_nothing_happens_to_a_rotation_that_is_over(end):
    assert not [event for state, event in TRANSITIONS if state is end]


def test_what_cannot_happen_is_named():
    with pytest.raises(WrongState, match="a rotation that is ready cannot record"):
        after(RotationState.READY, LeaseEvent.RECORD)


@given(st.lists(st.sampled_from(LeaseEvent), max_size=40))
def test_it_is_recorded_at_most_once_and_only_under_a_lease(events):
    state, recorded = RotationState.READY, 0
    for event in events:
        was = state
        if (state, event) in TRANSITIONS:
            state = after(state, event)
            recorded += event is LeaseEvent.RECORD
            assert event is LeaseEvent.LEASE or was is RotationState.LEASED

    assert recorded <= 1
    assert (recorded == 1) == (state is RotationState.DONE)
    assert MAX_LOSSES == 3
