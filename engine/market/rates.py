"""What action cards, dividends and majorities bring, in every game of the market."""

from typing import Final

BOOM_STEPS: Final = 2
"""Spaces a Stock Boom! moves a company up, a Stock Bust! down."""

DIVIDEND_RATE: Final = 2
"""K per share of the forecast card `$$` (section 7.1)."""

SPACE_DIVIDEND_RATE: Final = 1
"""K per share of a `$` space (section 12.4)."""

SOLE_MAJORITY: Final = 10
"""K for the only seat with most shares of a company at the end (section 9)."""

TIED_MAJORITY: Final = 5
"""K for each seat that ties for most shares."""
