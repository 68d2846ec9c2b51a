"""Searching Stockpile: which choices are worth playing out, to the end of the round, and what comes of it."""

from estimate import result, standing
from sight import Sight
from stockpile_policy import StockpilePolicy
from stockpile_ranking import ranked

from engine.games.stockpile.position import ACTION, BEFORE_DEMAND, DEMAND, SUPPLY, Position
from engine.games.stockpile.state import StockpileState

World = tuple[StockpileState, Sight]

SPREAD = {2: 30.0}
SPREAD_OF_MORE = 17.0
"""K by which two equal seats differ at the end if one round is left, as a logistic scale; by players."""
GROWTH = 0.5
"""The spread grows with this power of the rounds left."""
BIDS_A_MEEPLE = 2.0
BEFORE_AWARD = (SUPPLY, BEFORE_DEMAND, DEMAND)
LEFT_OF_ROUND = {SUPPLY: 1.0, BEFORE_DEMAND: 0.85, DEMAND: 0.75, ACTION: 0.45}
"""Part of a round's decisions that is to come; less than in ACTION later."""


class StockpileSearch:
    """One match's side of the search."""

    def __init__(self, state: StockpileState) -> None:
        self.book = state.rulebook
        self.policy = StockpilePolicy(self.book)
        self.spread = SPREAD.get(self.book.players, SPREAD_OF_MORE)
        self.a_round = 2.0 + self.book.batches + BIDS_A_MEEPLE * self.book.meeples

    def choices(self, state: StockpileState) -> list[int]:
        """The legal actions worth a search, best guess first."""
        return ranked(self.policy, state)

    def world(self, state: StockpileState, noise: float) -> World:
        """A state with what each seat makes of it."""
        return state, self.policy.look(state, noise)

    def value(self, world: World, action: int) -> float:
        """Chance of the acting seat to end ahead of another one, after this action in this world."""
        state, sight = world[0].clone(), world[1]
        seat, number = state.to_act, state.round
        assert seat is not None
        choose, apply = self.policy.choose, state.apply
        apply(action)
        sight.piles.clear()
        while state.round == number and state.to_act is not None:
            apply(choose(state, sight))
        if state.to_act is not None:
            self._play_auction(state)
        return self._standing(state, seat)

    def _play_auction(self, state: StockpileState) -> None:
        """Play on until the piles of the round are won: what money in hand is worth shows there."""
        sight = self.policy.look(state, 0.5)
        choose, apply = self.policy.choose, state.apply
        while state.phase_number in BEFORE_AWARD:
            apply(choose(state, sight))

    def _standing(self, state: StockpileState, seat: int) -> float:
        if state.to_act is None:
            return result(state.cash, seat)
        movements = self.book.rounds - state.round + 1
        money = self.policy.estimate.money(state.cash, state.index, state.regular, state.split, movements)
        return standing(money, seat, self.spread * movements**GROWTH)

    def decisions(self, state: Position) -> float:
        """Searched decisions to come in the match, this one included."""
        here = self.a_round * LEFT_OF_ROUND.get(state.phase_number, 0.3)
        return max(1.0, here) + self.a_round * (self.book.rounds - state.round)
