"""The game a request names."""

from typing import Final

from arena.simulator.request import Request
from engine.contract import Game
from engine.games import make_game

TABLE_KEYS: Final = ("game", "players", "settings")

INTEGERS: Final = (-(2**63), 2**63 - 1)
"""Seeds and handles: what a number of 64 bits holds."""


def game_of(request: Request) -> Game:
    """The game with its settings filled in; UnknownGame or InvalidSetting if there is none such."""
    name = request.text("game")
    return make_game(name, request.whole("players", 1, 99), request.mapping("settings", default={}))
