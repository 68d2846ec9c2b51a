"""Fast, plain play of Stockpile on a state, for playouts: bid below what a pile is worth, sell what will fall.

A seat's choice rests on what it may know: its own and the public forecasts, and the cards that lie face up.
"""

from collections.abc import Callable

from estimate import Estimate
from pushes import push_gain
from sight import Prospects, Sight, possible_cards
from stockpile_auction import Auction

from engine.games.stockpile.position import ACTION, BEFORE_DEMAND, CHOOSING, DEMAND, SELLING, SUPPLY, Position
from engine.games.stockpile.rulebook import SPLIT_BONUS, Rulebook
from engine.market.investors import MARTHA

SALE = 30.0
BIDDABLE = 30
"""A sale brings so many K beside its price while there is no cash, and less the more there is, up to so much."""
THIRST = {2: 0.5}
"""By players: K that the first K of cash is worth beyond itself once the piles are won; best in play."""
THIRST_OF_MORE = 0.3
ENOUGH = 35
"""More cash, in K, than can well be bid in a round; from 0 to here the next K is worth less and less beyond itself."""
LAST_ROUND = 0.7
"""Before the last round money can be bid once only."""


class StockpilePolicy:
    """Chooses for the seat that is asked."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.layout = book.layout
        self.auction = Auction(book)
        self.prospects = Prospects(book.trails, SPLIT_BONUS)
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
        return Sight(self.prospects, later, possible, noise)

    def choose(self, position: Position, sight: Sight) -> int:
        """The id of the action played."""
        if position.dividend_company >= 0:
            return position.legal[-1]
        phase = position.phase_number
        if phase == SELLING:
            return self.sell(position, sight)
        if phase == DEMAND:
            return self.auction.bid(position, sight)
        if phase == SUPPLY:
            return self.auction.place(position, sight)
        if phase == ACTION:
            return max(self.plays(position, sight))[1]
        if phase == CHOOSING:
            return position.legal[0]
        return position.legal[0] if phase == BEFORE_DEMAND else self.name_company(position)

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
        action = self.layout.sell
        thirst = SALE * max(0, BIDDABLE - position.cash[seat]) / BIDDABLE if sight.later else 0.0
        best, best_gain = self.layout.done, 0.05
        at = seat * 6
        for company, price in enumerate(position.price):
            index = position.index[company]
            if position.regular[at]:
                gain = price - sight.regular[seat][company][index] + thirst
                if gain > best_gain:
                    best, best_gain = action, gain
            if position.split[at]:
                gain = 2 * price - sight.split[seat][company][index] + thirst
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
