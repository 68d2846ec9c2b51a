"""Stockpile: buy share cards at auction with a little inside knowledge, sell them dear. README.md says more."""

from typing import Final

from engine.games.stockpile.conservation import imbalance
from engine.games.stockpile.game import Stockpile

GAME: Final = Stockpile
"""What `engine.games` finds in this folder."""

__all__ = ["GAME", "Stockpile", "imbalance"]
