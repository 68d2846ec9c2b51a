"""The Great Crash: a variant of Stockpile in which everybody trades openly and dumping moves prices. See README.md."""

from typing import Final

from engine.games.great_crash.conservation import imbalance
from engine.games.great_crash.game import GreatCrash

GAME: Final = GreatCrash
"""What `engine.games` finds in this folder."""

__all__ = ["GAME", "GreatCrash", "imbalance"]
