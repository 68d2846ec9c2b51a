"""What the seats of a game of shares have between two rounds, in K: cash, shares by the prices to come, majorities."""

from collections.abc import Callable, Sequence
from math import exp

from share_worth import kept_values

from engine.market.tracks import Track

MAJORITY = 10.0
MOST_CASH = 99
"""More is worth no more beyond itself."""


class Estimate:
    """Tables for one rulebook; positions are those of Stockpile and The Great Crash."""

    def __init__(
        self, tracks: Sequence[Track], players: int, rounds: int, bonus: int, thirst: Callable[[int, int], float]
    ) -> None:
        self.players = players
        self.kept = [
            [(kept_values(track, bonus, 1, movements), kept_values(track, bonus, 2, movements)) for track in tracks]
            for movements in range(rounds + 1)
        ]
        """By movements to come and company: worth of a regular and of a split card, by index."""
        self.thirst = [[thirst(movements, cash) for cash in range(MOST_CASH + 1)] for movements in range(rounds + 1)]
        """By movements to come after the coming bids, by cash: what it is worth beyond its amount."""
        self.hope = [[exp(shares / (0.7 + 0.5 * movements)) for shares in range(41)] for movements in range(rounds + 1)]
        """By movements to come, by shares: weight of a holding in the contest for a majority."""

    def money(
        self, cash: Sequence[int], index: Sequence[int], regular: Sequence[int], split: Sequence[int], movements: int
    ) -> list[float]:
        """By seat: what it may count on with so many movements to come, before the first of these rounds."""
        thirst, hope = self.thirst[movements], self.hope[movements]
        money = [own + thirst[max(0, min(own, MOST_CASH))] for own in cash]
        for company, (ones, twos) in enumerate(self.kept[movements]):
            one, two = ones[index[company]], twos[index[company]]
            weights = []
            for seat in range(self.players):
                at = seat * 6 + company
                whole, halves = regular[at], split[at]
                money[seat] += one * whole + two * halves
                weights.append(hope[whole + 2 * halves] if whole or halves else 0.0)
            total = sum(weights)
            if total:
                for seat, weight in enumerate(weights):
                    money[seat] += MAJORITY * weight / total
        return money


def standing(money: Sequence[float], seat: int, scale: float) -> float:
    """Chance of a seat to end ahead of another one, by what they have now; `scale` is that of a logistic."""
    own = money[seat]
    others = [other for place, other in enumerate(money) if place != seat]
    return sum([1.0 / (1.0 + exp(max(-50.0, min(50.0, (other - own) / scale)))) for other in others]) / len(others)


def result(scores: Sequence[int], seat: int) -> float:
    """Share of the others a seat ends ahead of, those level count half."""
    own = scores[seat]
    others = [other for place, other in enumerate(scores) if place != seat]
    return sum([(own > other) + (own == other) / 2 for other in others]) / len(others)
