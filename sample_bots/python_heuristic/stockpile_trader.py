"""Stockpile, played soundly: bids below what piles are worth by the forecasts it knows, and sells what will fall."""

import argparse
from collections.abc import Callable
from typing import Any

from share_worth import moved
from stockpile_investors import Investors
from stockpile_table import FACE_DOWN, Table

from engine.games.stockpile.rulebook import SPLIT_BONUS
from engine.market.cards import BIDS, BOOM
from stockpit.games.stockpile.v1 import stockpile_pb2 as stockpile
from stockpit_sdk import Decision

COVETED = 0.6
"""Part of what a pile seems worth that others will have bid for it."""
OUTBID = 1.1
"""Part of what a pile seems worth that others will go up to."""
UNSAFE = 0.3
"""Part of a bid's gain that counts if others are likely to bid more."""
ENOUGH = 30
"""More cash, in K, than can well be bid in a round."""

Score = Callable[[Any, Table], float]


class StockpileTrader:
    """Scores every legal action by its type and plays the best."""

    def __init__(self, settings: argparse.Namespace) -> None:
        self.bid_factor = settings.bid / 100
        self.cash_bonus = settings.cash
        self.harm = settings.rivals
        investors = Investors(self)
        self.score: dict[int, Score] = {
            stockpile.ACTION_TYPE_PLACE: self.place,
            stockpile.ACTION_TYPE_BID: self.bid,
            stockpile.ACTION_TYPE_PLAY: self.play,
            stockpile.ACTION_TYPE_SELL: self.sell,
            stockpile.ACTION_TYPE_SHOW: self.show,
            stockpile.ACTION_TYPE_DONE: self.done,
            **investors.scores(),
        }

    def choose(self, decision: Decision) -> int:
        """The legal action with the best score, the first of equal ones."""
        table = Table(decision)
        self.true, self.seeming = table.piles()
        best, best_score = -1, float("-inf")
        for action_id in decision.legal:
            action = decision.action(action_id)
            score = self.score[action.type](action, table)
            if score > best_score:
                best, best_score = action_id, score
        return best

    def place(self, action: Any, table: Table) -> float:
        """Best when piles come about that are worth much to us who know the hidden card, and little to the eye."""
        up = table.value_of(action.up)
        face_up, face_down = (action.up_pile, up, up), (action.down_pile, table.value_of(action.down), FACE_DOWN)
        return self.surplus(table, face_up, face_down)

    def surplus(self, table: Table, *cards: tuple[int, float, float]) -> float:
        """Of the best pile, with these cards more: (pile, what it is worth, what it seems)."""
        left = [ours - COVETED * theirs for ours, theirs in zip(self.true, self.seeming, strict=True)]
        for pile, worth, seems in cards:
            left[pile] += worth - COVETED * seems
        return max(left)

    def bid(self, action: Any, table: Table) -> float:
        """What is left of the pile's worth after paying for it, if nobody is likely to bid more."""
        left = self.bid_factor * self.true[action.track] - table.costs[action.space]
        if left <= 0 or self.is_safe(action, table):
            return left
        return UNSAFE * left

    def is_safe(self, action: Any, table: Table) -> bool:
        """Whether the next bid on the track is more than the pile seems worth, or than any rival has."""
        if action.space + 1 == len(BIDS):
            return True
        answer = BIDS[action.space + 1]
        return answer > OUTBID * self.seeming[action.track] or answer > table.richest_rival

    def play(self, action: Any, table: Table) -> float:
        """What two spaces up or down bring."""
        return self.push_gain(table, action.company, 2 if action.card == BOOM else -2)

    def push_gain(self, table: Table, company: int, steps: int) -> float:
        """Our gain from moving a company before this round's movement, less a part of what the others gain."""
        index = table.index[company]
        one, two = (self.pushed(table, company, steps, n) - table.keep(company, index, n) for n in (1, 2))
        own = one * table.seen.own_regular[company] + two * table.seen.own_split[company]
        return own - self.harm * one * sum(table.rivals[company]) / (table.players - 1)

    def pushed(self, table: Table, company: int, steps: int, shares: int) -> float:
        """Worth of a card of so many shares after the push."""
        earned, index, remaining = moved(table.tracks[company], SPLIT_BONUS, table.index[company], steps, shares)
        return earned + (table.keep(company, index, remaining) if remaining else 0.0)

    def sell(self, action: Any, table: Table) -> float:
        """What selling brings over keeping; `done` scores 0."""
        company, price = action.company, table.seen.price[action.company]
        shares = 1 if action.kind == stockpile.SALE_KIND_REGULAR else 2
        half = action.kind == stockpile.SALE_KIND_HALF
        income = price + table.keep(company, table.index[company], 1) if half else price * shares
        kept = table.keep(company, table.index[company], shares)
        return income - kept - table.majority(company) + self.thirst(table)

    def thirst(self, table: Table) -> float:
        """What money in hand is worth over a card's worth: it is bid with next round, up to ENOUGH."""
        short = ENOUGH - table.seen.cash[table.seat]
        return self.cash_bonus * max(short, 0) / ENOUGH if table.later else 0.0

    def show(self, action: Any, table: Table) -> float:
        """Show as much as there is."""
        return float(action.regular + 2 * action.split)

    def done(self, action: Any, table: Table) -> float:
        """Sell nothing more, use no ability."""
        return 0.0
