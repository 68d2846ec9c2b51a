"""Price tracks as data. A state stores the index of a ticker, never its price: prices repeat on the advanced board."""

from dataclasses import dataclass
from typing import Final

from engine.market.cards import COMPANIES


@dataclass(frozen=True)
class Track:
    """One company's track, lowest space first; the bankrupt and the split space lie beyond its ends."""

    values: tuple[int, ...]
    """Price in K of each space."""
    start: int
    """Index of the dark circle: where the ticker starts, and where a bankruptcy puts it."""
    split_return: int
    """Index of the octagon: where a split puts the ticker."""
    dollars: frozenset[int] = frozenset()
    """Indices of the `$` spaces, which pay a dividend to who moves right onto them (section 12.4)."""

    @property
    def last(self) -> int:
        """Index of the highest space."""
        return len(self.values) - 1


STANDARD: Final = Track(values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), start=4, split_return=5)
"""The standard side, alike for all companies (section 2.1)."""

ADVANCED: Final = {
    "AA": Track(values=(1, 3, 5, 7, 9, 11, 13), start=2, split_return=3),
    "BB": Track(values=(1, 2, 3, 4, 5, 6), start=4, split_return=3),
    "CC": Track(values=(1, 3, 5, 7, 9), start=2, split_return=2),
    "EE": Track(values=(1, 3, 4, 5, 5, 6, 6, 7, 8, 10), start=4, split_return=3),
    "LL": STANDARD,
    "SS": Track(values=(1, 1, 2, 2, 3, 3, 4, 4, 5, 5), start=8, split_return=4, dollars=frozenset({1, 3, 5, 7, 9})),
}
"""The advanced side (section 12.2; one unofficial source, MrMittenCrab/stockpile)."""

BOARDS: Final[dict[str, tuple[Track, ...]]] = {
    "standard": (STANDARD,) * len(COMPANIES),
    "advanced": tuple(ADVANCED[company] for company in COMPANIES),
}
"""The sides of the board: a track per company."""
