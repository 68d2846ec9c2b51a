"""Searching Stonks: which choices are worth playing out, to the end of the round, and what a round's end is worth."""

from math import sqrt

from estimate import result, standing
from stonks_policy import StonksPolicy

from engine.games.stonks.position import DRAFT, PLAY, Position
from engine.games.stonks.state import StonksState

MOST_CHOICES = 24
ROUND_SPREAD = 10.5
"""Points by which two equal seats' gains in one round differ, as a logistic scale."""
DECISIONS_A_TRICK = 1.6
DRAFT_WEIGHT = 2.0


class StonksSearch:
    """One match's side of the search."""

    def __init__(self, state: StonksState) -> None:
        self.policy = StonksPolicy(state)
        self.book = state.rulebook

    def world(self, state: StonksState, noise: float) -> StonksState:
        """A state to play choices out in."""
        return state

    def choices(self, state: StonksState) -> list[int]:
        """The legal actions worth a search, the policy's best first."""
        ranked = [action for _, action in sorted(self.policy.scored(state), reverse=True)]
        if state.phase_number == PLAY:
            left = set(state.legal).difference(ranked)
            ranked += [action for action in sorted(left) if self._is_sound(state, action)]
        return ranked[:MOST_CHOICES]

    def _is_sound(self, state: StonksState, action: int) -> bool:
        """Whether Speculation can win so: a face-down trump, or a high card of the company called."""
        layout = self.book.layout
        if action < layout.lead:
            return True
        number, call = divmod(action - layout.lead, layout.companies)
        of = self.book.company[number + 1]
        return (of == state.trump) != (of == call)

    def value(self, world: StonksState, action: int) -> float:
        """Chance of the acting seat to end ahead of another one, after this action in this world."""
        seat = world.to_act
        assert seat is not None
        state = world.clone()
        state.apply(action)
        scored, choose, apply = len(state.points), self.policy.choose, state.apply
        while len(state.points) == scored and state.to_act is not None:
            apply(choose(state))
        return self._standing(state, seat)

    def _standing(self, state: StonksState, seat: int) -> float:
        rounds = self.book.rounds - len(state.points) // self.book.players
        if rounds:
            return standing(state.totals, seat, ROUND_SPREAD * sqrt(rounds))
        return result([-place for place in state.places()], seat)

    def decisions(self, state: Position) -> float:
        """Searched decisions to come in the match, this one included; a draft counts as several."""
        tricks = self.book.tricks
        rounds = self.book.rounds - state.round
        here = (len(state.hands[0]) - 1) * DECISIONS_A_TRICK
        if state.phase_number == DRAFT:
            return (1.0 + rounds) + (rounds + 1) * tricks * DECISIONS_A_TRICK / DRAFT_WEIGHT
        return 1.0 + here + rounds * (DRAFT_WEIGHT + tricks * DECISIONS_A_TRICK)
