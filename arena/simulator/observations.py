"""Observations as JSON objects by the names of their fields, which are those of the game's proto, there and back."""

from collections.abc import Mapping
from enum import IntEnum
from typing import get_type_hints

from arena.simulator.request import Refusal, refuse
from engine.contract import Bound, Game, Json, Observation


def observation_json(observation: Observation) -> dict[str, Json]:
    """Its fields in their order; enums as the numbers of the proto."""
    held = vars(observation)
    return {
        name: int(held[name]) if isinstance(held[name], IntEnum) else held[name] for name in names(type(observation))
    }


def observation_of(game: Game, data: Mapping[str, Json]) -> Observation:
    """Inverse of `observation_json`; Refusal if a field is missing, too many or out of its bounds."""
    kind = game.observation_type
    for name in data:
        if name not in names(kind):
            raise Refusal(f"an observation of {game.name} has no field {name!r}; fields are {', '.join(names(kind))}")
    bounds, types = game.observation_bounds, get_type_hints(kind)
    made = object.__new__(kind)
    made.__dict__.update({name: _read(name, data.get(name), bounds[name], types[name]) for name in names(kind)})
    return made


def names(kind: type[Observation]) -> list[str]:
    """The fields of an observation, in their order."""
    return list(kind.__dataclass_fields__)


def _read(name: str, value: Json, bound: Bound, kind: type) -> object:
    if bound.length is not None:
        return _numbers(name, value, bound, bound.length)
    number = _number(name, value, bound)
    return kind(number) if isinstance(kind, type) and issubclass(kind, IntEnum) else number


def _numbers(name: str, value: Json, bound: Bound, most: int) -> tuple[int, ...]:
    least = 0 if bound.varies else most
    if not isinstance(value, list) or not least <= len(value) <= most:
        refuse(f"field {name}", value, f"a list of {'at most ' if bound.varies else ''}{most} numbers")
    return tuple([_number(name, entry, bound) for entry in value])


def _number(name: str, value: Json, bound: Bound) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not bound.low <= value <= bound.high:
        refuse(f"field {name}", value, f"of whole numbers from {bound.low} to {bound.high}")
    return value
