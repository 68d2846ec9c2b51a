"""One request: a line read as JSON, and its keys by type. Whatever is wrong is a Refusal that says what is allowed."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from engine.contract import Json

MOST_BYTES: Final = 1024 * 1024
"""Of one line."""

_MOST_SHOWN: Final = 80
"""Letters of a value that a refusal repeats."""


class Refusal(ValueError):
    """A request that cannot be answered; the text names what is wrong and what is allowed."""


class Request:
    """The keys of a request, each asked for by its type."""

    def __init__(self, keys: Mapping[str, Json]) -> None:
        self._keys = keys

    @property
    def verb(self) -> str:
        """What is asked."""
        return self.text("do")

    def has(self, key: str) -> bool:
        """Whether a key is there; null counts as not there."""
        return self._keys.get(key) is not None

    def check_keys(self, allowed: Sequence[str]) -> None:
        """Refuse a key the request does not have."""
        for key in self._keys:
            if key not in ("id", "do", *allowed):
                names = ", ".join(allowed) or "none but id and do"
                raise Refusal(f"{self.verb} has no key {shown(key)}; keys are {names}")

    def text(self, key: str) -> str:
        """A key that is text."""
        value = self._keys.get(key)
        if not isinstance(value, str):
            refuse(key, value, "text")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A key that is a whole number within bounds."""
        value = self._keys.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            refuse(key, value, f"a whole number from {low} to {high}")
        return value

    def truth(self, key: str, default: bool) -> bool:
        """A key that is true or false."""
        value = self._keys.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            refuse(key, value, "true or false")
        return value

    def mapping(self, key: str, default: Mapping[str, Json] | None = None) -> Mapping[str, Json]:
        """A key that is an object."""
        value = self._keys.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, Mapping):
            refuse(key, value, "an object")
        return value

    def value(self, key: str) -> Json:
        """A key of any type; None if it is not there."""
        return self._keys.get(key)


def refuse(key: str, value: Json, allowed: str) -> NoReturn:
    """Refuse the value of a key."""
    if value is None:
        raise Refusal(f"{key} is missing; it must be {allowed}")
    raise Refusal(f"{key} is {shown(value)}; it must be {allowed}")


def shown(value: Json) -> str:
    """A value as it is repeated in a refusal, cut if it is long."""
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    text = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
    return repr(text) if isinstance(value, str) else text


def parse(line: bytes) -> Mapping[str, Json]:
    """The object of a line; Refusal if there is none."""
    if len(line) > MOST_BYTES:
        raise Refusal(f"a line has more than {MOST_BYTES} bytes")
    try:
        value: Json = json.loads(line, parse_constant=_no_number)
    except RecursionError:
        raise Refusal("a line is nested too deep") from None
    except ValueError as error:
        raise Refusal(f"a line is not JSON: {error}") from None
    if not isinstance(value, Mapping):
        raise Refusal(f"a request is a JSON object such as {{'id': 1, 'do': 'hello'}}, not {shown(value)}")
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")
