"""Engine values to wire messages, by field name.

An engine dataclass and its message say the same thing twice; `tests/wire` proves that they agree field by field. An
engine class `Place` is the action type `ACTION_TYPE_PLACE`; the engine's enums have the proto's numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor
from google.protobuf.message import Message

from arena.wire.packing import LENGTH_DELIMITED, Pieces, key, small_writer, varint
from engine.contract import Action, Event, Game, Observation
from stockpit.games.great_crash.v1 import great_crash_pb2
from stockpit.games.stockpile.v1 import stockpile_pb2
from stockpit.games.stonks.v1 import stonks_pb2
from stockpit.v1.table_pb2 import Decision

Fields = dict[str, Any]

PROTOS = {"stockpile": stockpile_pb2, "stonks": stonks_pb2, "great_crash": great_crash_pb2}
"""The generated module of each game's proto."""

EVENTS_KEPT = 20_000
"""Events whose bytes are remembered: those of some hundred matches in progress, about 8 MB."""


class GameCodec:
    """The wire of one game (all its settings).

    Observations and events keep what they hold in `__dict__`, under the names of the message's fields; an event holds
    only the fields it has.
    """

    def __init__(self, proto: Any, game: type[Game]) -> None:
        self.name = game.name
        self._proto = proto
        self._small = small_writer(proto.Observation.DESCRIPTOR)
        self._settings = _setting_reader(proto.Settings.DESCRIPTOR)
        self._action_fields = {action: [field.name for field in fields(action)] for action in game.action_types}
        self._event_key = key(Decision.DESCRIPTOR.fields_by_name[f"{self.name}_events"].number, LENGTH_DELIMITED)
        self._event_pieces = {field.name: Pieces(field) for field in proto.Event.DESCRIPTOR.fields}
        self._written: dict[int, bytes] = {}
        """Events by id, as they stand in a Decision. Viewers share their events, so each is written once."""
        self._kept: list[Event] = []
        """Those events: while they live, nothing else has their ids."""

    def observation(self, observation: Observation) -> bytes:
        """An Observation message."""
        written = self._small(observation)
        if written is not None:
            return written
        message: Message = self._proto.Observation(**vars(observation))
        return message.SerializeToString()

    def events(self, events: Sequence[Event]) -> bytes:
        """Events as they stand in a Decision, each with its key."""
        known, write = self._written.get, self._event
        return b"".join([known(id(event)) or write(event) for event in events])

    def _event(self, event: Event) -> bytes:
        if len(self._kept) >= EVENTS_KEPT:
            self._written.clear()
            self._kept.clear()
        pieces = self._event_pieces
        payload = b"".join([pieces[name][value] for name, value in vars(event).items()])
        self._kept.append(event)
        written = self._written[id(event)] = b"".join((self._event_key, varint(len(payload)), payload))
        return written

    def settings(self, game: Game) -> Message:
        """The Settings message: what the game object calls by the same names."""
        message: Message = self._proto.Settings(**self._settings(game))
        return message

    def action_table(self, game: Game) -> Message:
        """The ActionTable message."""
        table: Message = self._proto.ActionTable(actions=[self.action(action) for action in game.actions.actions])
        return table

    def action(self, action: Action) -> Message:
        """The Action message."""
        number = self._proto.ActionType.Value(f"ACTION_TYPE_{screaming(type(action).__name__)}")
        values = {name: getattr(action, name) for name in self._action_fields[type(action)]}
        message: Message = self._proto.Action(type=number, **values)
        return message


@cache
def codec_of(name: str) -> GameCodec:
    """The codec of a game by its name; KeyError if no proto carries it."""
    from engine.games import games

    return GameCodec(PROTOS[name], games()[name])


def _setting_reader(descriptor: Descriptor) -> Callable[[Game], Fields]:
    """Settings are few and sent once, so their enums may be words: "standard" for BOARD_STANDARD."""
    enums = {field.name: _enum_values(field.enum_type) for field in descriptor.fields if field.enum_type is not None}

    def read(game: Game) -> Fields:
        found = {field.name: getattr(game, field.name) for field in descriptor.fields}
        return found | {name: values[found[name]] for name, values in enums.items()}

    return read


def _enum_values(enum: EnumDescriptor) -> dict[str, int]:
    prefix = f"{screaming(enum.name)}_"
    return {value.name.removeprefix(prefix).lower(): value.number for value in enum.values}


def screaming(name: str) -> str:
    """CamelCase to SCREAMING_SNAKE."""
    return "".join("_" + letter if letter.isupper() and i else letter for i, letter in enumerate(name)).upper()
