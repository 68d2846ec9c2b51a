"""What a share card of Stockpile is worth: what it will fetch if it is sold at the best moment, in K."""

from functools import cache

from engine.market.cards import BIDS
from engine.market.forecasts import DIVIDEND, STEPS

__all__ = ["BIDS", "after", "kept", "price"]

TOP = 9
"""Highest index of a price track; index i is a price of i + 1."""
SPLIT_RETURN = 5
SPLIT_BONUS = 10
DIVIDEND_PER_SHARE = 2


def price(index: int, shares: int) -> int:
    """What a card of so many shares (1, or 2 once it was split) is sold for now."""
    return (index + 1) * shares


@cache
def after(index: int, shares: int, steps: int, rounds: int) -> float:
    """Worth of a card once its ticker has moved, with `rounds` more movements to come afterwards."""
    if index + steps < 0:
        return 0.0
    if index + steps <= TOP:
        return kept(index + steps, shares, rounds)
    bonus = SPLIT_BONUS if shares == 2 else 0
    return bonus + kept(SPLIT_RETURN + index + steps - TOP - 1, 2, rounds)


@cache
def kept(index: int, shares: int, rounds: int) -> float:
    """Worth of a card with `rounds` movements to come of which nothing is known: sold now, or kept for one more."""
    if rounds == 0:
        return price(index, shares)
    cards = [forecast(index, shares, card, rounds - 1) for card in range(len(STEPS))]
    return max(price(index, shares), sum(cards) / len(cards))


@cache
def forecast(index: int, shares: int, card: int, rounds: int) -> float:
    """Worth of a card whose company has this forecast card, with `rounds` movements to come afterwards."""
    if card == DIVIDEND:
        return DIVIDEND_PER_SHARE * shares + kept(index, shares, rounds)
    return after(index, shares, STEPS[card], rounds)
