"""The trader of TRADER.md in Python: each action has a score in whole numbers, the highest is played."""

from itertools import pairwise

from stockpit.games.stockpile.v1 import stockpile_pb2 as stockpile
from stockpit_sdk import Decision, run

COMPANIES, BOOM, UNIT = 6, 9, 60
STEPS = (0, -3, -2, 1, 2, 4)
DIVIDEND = 0
UNSEEN, ACTION_CARD, HURRY = 3 * UNIT, 5 * UNIT // 2, 24 * UNIT


def choose(decision: Decision) -> int:
    """The legal id with the highest score; of equal ones the first."""
    view = View(decision)
    return max(decision.legal, key=lambda action_id: view.score(decision.action(action_id)))


class View:
    """What an observation makes cards and piles worth."""

    def __init__(self, decision: Decision) -> None:
        self.rules, self.seen = decision.match.settings, decision.observation
        self.regular = [self.worth(company, 0, 1) for company in range(COMPANIES)]
        self.split = [self.worth(company, 0, 2) for company in range(COMPANIES)]
        starts, cards = self.seen.pile_start, self.seen.pile_card
        self.piles = [sum(map(self.card, cards[a:b])) for a, b in pairwise(starts)]

    def worth(self, company: int, push: int, shares: int) -> int:
        """Mean over the forecasts the company may have, after a push by so many spaces."""
        known = self.seen.forecast_card[company]
        cards = [known] if known >= 0 else [card for card in range(6) if card not in self.seen.forecast_card]
        total = sum(
            self.after(company, push + STEPS[card], shares) + (2 * shares if card == DIVIDEND else 0) for card in cards
        )
        return total * (UNIT // len(cards)) if cards else 0

    def after(self, company: int, step: int, shares: int) -> int:
        """What a card is worth once its ticker has moved."""
        first, end = self.rules.track_start[company], self.rules.track_start[company + 1]
        index = self.seen.price_index[company] + step
        if index < 0:
            return 0
        if index < end - first:
            return self.rules.track_value[first + index] * shares
        index = min(index - (end - first) + self.rules.split_index[company], end - first - 1)
        return self.rules.track_value[first + index] * 2 + (10 if shares == 2 else 0)

    def card(self, card: int) -> int:
        """What a market card is worth; -1 is one whose face is unknown."""
        if card < 0:
            return UNSEEN
        if card < COMPANIES:
            return self.regular[card]
        return ACTION_CARD if card >= BOOM else -UNIT * (card - COMPANIES + 1)

    def score(self, action: stockpile.Action) -> int:
        """How good an action is next to others of the same question."""
        match action.type:
            case stockpile.ACTION_TYPE_PLACE:
                hidden = (self.card(action.down) - UNSEEN) * self.piles[action.down_pile]
                return -hidden - (self.card(action.up) - UNSEEN) * self.piles[action.up_pile]
            case stockpile.ACTION_TYPE_BID:
                return self.piles[action.track] * 5 - self.rules.bid_value[action.space] * UNIT * 4
            case stockpile.ACTION_TYPE_PLAY:
                return self.push(action.company, 2 if action.card == BOOM else -2)
            case stockpile.ACTION_TYPE_SELL:
                return self.sell(action.company, action.kind)
            case stockpile.ACTION_TYPE_SHOW:
                return action.regular + 2 * action.split
            case stockpile.ACTION_TYPE_DONE:
                return 0
        return -1

    def push(self, company: int, spaces: int) -> int:
        """What a push brings this seat, and takes from the others."""
        seen, players = self.seen, self.rules.players
        shares = (seen.own_regular[company] + 2 * seen.own_split[company]) * (players - 1)
        for seat in range(players):
            at = seat * COMPANIES + company
            if seat != seen.seat:
                shares -= seen.known_regular[at] + 2 * seen.known_split[at]
        return (self.worth(company, spaces, 1) - self.regular[company]) * shares

    def sell(self, company: int, kind: int) -> int:
        """What a sale brings over keeping the card; before the last round money also buys piles."""
        price = self.seen.price[company] * UNIT
        hurry = HURRY if self.seen.round < self.rules.rounds else 0
        if kind == stockpile.SALE_KIND_REGULAR:
            return price - self.regular[company] + hurry
        if kind == stockpile.SALE_KIND_SPLIT:
            return 2 * price - self.split[company] + hurry
        return price + self.regular[company] - self.split[company] + hurry


if __name__ == "__main__":
    run(choose, events=False)
