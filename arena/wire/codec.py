"""Engine values to wire messages, by field name; closures are built once per type.

An engine dataclass and its message say the same thing twice; `tests/wire` proves that they agree field by field.
An engine class `Place` is the action type `ACTION_TYPE_PLACE`; an enum member or a phase is the proto value whose name
ends with it.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from engine.contract import Action, Event, Game, Observation
from stockpit.games.stockpile.v1 import stockpile_pb2

Fields = dict[str, Any]

PROTOS = {"stockpile": stockpile_pb2}
"""The generated module of each game's proto."""

EVENTS_KEPT = 20_000
"""Events whose bytes are remembered: those of some hundred matches in progress, about 8 MB."""


class GameCodec:
    """The wire of one game (all its settings)."""

    def __init__(self, proto: Any, game: type[Game]) -> None:
        self.name = game.name
        self._proto = proto
        self._actions = {action: _reader(action, proto.Action) for action in game.action_types}
        self._observation: Callable[[Observation], Fields] = _reader(game.observation_type, proto.Observation)
        self._event: Callable[[Event], Fields] = _reader(game.event_type, proto.Event, skip_none=True)
        self._written: dict[int, tuple[Event, bytes]] = {}
        """By id: the event, kept so that the id stays its own, and its bytes. Viewers share their events."""

    def observation(self, observation: Observation) -> bytes:
        """An Observation message."""
        message: Message = self._proto.Observation(**self._observation(observation))
        return message.SerializeToString()

    def event(self, event: Event) -> bytes:
        """An Event message; written once for all who see the same event."""
        known = self._written.get(id(event))
        if known is not None:
            return known[1]
        if len(self._written) >= EVENTS_KEPT:
            self._written.clear()
        message: Message = self._proto.Event(**self._event(event))
        written = message.SerializeToString()
        self._written[id(event)] = (event, written)
        return written

    def settings(self, game: Game) -> Message:
        """The Settings message: what the game object calls by the same names."""
        message: Message = self._proto.Settings(**_reader(type(game), self._proto.Settings, attributes=True)(game))
        return message

    def action_table(self, game: Game) -> Message:
        """The ActionTable message."""
        table: Message = self._proto.ActionTable(actions=[self.action(action) for action in game.actions.actions])
        return table

    def action(self, action: Action) -> Message:
        """The Action message."""
        enum = self._proto.ActionType
        name = _screaming(type(action).__name__)
        message: Message = self._proto.Action(
            type=enum.Value(f"ACTION_TYPE_{name}"), **self._actions[type(action)](action)
        )
        return message


@cache
def codec_of(name: str) -> GameCodec:
    """The codec of a game by its name; KeyError if no proto carries it."""
    from engine.games import games

    return GameCodec(PROTOS[name], games()[name])


def _reader(
    source: type, message: Any, *, skip_none: bool = False, attributes: bool = False
) -> Callable[[Any], Fields]:
    """How to read a message's fields off an engine value."""
    descriptor = message.DESCRIPTOR
    names = [field.name for field in (descriptor.fields if attributes else fields(source))]
    missing = [name for name in names if name not in descriptor.fields_by_name]
    if missing:
        raise TypeError(f"{descriptor.full_name} has no field for {', '.join(missing)} of {source.__name__}")
    enums = {name: _enum_values(descriptor.fields_by_name[name]) for name in names}
    return _closure(names, {name: values for name, values in enums.items() if values}, skip_none)


def _closure(names: list[str], enums: dict[str, dict[str, int]], skip_none: bool) -> Callable[[Any], Fields]:
    if not names:
        return lambda value: {}
    get = attrgetter(*names) if len(names) > 1 else lambda value: (attrgetter(names[0])(value),)

    def read(value: Any) -> Fields:
        found = dict(zip(names, get(value), strict=True))
        if skip_none:
            found = {name: item for name, item in found.items() if item is not None}
        for name, values in enums.items():
            if name in found:
                found[name] = values[_word(found[name])]
        return found

    return read


def _enum_values(field: FieldDescriptor) -> dict[str, int]:
    """Proto numbers by the engine's word: "supply" for PHASE_SUPPLY."""
    if field.enum_type is None:
        return {}
    prefix = _screaming(field.enum_type.name) + "_"
    return {value.name.removeprefix(prefix).lower(): value.number for value in field.enum_type.values}


def _word(item: Any) -> str:
    return str(getattr(item, "name", item)).lower()


def _screaming(name: str) -> str:
    """CamelCase to SCREAMING_SNAKE."""
    return "".join("_" + letter if letter.isupper() and i else letter for i, letter in enumerate(name)).upper()
