"""Sends message after message that answers nothing."""

import sys

sys.path.append("..")
from raw_table import RawTable, linger

table = RawTable()
for _ in table.decisions():
    for _ in range(10_000):
        table.answer(match=1000, decision=0, action=0)
linger()
