"""The law of the silent question: nothing a seat is sent tells whether somebody else was asked.

Play on from a state and from another one in which only the others' holdings differ, with whatever secret choices
leave the seat's view equal; at its own next decisions all bytes must be equal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.contract import Draw, Event, Game, Seat, State
from engine.streams import shuffle
from engine.testing.laws import require
from engine.testing.seeing import Encode, plain_bytes, seen

Words: TypeAlias = Callable[[Event], str]
"""What an event says, all of it."""

DECISIONS = 3
"""So many own decisions are compared."""

PATIENCE = 200
"""Others' decisions played at most before giving up."""

CANDIDATES = 6
"""Choices tried for one decision of another seat."""


@dataclass(slots=True)
class _Pair:
    """Two states one viewer cannot tell apart, or not yet."""

    game: Game
    viewer: Seat
    one: State
    other: State
    draw: Draw
    words: Words
    past: int
    """Events seen before the paths parted."""


def questions_are_silent(
    game: Game, state: State, viewer: Seat, draw: Draw, encode: Encode = plain_bytes, *, words: Words | None = None
) -> int:
    """Compare the viewer's next decisions; the number compared, as secrets may make the paths part.

    The paths are kept together by what events say in `words` (by default `Game.event_text`); bytes are compared then.
    """
    other = state.redeal(viewer, draw, future=False)
    past = len(state.events(viewer))
    pair = _Pair(game, viewer, state.clone(events=True), other, draw, words or game.event_text, past)
    compared = 0
    for _ in range(PATIENCE):
        if pair.one.to_act in (viewer, None) and pair.other.to_act in (viewer, None):
            same = seen(game, pair.one, viewer, encode) == seen(game, pair.other, viewer, encode)
            same = same and pair.one.to_act == pair.other.to_act
            same = same and pair.one.events(viewer) == pair.other.events(viewer)
            require(same, f"seat {viewer} can tell who was asked", pair.one)
            compared += 1
            if compared > DECISIONS or pair.one.to_act is None:
                break
            action = _any(pair.one.legal_actions(), draw)
            pair.one.apply(action)
            pair.other.apply(action)
            if not _compatible(pair, pair.one, pair.other):
                break
        elif not _go_on(pair):
            break
    return compared


def _any(legal: list[int], draw: Draw) -> int:
    return legal[draw("choices", len(legal))]


def _go_on(pair: _Pair) -> bool:
    """Play others' decisions so that the viewer sees the same; False if no choice tried does it."""
    one, other, viewer = pair.one, pair.other, pair.viewer
    if one.to_act == other.to_act:
        return _go_on_alike(pair)
    ahead = len(one.events(viewer)) - len(other.events(viewer))
    if one.to_act not in (viewer, None) and (ahead <= 0 or other.to_act in (viewer, None)):
        played = _catch_up(pair, one, other)
        if played is not None:
            pair.one = played
            return True
    if other.to_act not in (viewer, None):
        played = _catch_up(pair, other, one)
        if played is not None:
            pair.other = played
            return True
    return False


def _go_on_alike(pair: _Pair) -> bool:
    """The same seat is asked in both: it makes the same choice."""
    choices = sorted(set(pair.one.legal_actions()) & set(pair.other.legal_actions()))
    shuffle(choices, pair.draw, "choices")
    for action in choices[:CANDIDATES]:
        one, other = pair.one.clone(events=True), pair.other.clone(events=True)
        one.apply(action)
        other.apply(action)
        if _compatible(pair, one, other):
            pair.one, pair.other = one, other
            return True
    return False


def _catch_up(pair: _Pair, state: State, other: State) -> State | None:
    """Somebody is asked in `state` who is not in `other`: a choice after which the viewer has seen the same."""
    choices = state.legal_actions()
    default = state.default_action()
    shuffle(choices, pair.draw, "choices")
    for action in [default, *choices[:CANDIDATES]]:
        played = state.clone(events=True)
        played.apply(action)
        if _compatible(pair, played, other):
            return played
    return None


def _compatible(pair: _Pair, one: State, other: State) -> bool:
    """What the viewer has seen in one state is, in words, the beginning of what it has seen in the other."""
    seen = zip(one.events(pair.viewer)[pair.past :], other.events(pair.viewer)[pair.past :], strict=False)
    return all(first == second or pair.words(first) == pair.words(second) for first, second in seen)
