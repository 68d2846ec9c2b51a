"""Trading fees: debts that are paid as soon as there is money (section 8)."""

from typing import Final

from engine.market.cards import FEE

FEE_VALUES: Final = 3
"""Fee cards are worth 1, 2 or 3 K; `debt[seat * 3 + value - 1]` counts those a seat still owes."""


def settle(cash: list[int], debt: list[int], discard: list[int], seat: int) -> tuple[int, ...]:
    """Pay what the seat can, cheapest card first, each whole or not at all; the values paid, in order.

    Afterwards the seat's cash is below its smallest debt.
    """
    at = seat * FEE_VALUES
    if not (debt[at] or debt[at + 1] or debt[at + 2]):
        return ()
    paid = []
    for value in (1, 2, 3):
        while debt[at + value - 1] and cash[seat] >= value:
            cash[seat] -= value
            debt[at + value - 1] -= 1
            discard[FEE + value - 1] += 1
            paid.append(value)
    return tuple(paid)
