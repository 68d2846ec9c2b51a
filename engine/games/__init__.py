"""The games, found by folder: each sub-package has a GAME."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from engine.contract import Game, InvalidSetting, Setting

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")


class UnknownGame(ValueError):
    """A game that is not there; the text names those that are."""


@cache
def games() -> dict[str, type[Game]]:
    """Every game by name."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg]
    found: dict[str, type[Game]] = {module.GAME.name: module.GAME for module in modules}
    return found


def find_game(name: str) -> type[Game]:
    """The game of that name; UnknownGame if there is none."""
    try:
        return games()[name]
    except KeyError:
        raise UnknownGame(f"no game {name!r}; there are {', '.join(sorted(games()))}") from None


def make_game(name: str, players: int, settings: Mapping[str, object] | None = None) -> Game:
    """A game with its settings filled in; UnknownGame or InvalidSetting name what is wrong and what is allowed.

    Settings may be text, as a command line has them: "true" for True.
    """
    game: Callable[..., Game] = find_game(name)
    fields = {setting.name: setting.attribute for setting in find_game(name).settings_schema}
    given = read_settings(name, settings or {})
    return game(players=players, **{fields[key]: value for key, value in given.items()})


def read_settings(name: str, given: Mapping[str, object]) -> dict[str, object]:
    """Settings with text read as their types: {"investors": "true"} gives {"investors": True}."""
    schema = {setting.name: setting for setting in find_game(name).settings_schema}
    for key in given:
        if key not in schema:
            raise InvalidSetting(f"{name} has no setting {key!r}; there are {', '.join(schema)}")
    return {key: _read(schema[key], value) for key, value in given.items()}


def _read(setting: Setting, value: object) -> object:
    """The value a text stands for; anything else goes on as it is, for the game to judge."""
    if setting.type == "int" and isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    known: dict[object, object] = {str(allowed).lower(): allowed for allowed in setting.allowed}
    return known.get(value.lower(), value) if isinstance(value, str) else value
