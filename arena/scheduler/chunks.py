"""How many rotations a worker is handed at once."""

from collections.abc import Hashable, Iterable
from itertools import groupby
from typing import Protocol, TypeVar

MAX_ROTATIONS = 4
MAX_SECONDS = 5.0
"""A chunk is no longer than this unless a single rotation is: results should come often and little be lost at once."""


class Ready(Protocol):
    """A rotation that waits for a worker."""

    @property
    def table(self) -> Hashable:
        """Equal for rotations that the same bots play under the same rule."""


R = TypeVar("R", bound=Ready)


def rotations_per_chunk(seconds_per_rotation: float | None) -> int:
    """1 to 4: as many as make at most five seconds of play; 1 while nothing has been measured.

    Starting a table's bots costs a few tenths of a second, so a chunk of short rotations is at least 0.5 s
    of play as far as four of them can be.
    """
    if seconds_per_rotation is None:
        return 1
    if seconds_per_rotation <= 0:
        return MAX_ROTATIONS
    return max(1, min(MAX_ROTATIONS, int(MAX_SECONDS / seconds_per_rotation)))


def into_chunks(rotations: Iterable[R], size: int) -> list[tuple[R, ...]]:
    """Cut rotations, kept in order, into runs of one table, none longer than `size`."""
    chunks: list[tuple[R, ...]] = []
    for _, run in groupby(rotations, key=lambda rotation: rotation.table):
        members = tuple(run)
        chunks += [members[start : start + size] for start in range(0, len(members), size)]
    return chunks
