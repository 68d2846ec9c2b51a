"""The life of a rotation, from being paired to being recorded: one transition table."""

from enum import Enum

MAX_LOSSES = 3
"""Times a rotation may be lost with its worker before it is given up."""


class RotationState(Enum):
    """Where a rotation is in its life."""

    READY = "ready"
    """Paired; waits for a worker."""
    LEASED = "leased"
    """Handed out under one attempt of one coordinator."""
    DONE = "done"
    """All its matches are recorded."""
    FAILED = "failed"
    """Given up; never charged to a bot."""


class LeaseEvent(Enum):
    """What happens to a rotation."""

    LEASE = "lease"
    RECORD = "record"
    LOSE = "lose"
    """Its worker died, or the match was aborted."""
    GIVE_UP = "give up"
    """Lost once too often."""
    RETURN = "return"
    """Nobody's loss: the coordinator restarted or cancelled it."""


TRANSITIONS: dict[tuple[RotationState, LeaseEvent], RotationState] = {
    (RotationState.READY, LeaseEvent.LEASE): RotationState.LEASED,
    (RotationState.LEASED, LeaseEvent.RECORD): RotationState.DONE,
    (RotationState.LEASED, LeaseEvent.LOSE): RotationState.READY,
    (RotationState.LEASED, LeaseEvent.GIVE_UP): RotationState.FAILED,
    (RotationState.LEASED, LeaseEvent.RETURN): RotationState.READY,
}


class WrongState(ValueError):
    """An event that cannot happen to a rotation in its state; the text names both."""


def after(state: RotationState, event: LeaseEvent) -> RotationState:
    """The state that follows; WrongState if the table has none."""
    try:
        return TRANSITIONS[state, event]
    except KeyError:
        raise WrongState(f"a rotation that is {state.value} cannot {event.value}") from None


def event_of_loss(losses: int) -> LeaseEvent:
    """What the loss numbered `losses` (from 1) is to the rotation: another try, or the end."""
    return LeaseEvent.GIVE_UP if losses >= MAX_LOSSES else LeaseEvent.LOSE
