"""The market cards, as small whole numbers: a company's share card has the number of the company."""

from typing import Final

COMPANIES: Final = ("AA", "BB", "CC", "EE", "LL", "SS")
"""American Automotive, Bottomline Bank, Cosmic Computers, Epic Electric, Leading Laboratories, Stanford Steel."""

FEE: Final = 6
"""Card kinds 6, 7, 8 are trading fees of 1, 2, 3 K (rules section 1)."""

BOOM: Final = 9
BUST: Final = 10

CARD_NAMES: Final = (*COMPANIES, "fee1", "fee2", "fee3", "boom", "bust")
"""Names of the eleven card kinds, in the words of the audit format."""

KINDS: Final = len(CARD_NAMES)

UNKNOWN: Final = -1
"""Stands for a card whose face the viewer does not know."""

COPIES: Final = (10,) * len(COMPANIES) + (4, 4, 4, 4, 4)
"""How many cards of each kind the whole market deck holds: 60 shares, 12 fees, 8 action cards (section 1)."""

BIDS: Final = (0, 1, 3, 6, 10, 15, 20, 25)
"""Value in K of the bid spaces of a track (section 1)."""

SPACES: Final = len(BIDS)
