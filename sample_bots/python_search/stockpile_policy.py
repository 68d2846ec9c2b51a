"""Fast, plain play of Stockpile on a state, for playouts: bid below what a pile is worth, sell what will fall.

A seat's choice rests on what it may know: its own and the public forecasts, and the cards that lie face up.
"""

from collections.abc import Callable

from estimate import Estimate
from pushes import push_gain
from sight import Sight, possible_cards

from engine.games.stockpile.actions import FACE_UP, KIND_MASK
from engine.games.stockpile.position import ACTION, BEFORE_DEMAND, CHOOSING, DEMAND, SELLING, SUPPLY, Position
from engine.games.stockpile.rulebook import DISCOUNTED, SPLIT_BONUS, Rulebook
from engine.market.cards import BIDS, BOOM, FEE
from engine.market.investors import BERNIE, DONALD, MARTHA

ACTION_CARD = 2.0
FACE_DOWN = 3.2
"""What such a card is worth on average, in K."""
THIRST = {2: 2.0}
"""By players: K that the first K of cash is worth beyond itself before a round; best in play against itself."""
THIRST_OF_MORE = 0.9
ENOUGH = 35
"""More cash, in K, than can well be bid in a round; from 0 to here the next K is worth less and less beyond itself."""
LAST_ROUND = 0.7
"""Before the last round money can be bid once only."""


class StockpilePolicy:
    """Chooses for the seat that is asked."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.layout = book.layout
        thirst = thirst_of(book.players)
        self.estimate = Estimate(book.trails, book.players, book.rounds, SPLIT_BONUS, thirst)

    def look(self, position: Position, noise: float) -> Sight:
        """The running round with the eyes of all seats; `noise` is a random number from 0 to 1."""
        book = self.book
        later = book.rounds - max(position.round, 1)
        owner, slot = position.investor_owner[MARTHA], position.martha_slot
        possible = [
            possible_cards(position.pairs, book.holders, seat, slot if seat == owner else -1)
            for seat in range(book.players)
        ]
        return Sight(book.trails, SPLIT_BONUS, later, possible, noise)

    def choose(self, position: Position, sight: Sight) -> int:
        """The id of the action played."""
        if position.dividend_company >= 0:
            return position.legal[-1]
        phase = position.phase_number
        if phase == SELLING:
            return self.sell(position, sight)
        if phase == DEMAND:
            return self.bid(position, sight)
        if phase == SUPPLY:
            sight.noise = (sight.noise * 69069 + 12345) & 0x7FFFFFFF
            return position.legal[(sight.noise >> 8) % len(position.legal)]
        if phase == ACTION:
            return max(self.plays(position, sight))[1]
        if phase == CHOOSING:
            return position.legal[0]
        return position.legal[0] if phase == BEFORE_DEMAND else self.name_company(position)

    def pile_values(self, position: Position, sight: Sight, seat: int) -> list[float]:
        """By track: what the pile is worth to the seat for all it can see."""
        index, regular = position.index, sight.regular[seat]
        fee_sign = 1 if seat == position.investor_owner[BERNIE] else -1
        values = [0.0] * self.book.tracks
        mark = seat + 1
        for entry in position.table:
            kind = entry & KIND_MASK
            if not entry & FACE_UP and (entry >> 5 & 7) != mark:
                worth = FACE_DOWN
            elif kind < FEE:
                worth = regular[kind][index[kind]]
            elif kind < BOOM:
                worth = float(fee_sign * (kind - FEE + 1))
            else:
                worth = ACTION_CARD
            values[entry >> 14] += worth
        return values

    def bid(self, position: Position, sight: Sight) -> int:
        """The lowest bid on the track that leaves most."""
        return max(self.raises(position, sight, self.pile_values(position, sight, position.to_act or 0)))[1]

    def raises(self, position: Position, sight: Sight, values: list[float]) -> list[tuple[float, int]]:
        """The lowest bid on each track, with what it leaves."""
        seat = position.to_act
        assert seat is not None
        costs = DISCOUNTED if seat == position.investor_owner[DONALD] else BIDS
        budget, factor, first = position.cash[seat], sight.factors[seat], self.layout.bid
        if self.book.meeples > 1:
            for track, by in enumerate(position.standing_seat):
                if by == seat:
                    budget -= costs[position.standing_space[track]]
        raised = []
        for track, space in enumerate(position.standing_space):
            if space < 7 and position.standing_seat[track] != seat and costs[space + 1] <= budget:
                left = factor * values[track] - costs[space + 1]
                raised.append((left, first + track * 8 + space + 1))
        return raised

    def plays(self, position: Position, sight: Sight) -> list[tuple[float, int]]:
        """Action cards, and Cramer, on each company, with what they bring; the end of the turn brings nothing."""
        layout = self.layout
        scored = []
        for action in position.legal:
            if action < layout.done:
                card, company = divmod(action - layout.play, 6)
                scored.append((self.push_gain(position, sight, company, -2 if card else 2), action))
            elif action == layout.done:
                scored.append((0.0, action))
            else:
                company, down = divmod(action - layout.cramer, 2)
                scored.append((self.push_gain(position, sight, company, -1 if down else 1) - 0.1, action))
        return scored

    def push_gain(self, position: Position, sight: Sight, company: int, steps: int) -> float:
        """What moving a company brings the asked seat, less what it brings the others on average."""
        assert position.to_act is not None
        push = (position.to_act, company, position.index[company], steps)
        track = self.book.trails[company]
        return push_gain(sight, track, SPLIT_BONUS, position.regular, position.split, push)

    def sell(self, position: Position, sight: Sight) -> int:
        """The sale that brings most over keeping, while there is one."""
        seat = position.to_act
        assert seat is not None
        cash, action = position.cash[seat], self.layout.sell
        thirst = self.estimate.thirst[sight.later]
        wet = thirst[min(cash, 99)]
        best, best_gain = self.layout.done, 0.05
        at = seat * 6
        for company, price in enumerate(position.price):
            index = position.index[company]
            if position.regular[at]:
                gain = price - sight.regular[seat][company][index] + thirst[min(cash + price, 99)] - wet
                if gain > best_gain:
                    best, best_gain = action, gain
            if position.split[at]:
                gain = 2 * price - sight.split[seat][company][index] + thirst[min(cash + 2 * price, 99)] - wet
                if gain > best_gain:
                    best, best_gain = action + 1, gain
            at += 1
            action += 3
        return best

    def name_company(self, position: Position) -> int:
        """Deborah: the company of which the seat holds most beyond the others' average."""
        seat = position.to_act
        assert seat is not None
        leads = [0.0] * 6
        for owner in range(self.book.players):
            factor = 1.0 if owner == seat else -1.0 / (self.book.players - 1)
            for company in range(6):
                at = owner * 6 + company
                leads[company] += factor * (position.regular[at] + 2 * position.split[at])
        best = max(leads)
        return self.layout.deborah + leads.index(best) if best > 0 else self.layout.done


def thirst_of(players: int) -> Callable[[int, int], float]:
    """What cash is worth beyond itself, by movements to come and amount: the area under a line that falls to 0."""
    most = THIRST.get(players, THIRST_OF_MORE)

    def thirst(movements: int, cash: int) -> float:
        if not movements:
            return 0.0
        short = max(0, ENOUGH - cash) / ENOUGH
        return most * (LAST_ROUND if movements == 1 else 1.0) * ENOUGH / 2 * (1 - short * short)

    return thirst
