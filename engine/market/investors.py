"""The ten investor cards by number: their names and their money (13.2); abilities are a game's affair."""

from typing import Final

INVESTORS: Final = (
    "bill",
    "bernie",
    "cramer",
    "donald",
    "deborah",
    "graham",
    "martha",
    "mark",
    "stuart",
    "warren",
)
"""Billionaire Bill, Broker Bernie, Crazy Cramer, Discount Donald, Dividend Deborah, Golden Graham, MayKnow Martha,
Maverick Mark, Secretive Stuart, Wise Warren; names and order of the audit format."""

BILL: Final = 0
BERNIE: Final = 1
CRAMER: Final = 2
DONALD: Final = 3
DEBORAH: Final = 4
GRAHAM: Final = 5
MARTHA: Final = 6
MARK: Final = 7
STUART: Final = 8
WARREN: Final = 9

CASH: Final = (32, 16, 18, 13, 20, 16, 22, 25, 22, 20)
"""Money printed on the cards, in K, for 3 to 5 players (one unofficial source, MrMittenCrab/stockpile)."""

CASH_OF_TWO: Final = (35, 16, 12, 4, 14, 6, 20, 22, 16, 23)
"""The same for two players, who keep two cards each."""


def cards_in(mask: int) -> tuple[int, ...]:
    """The investors of a set (bit i is investor i), ascending."""
    return tuple([investor for investor in range(len(INVESTORS)) if mask >> investor & 1])
