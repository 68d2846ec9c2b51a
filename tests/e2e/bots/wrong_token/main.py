"""Joins with a token that is not its own, and waits."""

import sys

sys.path.append("..")
from raw_table import RawTable, linger

RawTable(token="guessed").play_on()
linger()
