"""The market cards, numbered from 1 by company, then by rank; 0 is no card, or one that is not known."""

from dataclasses import dataclass
from typing import Final

NO_CARD: Final = 0

MOST_CARDS: Final = 120
"""Drafts are pairs of cards, so the action table grows with the square of this."""

MOST_COMPANIES: Final = 10


@dataclass(frozen=True, slots=True)
class Card:
    """One market card as printed."""

    id: str
    """What the audit format calls it, such as "R13"."""
    company: int
    """Index of its company among those of the settings."""
    rank: int
    symbols: int
    """Market symbols: steps of the adjustment it allows when played face up; 0 none."""
    shares: int
    """Shares of its company it is worth in a portfolio."""
