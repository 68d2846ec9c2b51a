"""What reaches a viewer, as bytes; and everything there is, as text."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.contract import SPECTATOR, Event, Game, Observation, Seat, State

Encode: TypeAlias = Callable[[Game, Observation, Sequence[Event]], bytes]
"""Turns what a viewer is sent into the bytes it is sent; the wire's own encoder in the arena's tests."""


def plain_bytes(game: Game, observation: Observation, events: Sequence[Event]) -> bytes:
    """An encoder without a wire."""
    return repr((observation, events)).encode()


def viewers(game: Game) -> tuple[Seat, ...]:
    """All seats and the spectator."""
    return (*range(game.players), SPECTATOR)


RECENT = 12
"""So many of the last events are encoded when what was sent is compared; the others were when they were recent."""


def seen(game: Game, state: State, viewer: Seat, encode: Encode = plain_bytes) -> bytes:
    """What reaches a viewer now: its observation, its recent events, and what it may choose if it is asked."""
    legal = repr(state.legal_actions()).encode() if state.to_act == viewer else b""
    return encode(game, state.observe(viewer), state.events(viewer)[-RECENT:]) + legal


def everything(game: Game, state: State) -> str:
    """The whole state, as far as anybody could ever tell two apart."""
    parts = (
        state.to_act,
        state.phase(),
        state.legal_actions(),
        state.scores(),
        state.places(),
        state.public_facts(),
        [state.private_facts(seat) for seat in range(game.players)],
        [state.observe(viewer) for viewer in viewers(game)],
        game.state_text(state),
    )
    return "\n".join(map(repr, parts))


def secrets(game: Game, state: State) -> str:
    """What the seats know and a spectator does not."""
    return repr([state.private_facts(seat) for seat in range(game.players)])
