"""Leaves the action out of its choice."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
for asked in table.decisions():
    table.answer(match=asked.match, decision=asked.decision)
