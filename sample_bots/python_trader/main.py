"""A sound trader: knows what shares are worth by this round's forecasts, bids below it, and sells what will fall."""

import argparse
from typing import Any

from worth import BIDS, forecast, price

from stockpit.games.stockpile.v1 import stockpile_pb2 as stockpile
from stockpit_sdk import Decision, run

COMPANIES = range(6)
BOOM, BUST = 9, 10
FEE_BASE = 5
"""Card kinds: 0-5 are shares, 6-8 fees of 1-3 K, 9 and 10 action cards."""
ACTION_CARD = 2.0
FACE_DOWN = 3.2
"""What such a card is worth on average, in K."""
MAJORITY = 10.0
ENOUGH = 30
"""More cash, in K, than can well be bid in a round."""


def parse() -> argparse.Namespace:
    """The settings of this entrant, from its bot.toml."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bid", type=float, default=85, help="percent of a pile's worth to go up to")
    parser.add_argument("--cash", type=float, default=24, help="K by which money in hand beats a card, before the end")
    parser.add_argument("--rivals", type=float, default=1, help="weight of harming the others")
    return parser.parse_args()


class Table:
    """One observation, understood."""

    def __init__(self, decision: Decision) -> None:
        seen = self.seen = decision.observation
        self.seat = decision.match.seat
        self.players = decision.match.seats
        self.later = decision.match.settings.rounds - seen.round
        """Movements after this round's."""
        known = set(seen.forecast_card)
        unknown = [card for card in range(6) if card not in known]
        self.cards = [[card] if card >= 0 else unknown for card in seen.forecast_card]
        self.index = list(seen.price_index)
        self.mine = [seen.own_regular[c] + 2 * seen.own_split[c] for c in COMPANIES]
        self.rivals = [self._rival_shares(c) for c in COMPANIES]
        self.worth = [self.keep(c, self.index[c], 1) + self.majority(c) for c in COMPANIES]
        """Of one more regular card of each company."""

    def keep(self, company: int, index: int, shares: int) -> float:
        """Worth of a card that is not sold this round, with the ticker at `index`."""
        cards = self.cards[company]
        return sum(forecast(index, shares, card, self.later) for card in cards) / len(cards)

    def majority(self, company: int) -> float:
        """What one share more or less is worth for being the largest holder at the end."""
        lead = self.mine[company] - max(self.rivals[company])
        return MAJORITY / 4 / (1 + self.later / 2) if -2 <= lead <= 2 else 0.0

    def value_of(self, kind: int) -> float:
        """Worth of a market card on a pile; -1 is one that lies face down."""
        if kind < 0:
            return FACE_DOWN
        if kind in COMPANIES:
            return self.worth[kind]
        return ACTION_CARD if kind >= BOOM else float(FEE_BASE - kind)

    def piles(self) -> tuple[list[float], list[float]]:
        """By track: what the pile is worth to this seat, and what it seems worth to the others."""
        seen = self.seen
        true, seeming = [], []
        for track in range(len(seen.pile_start) - 1):
            cards = range(seen.pile_start[track], seen.pile_start[track + 1])
            values = [self.value_of(seen.pile_card[at]) for at in cards]
            true.append(sum(values))
            shown = zip(cards, values, strict=True)
            seeming.append(sum(value if seen.pile_face_up[at] else FACE_DOWN for at, value in shown))
        return true, seeming

    def _rival_shares(self, company: int) -> list[float]:
        seen = self.seen
        return [
            seen.known_regular[seat * 6 + company]
            + 2 * seen.known_split[seat * 6 + company]
            + seen.unknown_regular[seat] / 6
            for seat in range(self.players)
            if seat != self.seat
        ]


class Trader:
    """Chooses by the type of what may be chosen."""

    def __init__(self, settings: argparse.Namespace) -> None:
        self.bid_factor = settings.bid / 100
        self.cash_bonus = settings.cash
        self.harm = settings.rivals
        self.score = {
            stockpile.ACTION_TYPE_PLACE: self.place,
            stockpile.ACTION_TYPE_BID: self.bid,
            stockpile.ACTION_TYPE_PLAY: self.play,
            stockpile.ACTION_TYPE_SELL: self.sell,
            stockpile.ACTION_TYPE_SHOW: self.show,
            stockpile.ACTION_TYPE_DONE: self.done,
        }

    def choose(self, decision: Decision) -> int:
        """The legal action with the best score, the first of equal ones."""
        table = Table(decision)
        true, seeming = table.piles()
        best, best_score = -1, float("-inf")
        for action_id in decision.legal:
            action = decision.action(action_id)
            score = self.score[action.type](action, table, true, seeming)
            if score > best_score:
                best, best_score = action_id, score
        return best

    def place(self, action: Any, table: Table, true: list[float], seeming: list[float]) -> float:
        """Best surplus over piles: worth much to us who know the hidden card, and little to the eye."""
        up, down = table.value_of(action.up), table.value_of(action.down)
        best = float("-inf")
        for track, worth in enumerate(true):
            ours = worth + up * (action.up_pile == track) + down * (action.down_pile == track)
            theirs = seeming[track] + up * (action.up_pile == track) + FACE_DOWN * (action.down_pile == track)
            best = max(best, ours - 0.6 * theirs)
        return best

    def bid(self, action: Any, table: Table, true: list[float], seeming: list[float]) -> float:
        """What is left of the pile's worth after paying for it."""
        return self.bid_factor * true[action.track] - BIDS[action.space]

    def play(self, action: Any, table: Table, true: list[float], seeming: list[float]) -> float:
        """Our gain from two spaces up or down, less a part of what the others gain."""
        company = action.company
        start = table.index[company]
        steps = 2 if action.card == BOOM else -2
        gain = self.pushed(table, company, start, steps) - table.keep(company, start, 1)
        return gain * (table.mine[company] - self.harm * sum(table.rivals[company]) / (table.players - 1))

    def pushed(self, table: Table, company: int, start: int, steps: int) -> float:
        """Worth of a regular card after the push, before this round's movement."""
        if start + steps < 0:
            return 0.0
        if start + steps > 9:
            return table.keep(company, start + steps - 5, 2)
        return table.keep(company, start + steps, 1)

    def sell(self, action: Any, table: Table, true: list[float], seeming: list[float]) -> float:
        """What selling brings over keeping; `done` scores 0."""
        company, index = action.company, table.index[action.company]
        shares = 1 if action.kind == stockpile.SALE_KIND_REGULAR else 2
        half = action.kind == stockpile.SALE_KIND_HALF
        income = price(index, 1) + table.keep(company, index, 1) if half else price(index, shares)
        return income - table.keep(company, index, shares) - table.majority(company) + self.thirst(table)

    def thirst(self, table: Table) -> float:
        """What money in hand is worth over a card's worth: it is bid with next round, up to ENOUGH."""
        short = ENOUGH - table.seen.cash[table.seat]
        return self.cash_bonus * max(short, 0) / ENOUGH if table.later else 0.0

    def show(self, action: Any, table: Table, true: list[float], seeming: list[float]) -> float:
        """Show as much as there is."""
        return float(action.regular + 2 * action.split)

    def done(self, action: Any, table: Table, true: list[float], seeming: list[float]) -> float:
        """Sell nothing more."""
        return 0.0


if __name__ == "__main__":
    run(Trader(parse()).choose, events=False)
