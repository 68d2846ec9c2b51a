"""One step of a ticker (section 6): the only way a price moves in any of the games."""

from typing import Final

from engine.market.tracks import Track

SPLIT: Final = -1
"""The step goes above the highest value: the company splits."""

BANKRUPT: Final = -2
"""The step goes below the lowest value: the company is bankrupt."""


def step(track: Track, index: int, direction: int) -> int:
    """The index one space further (direction 1 or -1), or SPLIT or BANKRUPT."""
    further = index + direction
    if further < 0:
        return BANKRUPT
    return SPLIT if further >= len(track.values) else further
