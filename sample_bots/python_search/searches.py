"""The games this bot can search, each by its own module."""

from importlib import import_module
from typing import Any

from engine.contract import Game, State

SEARCHES = {"stockpile": "StockpileSearch", "stonks": "StonksSearch", "great_crash": "CrashSearch"}
"""By game: the class in the module `<game>_search`."""


def new_search(game: Game, state: State) -> Any:
    """The search of a match of this game."""
    module = import_module(f"{game.name}_search")
    return getattr(module, SEARCHES[game.name])(state)
