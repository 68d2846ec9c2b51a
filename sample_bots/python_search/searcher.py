"""One match: worlds that fit what the seat knows, choices played out in them, the best within the time there is."""

from collections.abc import Callable
from typing import Any, Protocol

from bank import Control, budget_s
from halving import affordable, best_choice
from reading import read_game, read_observation
from searches import new_search

from stockpit_sdk import Decision, Match

FIRST_PLAYOUT_S = 0.0005
RECENT = 0.05
"""Weight of the last playout in the mean of what they take."""


class Search(Protocol):
    """What a game's module knows: which choices to play out, how, and what comes of it."""

    def choices(self, state: Any) -> list[int]:
        """The legal actions worth a search, best guess first; a single one needs none."""

    def world(self, state: Any, noise: float) -> Any:
        """What choices are played out in, made once of a sampled state and a random number from 0 to 1."""

    def value(self, world: Any, action: int) -> float:
        """How well the asked seat stands after this action in this world, from 0 to 1."""

    def decisions(self, state: Any) -> float:
        """Searched decisions to come in the match, this one included."""


class Searcher:
    """The choices of one match; all that is random comes from its bot seed."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        control = match.time_control
        soft = control.soft_limit_us / 1e6 if control.HasField("soft_limit_us") else None
        self.control = Control(control.bank_us / 1e6, control.refund_us / 1e6, soft)
        self.game = read_game(match.game, match.seats, match.settings)
        self.clock = clock
        self.search: Search | None = None
        self.playout_s = FIRST_PLAYOUT_S
        """What one playout has taken lately."""

    def choose(self, decision: Decision) -> int:
        """The best choice found within this decision's part of the bank."""
        start = self.clock()
        seen = read_observation(self.game, decision.observation)
        number = decision.random.random  # how often it is asked depends on the time there is
        state = self.game.sample_state(seen, lambda label, n: int(number() * n))
        search = self.search = self.search or new_search(self.game, state)
        choices = search.choices(state)
        seconds = budget_s(self.control, decision.time_left, search.decisions(state))
        seconds -= self.clock() - start
        choices = choices[: affordable(seconds / self.playout_s)]
        if len(choices) == 1 or seconds <= 0:
            return choices[0]

        def new_world() -> Any:
            return search.world(self.game.sample_state(seen, lambda label, n: int(number() * n)), number())

        return best_choice(choices, new_world, self._timed(search), seconds, self.clock)

    def _timed(self, search: Search) -> Callable[[Any, int], float]:
        """The value of a choice in a world; what it takes is measured."""

        def value(world: Any, action: int) -> float:
            start = self.clock()
            found = search.value(world, action)
            self.playout_s += RECENT * (self.clock() - start - self.playout_s)
            return found

        return value
