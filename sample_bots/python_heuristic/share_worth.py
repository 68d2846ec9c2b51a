"""What a share card is worth: what it will bring if it is sold at the best moment, in K; on any track.

`bonus` is what a card that was split before earns when its company splits again, in K; SOLD if it is then sold at the
highest price.
"""

from functools import cache

from engine.market.forecasts import DIVIDEND, STEPS
from engine.market.movement import BANKRUPT, SPLIT, step
from engine.market.tracks import Track

SOLD = -1
DIVIDEND_PER_SHARE = 2

ANY_CARD = (1 << len(STEPS)) - 1
"""All forecast cards, as bits."""

Values = list[float]
"""By index of the ticker."""


@cache
def moved(track: Track, bonus: int, index: int, steps: int, shares: int) -> tuple[int, int, int]:
    """After so many steps: the K a card of 1 or 2 shares has earned, where the ticker is, and its shares; 0 if gone."""
    earned, direction = 0, 1 if steps > 0 else -1
    for _ in range(abs(steps)):
        at = step(track, index, direction)
        if at == BANKRUPT:
            return earned, track.start, 0
        if at == SPLIT:
            if shares == 2 and bonus == SOLD:
                return earned + 2 * track.values[-1], track.split_return, 0
            earned += bonus if shares == 2 else 0
            shares, index = 2, track.split_return
            continue
        index = at
        if direction > 0 and index in track.dollars:
            earned += shares
    return earned, index, shares


@cache
def kept(track: Track, bonus: int, index: int, shares: int, movements: int) -> float:
    """Worth of a card with so many movements to come of which nothing is known: sold now, or kept for one more."""
    now = track.values[index] * shares
    if not shares or not movements:
        return now
    cards = [forecast(track, bonus, index, shares, card, movements - 1) for card in range(len(STEPS))]
    return max(now, sum(cards) / len(cards))


@cache
def forecast(track: Track, bonus: int, index: int, shares: int, card: int, later: int) -> float:
    """Worth of a card whose company has this forecast card, with `later` movements to come afterwards."""
    if card == DIVIDEND:
        return DIVIDEND_PER_SHARE * shares + kept(track, bonus, index, shares, later)
    return pushed(track, bonus, index, shares, STEPS[card], later)


def pushed(track: Track, bonus: int, index: int, shares: int, steps: int, later: int) -> float:
    """Worth of a card after so many steps, with `later` movements to come."""
    earned, at, remaining = moved(track, bonus, index, steps, shares)
    return earned + (kept(track, bonus, at, remaining, later) if remaining else 0.0)


@cache
def kept_values(track: Track, bonus: int, shares: int, movements: int) -> Values:
    """`kept` by index."""
    return [kept(track, bonus, index, shares, movements) for index in range(len(track.values))]


@cache
def expected_values(track: Track, bonus: int, shares: int, cards: int, later: int) -> Values:
    """By index: worth of a card not sold in this round, if its company has any of these forecast cards (bits)."""
    possible = [card for card in range(len(STEPS)) if cards >> card & 1]
    return [
        sum([forecast(track, bonus, index, shares, card, later) for card in possible]) / len(possible)
        for index in range(len(track.values))
    ]
