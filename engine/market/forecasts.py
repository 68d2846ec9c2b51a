"""Forecast cards, and how the six pairs of a round lie at the table (section 5.1)."""

from typing import Final

from engine.contract import Draw, InvalidDeal
from engine.streams import shuffle

FORECASTS: Final = ("DIV", -3, -2, 1, 2, 4)
"""The six forecast cards by number: the dividend `$$`, then movements in spaces."""

DIVIDEND: Final = 0
"""Number of the dividend card."""

STEPS: Final = (0, -3, -2, 1, 2, 4)
"""Spaces a ticker moves, by forecast card."""

PUBLIC: Final = -1
"""Holder of a pair that lies face up."""

BLIND: Final = -2
"""Holder of a pair that nobody looks at before Movement."""

HOLDERS: Final = {
    2: (0, 0, 1, 1, BLIND, BLIND),
    3: (0, 1, 2, PUBLIC, BLIND, BLIND),
    4: (0, 1, 2, 3, PUBLIC, BLIND),
    5: (0, 1, 2, 3, 4, PUBLIC),
}
"""By number of players: who holds the pair in each of the six slots."""

Pairs = tuple[tuple[int, int], ...]
"""The six (company, forecast card) pairs of one round, by slot."""


def deal_pairs(draw: Draw, number: int) -> Pairs:
    """The pairs of round `number` (from 1): companies and forecasts are shuffled apart, each in its own stream."""
    companies = list(range(len(FORECASTS)))
    forecasts = list(range(len(FORECASTS)))
    shuffle(companies, draw, f"companies/{number}")
    shuffle(forecasts, draw, f"forecasts/{number}")
    return tuple(zip(companies, forecasts, strict=True))


def check_pairs(number: int, pairs: Pairs) -> None:
    """InvalidDeal unless round `number` uses each company and each forecast card once."""
    companies = sorted([company for company, _ in pairs])
    forecasts = sorted([forecast for _, forecast in pairs])
    if companies != list(range(len(FORECASTS))):
        raise InvalidDeal(f"round {number} must pair each company once, not {companies}")
    if forecasts != list(range(len(FORECASTS))):
        raise InvalidDeal(f"round {number} must use each forecast card once, not {forecasts}")


def reveal_order(players: int, first: int) -> tuple[int, ...]:
    """Slots in the order of Movement: private pairs in turn order, then the public one, then the blind ones."""
    holders = HOLDERS[players]
    turns = [(first + turn) % players for turn in range(players)]
    return tuple(slot for holder in (*turns, PUBLIC, BLIND) for slot in range(6) if holders[slot] == holder)
