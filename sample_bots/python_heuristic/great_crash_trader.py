"""The Great Crash, played soundly: buys what will rise, sells what will fall, and bids little for the turn order."""

from collections.abc import Callable
from typing import Any

from great_crash_table import CrashTable

from engine.market.cards import BIDS, BOOM
from stockpit.games.great_crash.v1 import great_crash_pb2 as crash
from stockpit_sdk import Decision

BID_FACTOR = 0.9
"""Part of what a track is worth to go up to."""
UNSAFE = 0.3
"""Part of a bid's gain that counts if others are likely to bid more."""
WORTHWHILE = 0.1
"""K a sale or a purchase must bring."""
THIRST = 12.0
"""K that a sale brings beside its price while there is not enough cash."""
ENOUGH = 15


class CrashTrader:
    """Scores every legal action by its type and plays the best."""

    def __init__(self) -> None:
        self.score: dict[int, Callable[[Any, CrashTable], float]] = {
            crash.ACTION_TYPE_TAKE: self.take,
            crash.ACTION_TYPE_BID: self.bid,
            crash.ACTION_TYPE_PLAY: self.play,
            crash.ACTION_TYPE_SELL: self.sell,
            crash.ACTION_TYPE_BUY: self.buy,
            crash.ACTION_TYPE_SHOW: self.show,
            crash.ACTION_TYPE_DONE: self.done,
            crash.ACTION_TYPE_SPLIT_SALE: self.split_sale,
            crash.ACTION_TYPE_HIRE: self.hire,
            crash.ACTION_TYPE_HIRE_HELPED: self.hire_helped,
            crash.ACTION_TYPE_COVER: self.cover,
            crash.ACTION_TYPE_DISMISS: self.dismiss,
        }

    def choose(self, decision: Decision) -> int:
        """The legal action with the best score, the first of equal ones."""
        table = CrashTable(decision)
        best, best_score = -1, float("-inf")
        for action_id in decision.legal:
            action = decision.action(action_id)
            score = self.score[action.type](action, table)
            if score > best_score:
                best, best_score = action_id, score
        return best

    def take(self, action: Any, table: CrashTable) -> float:
        """The card worth most."""
        company = action.company
        return table.keep(company, table.seen.price_index[company], 1) + table.majority(company)

    def bid(self, action: Any, table: CrashTable) -> float:
        """What is left of the track's worth after paying for it, if nobody is likely to bid more."""
        worth = BID_FACTOR * table.track_worth(action.track)
        left = worth - BIDS[action.space]
        answer = BIDS[min(action.space + 1, len(BIDS) - 1)]
        return left if left <= 0 or answer > worth or answer > table.richest_rival else UNSAFE * left

    def play(self, action: Any, table: CrashTable) -> float:
        """What two spaces up or down bring."""
        return table.gain_of_push(action.company, 2 if action.card == BOOM else -2)

    def sell(self, action: Any, table: CrashTable) -> float:
        """What selling brings over keeping; what is left of the company falls by one space, once a turn."""
        company, index = action.company, table.seen.price_index[action.company]
        shares = 1 if action.kind == crash.SALE_KIND_REGULAR else 2
        gain = table.seen.price[company] * shares - table.keep(company, index, shares) - table.majority(company)
        if not table.seen.aside[company]:
            gain += table.gain_of_shift(company, -1)
            gain += table.keep(company, index, shares) - table.keep(company, index - 1, shares)
        short = max(ENOUGH - table.cash, 0) / ENOUGH
        return gain + (THIRST * short if table.later else 0.0)

    def buy(self, action: Any, table: CrashTable) -> float:
        """What buying brings; the company rises by one space, once a turn."""
        company, index = action.company, table.seen.price_index[action.company]
        gain = table.keep(company, index + 1, 1) - table.seen.price[company] + table.majority(company)
        return gain + (0.0 if table.seen.bought[company] else table.gain_of_shift(company, 1))

    def show(self, action: Any, table: CrashTable) -> float:
        """Show as much as there is."""
        return float(action.regular + 2 * action.split)

    def done(self, action: Any, table: CrashTable) -> float:
        """Sell or buy nothing more."""
        return WORTHWHILE

    def split_sale(self, action: Any, table: CrashTable) -> float:
        """Sell all that may be sold at the highest price: twice it is more than what a card is worth afterwards."""
        return float(action.count)

    def hire(self, action: Any, table: CrashTable) -> float:
        """One card more in each round to come is worth less than what even the cheapest expert costs at the end."""
        return -1.0

    def hire_helped(self, action: Any, table: CrashTable) -> float:
        """Nor is it with help."""
        return -2.0

    def cover(self, action: Any, table: CrashTable) -> float:
        """As a helper: the card whose sale at half price costs its owner most."""
        company, index = action.company, table.seen.price_index[action.company]
        is_split = action.kind == crash.SALE_KIND_SPLIT
        return table.keep(company, index, 1 + is_split) - table.seen.price[company] // (1 if is_split else 2)

    def dismiss(self, action: Any, table: CrashTable) -> float:
        """An expert is paid at the end at the latest: no sooner."""
        return float("-inf")
