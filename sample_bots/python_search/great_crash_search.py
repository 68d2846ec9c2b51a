"""Searching The Great Crash: which choices are worth playing out, to the end of the round, and what comes of it."""

from estimate import result, standing
from great_crash_policy import CrashPolicy
from sight import Sight

from engine.games.great_crash.position import ACTION, BAILOUT, BIDDING, PURCHASE, SELLING, STARTING_STOCK, Position
from engine.games.great_crash.state import CrashState
from engine.market.cards import BIDS, SPACES
from engine.market.investors import CASH

World = tuple[CrashState, Sight]

SPREAD = 15.0
"""K by which two equal seats differ at the end if one round is left, as a logistic scale."""
GROWTH = 0.42
"""The spread grows with this power of the rounds left."""
JUMP = 0.4
"""K a higher bid than needed is thought to cost beside its price."""
A_ROUND = 8.0
LEFT_OF_ROUND = {BAILOUT: 1.0, BIDDING: 1.0, STARTING_STOCK: 0.8, ACTION: 0.75, SELLING: 0.7, PURCHASE: 0.4}
"""Part of a round's decisions that is to come."""


class CrashSearch:
    """One match's side of the search."""

    def __init__(self, state: CrashState) -> None:
        self.book = state.rulebook
        self.policy = CrashPolicy(self.book)

    def choices(self, state: CrashState) -> list[int]:
        """The legal actions worth a search, best guess first."""
        if state.dividend_company >= 0:
            return [state.legal[-1]]
        if state.split_at >= 0:
            return state.legal[::-1]
        sight = self.policy.look(state, 0.5)
        scored = self.policy.scored(state, sight)
        if state.phase_number == BIDDING:
            scored = self._bids(state, sight.factors[state.to_act or 0])
        ranked = [action for _, action in sorted(scored, key=lambda one: -one[0])]
        return [*ranked, *sorted(set(state.legal).difference(ranked))]

    def _bids(self, state: CrashState, factor: float) -> list[tuple[float, int]]:
        layout, scored = self.policy.layout, []
        for action in state.legal:
            if action < layout.play:
                track, space = divmod(action - layout.bid, SPACES)
                jump = space - state.standing_space[track] - 1
                left = factor * self.policy.track_worth(state, track) - BIDS[space]
                scored.append((left - JUMP * jump, action))
        return scored

    def world(self, state: CrashState, noise: float) -> World:
        """A state with what each seat makes of it."""
        return state, self.policy.look(state, noise)

    def value(self, world: World, action: int) -> float:
        """Chance of the acting seat to end ahead of another one, after this action in this world."""
        state, sight = world[0].clone(), world[1]
        seat, number = state.to_act, state.round
        assert seat is not None
        choose, apply = self.policy.choose, state.apply
        apply(action)
        while state.round == number and state.to_act is not None:
            apply(choose(state, sight))
        return self._standing(state, seat)

    def _standing(self, state: CrashState, seat: int) -> float:
        if state.to_act is None:
            return result(state.cash, seat)
        movements = self.book.rounds - state.round + 1
        money = self.policy.estimate.money(state.cash, state.index, state.regular, state.split, movements)
        for expert, owner in enumerate(state.expert_owner):
            if owner >= 0:
                money[owner] -= CASH[expert]
        return standing(money, seat, SPREAD * movements**GROWTH)

    def decisions(self, state: Position) -> float:
        """Searched decisions to come in the match, this one included."""
        here = A_ROUND * LEFT_OF_ROUND.get(state.phase_number, 0.2)
        return max(1.0, here) + A_ROUND * (self.book.rounds - state.round)
