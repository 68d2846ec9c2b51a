"""Stonks: win tricks in a moving market and take the shares that will be worth most. README.md says more."""

from typing import Final

from engine.games.stonks.conservation import imbalance
from engine.games.stonks.game import Stonks

GAME: Final = Stonks
"""What `engine.games` finds in this folder."""

__all__ = ["GAME", "Stonks", "imbalance"]
