"""Values given for settings: read from JSON or its text, and refused with name, value and what is allowed."""

import json
from collections.abc import Mapping, Sequence
from typing import NoReturn

from engine.contract import InvalidSetting, Json


def refuse(name: str, value: Json, allowed: str) -> NoReturn:
    """InvalidSetting in the usual words."""
    raise InvalidSetting(f"{name} is {value!r}; stonks allows {allowed}")


def from_text(name: str, value: Json, example: Json) -> Json:
    """A JSON value; text, as a command line has it, is read as JSON."""
    if not isinstance(value, str):
        return value
    try:
        read: Json = json.loads(value)
    except ValueError:
        refuse(name, value, f"JSON such as {json.dumps(example)}")
    return read


def whole(name: str, value: Json, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        refuse(name, value, f"{low} to {high}")
    return value


def truth(name: str, value: Json) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        refuse(name, value, "false, true")
    return value


def word(name: str, value: Json, allowed: Sequence[str]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in allowed:
        refuse(name, value, ", ".join(allowed))
    return value


def text(name: str, value: Json) -> str:
    """Some text for people."""
    if not isinstance(value, str) or not 1 <= len(value) <= 64 or not value.isprintable():
        refuse(name, value, "text of 1 to 64 printable characters")
    return value


def listed(name: str, value: Json, low: int, high: int) -> list[Json]:
    """A list of so many entries."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        refuse(name, value, f"a list of {low} to {high} entries")
    if not low <= len(value) <= high:
        raise InvalidSetting(f"{name} has {len(value)} entries; stonks allows {low} to {high}")
    return list(value)


def keyed(name: str, value: Json, keys: Sequence[str]) -> dict[str, Json]:
    """An object that has some of the keys and no other."""
    if not isinstance(value, Mapping):
        refuse(name, value, f"an object with the keys {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise InvalidSetting(f"{name} has no key {key!r}; there are {', '.join(keys)}")
    return dict(value)


def all_different(name: str, values: Sequence[str | int]) -> None:
    """InvalidSetting if a value stands twice."""
    for value in values:
        if values.count(value) > 1:
            raise InvalidSetting(f"{name} has {value!r} twice; stonks allows each once")
