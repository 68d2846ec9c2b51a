"""The states of a session, by handle."""

from dataclasses import dataclass
from typing import Final

from arena.simulator.request import Refusal
from engine.contract import Game, State

MOST_STATES: Final = 100_000
"""At a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class Held:
    """A state and the game it is of."""

    game: Game
    state: State
    trusted: bool = True
    """False if it grew out of an observation that was given to us, which may be one that no match can lead to."""


class Shelf:
    """Handles are whole numbers from 1, each given once."""

    def __init__(self) -> None:
        self._held: dict[int, Held] = {}
        self._last = 0

    def put(self, held: Held) -> int:
        """Keep a state; its handle. Refusal if there are too many."""
        if len(self._held) >= MOST_STATES:
            raise Refusal(f"there are {MOST_STATES} states already; drop some")
        self._last += 1
        self._held[self._last] = held
        return self._last

    def get(self, handle: int) -> Held:
        """The state of a handle; Refusal if there is none."""
        try:
            return self._held[handle]
        except KeyError:
            raise Refusal(f"there is no state {handle}; start, sample and clone give handles") from None

    def trusts(self, handle: object) -> bool:
        """Whether there is no reason to blame whoever gave us an observation."""
        held = self._held.get(handle) if isinstance(handle, int) else None
        return held is None or held.trusted

    def drop(self, handle: int) -> None:
        """Forget a state; Refusal if there is none."""
        self.get(handle)
        del self._held[handle]

    def __len__(self) -> int:
        return len(self._held)
