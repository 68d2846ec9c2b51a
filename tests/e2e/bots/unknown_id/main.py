"""Answers with an id no action has."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
for asked in table.decisions():
    table.answer(match=asked.match, decision=asked.decision, action=2**32 - 1)
