"""Fast, plain play of The Great Crash on a state, for playouts: buy what will rise, sell what will fall."""

from estimate import MOST_CASH, Estimate
from pushes import push_gain
from share_worth import SOLD
from sight import Prospects, Sight, possible_cards

from engine.games.great_crash.position import ACTION, BIDDING, MOVEMENT, PURCHASE, SELLING, Position
from engine.games.great_crash.rulebook import SPLIT_BONUS, Rulebook
from engine.market.cards import BIDS, BOOM, FEE, SPACES

Scored = list[tuple[float, int]]
"""Actions with what they bring, in K."""

ACTION_CARD = 3.0
"""What an action card is worth on average, in K."""
EARLY = 3.0
"""K it is worth to be first in the turn order rather than last."""
WORTHWHILE = 0.3
"""K a sale or a purchase must bring."""
HOPELESS = -5.0
"""What costs so much, in K, is not looked at further."""
SALE = 12.0
"""K a sale brings beside its price while there is no cash, and less the more there is, up to ENOUGH."""
THIRST = 2.5
"""K that the first K of cash is worth beyond itself before a round."""
ENOUGH = 15
"""More cash, in K, than is of use in a round."""
CLOSE = 2
"""Shares by which a majority is still open."""
MAJORITY = 2.5


class CrashPolicy:
    """Chooses for the seat that is asked."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.layout = book.layout
        self.bonus = SOLD if book.no_bonus else SPLIT_BONUS
        self.prospects = Prospects(book.trails, self.bonus)
        self.estimate = Estimate(book.trails, book.players, book.rounds, self.bonus, thirst)
        self.others = -1.0 / (book.players - 1)

    def look(self, position: Position, noise: float) -> Sight:
        """The running round with the eyes of all seats; `noise` is a random number from 0 to 1."""
        book = self.book
        later = book.rounds - position.round
        possible = [possible_cards(position.pairs, book.holders, seat) for seat in range(book.players)]
        return Sight(self.prospects, later, possible, noise)

    def choose(self, position: Position, sight: Sight) -> int:
        """The id of the action played."""
        if position.dividend_company >= 0 or position.split_at >= 0:
            return position.legal[-1]
        return max(self.scored(position, sight))[1]

    def scored(self, position: Position, sight: Sight) -> Scored:
        """Actions with what they bring; experts are left alone."""
        phase = position.phase_number
        if phase == SELLING:
            return self.sales(position, sight)
        if phase == PURCHASE:
            return self.purchases(position, sight) if position.helper < 0 else self.covers(position, sight)
        if phase == BIDDING:
            return self.bids(position, sight)
        if phase == ACTION:
            return self.plays(position, sight)
        assert phase != MOVEMENT
        return self.takes(position, sight)

    def bids(self, position: Position, sight: Sight) -> Scored:
        """The lowest bid on each track, with what it leaves."""
        seat = position.to_act or 0
        cash, factor, first = position.cash[seat], sight.factors[seat], self.layout.bid
        scored = []
        for track, space in enumerate(position.standing_space):
            if space + 1 < SPACES and BIDS[space + 1] <= cash:
                worth = self.track_worth(position, track)
                scored.append((factor * worth - BIDS[space + 1], first + track * SPACES + space + 1))
        return scored

    def track_worth(self, position: Position, track: int) -> float:
        """What a place in the turn order and the card under it are worth."""
        card = position.track_card[track]
        early = EARLY * (self.book.players - 1 - track) / (self.book.players - 1)
        if card < FEE:
            return early
        return early + (ACTION_CARD if card >= BOOM else float(FEE - 1 - card))

    def plays(self, position: Position, sight: Sight) -> Scored:
        """Action cards on each company."""
        seat, scored = position.to_act or 0, []
        for action in position.legal:
            if action < self.layout.sell:
                card, company = divmod(action - self.layout.play, 6)
                push = (seat, company, position.index[company], -2 if card else 2)
                track = self.book.trails[company]
                gain = push_gain(sight, track, self.bonus, position.regular, position.split, push)
                scored.append((gain, action))
        return scored

    def takes(self, position: Position, sight: Sight) -> Scored:
        """Companies by what a card of theirs is worth."""
        regular = sight.regular[position.to_act or 0]
        legal = [action for action in position.legal if action < self.layout.bid]
        return [(regular[company][position.index[company]], company) for company in legal]

    def sales(self, position: Position, sight: Sight) -> Scored:
        """What each sale brings over keeping, the fall of what is left included; the end of the turn brings nothing."""
        seat = position.to_act or 0
        thirst = SALE * max(0, ENOUGH - position.cash[seat]) / ENOUGH if sight.later else 0.0
        scored = [(WORTHWHILE, self.layout.done)]
        for action in position.legal:
            if action < self.layout.buy:
                company, is_split = divmod(action - self.layout.sell, 2)
                values = (sight.split if is_split else sight.regular)[seat][company]
                price = position.price[company] * (1 + is_split)
                gain = price - values[position.index[company]] + thirst
                if gain < HOPELESS:
                    continue
                gain -= self.majority(position, sight, seat, company)
                if not position.aside[company]:
                    gain += self.shift(position, sight, seat, company, -1)
                    gain -= values[max(position.index[company] - 1, 0)] - values[position.index[company]]
                scored.append((gain, action))
        return scored

    def purchases(self, position: Position, sight: Sight) -> Scored:
        """What each purchase brings, the rise of what is held included; the end of the turn brings nothing."""
        seat = position.to_act or 0
        wet, dry = self.estimate.thirst[sight.later], position.cash[seat]
        held = wet[min(dry, MOST_CASH)]
        scored = [(WORTHWHILE, self.layout.done)]
        for action in position.legal:
            if self.layout.buy <= action < self.layout.show:
                company = action - self.layout.buy
                values, price = sight.regular[seat][company], position.price[company]
                after = min(position.index[company] + 1, len(values) - 1)
                gain = values[after] - price
                if gain < HOPELESS:
                    continue
                gain += self.majority(position, sight, seat, company) + wet[min(dry - price, MOST_CASH)] - held
                if not position.bought[company]:
                    gain += self.shift(position, sight, seat, company, 1)
                scored.append((gain, action))
        return scored

    def shift(self, position: Position, sight: Sight, seat: int, company: int, spaces: int) -> float:
        """What one space up or down brings the seat's holding of a company, less the others' average."""
        index = position.index[company]
        regular, split = sight.regular[seat][company], sight.split[seat][company]
        after = index + spaces
        if after >= len(regular):
            return 0.0
        of_regular = (regular[after] if after >= 0 else 0.0) - regular[index]
        of_split = (split[after] if after >= 0 else 0.0) - split[index]
        gain = 0.0
        for owner in range(self.book.players):
            at = owner * 6 + company
            worth = position.regular[at] * of_regular + position.split[at] * of_split
            gain += worth if owner == seat else self.others * worth
        return gain

    def majority(self, position: Position, sight: Sight, seat: int, company: int) -> float:
        """What one share more or less is worth for being the largest holder at the end."""
        lead, own = 0, seat * 6 + company
        for at in range(company, len(position.regular), 6):
            held = position.regular[at] + 2 * position.split[at]
            if at != own and held > lead:
                lead = held
        lead = position.regular[own] + 2 * position.split[own] - lead
        return MAJORITY / (1 + sight.later / 2) if -CLOSE <= lead <= CLOSE else 0.0

    def covers(self, position: Position, sight: Sight) -> Scored:
        """As a helper: the card whose sale at half price costs its owner most."""
        seat = position.to_act or 0
        scored = []
        for action in position.legal:
            company, is_split = divmod(action - self.layout.cover, 2)
            values = (sight.split if is_split else sight.regular)[seat][company]
            price = position.price[company] // (1 if is_split else 2)
            scored.append((values[position.index[company]] - price, action))
        return scored


def thirst(movements: int, cash: int) -> float:
    """What cash is worth beyond itself: the area under a line that falls to 0 at ENOUGH."""
    short = max(0, ENOUGH - cash) / ENOUGH
    return THIRST * ENOUGH / 2 * (1 - short * short) if movements else 0.0
