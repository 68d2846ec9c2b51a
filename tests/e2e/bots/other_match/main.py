"""Answers for a match it does not play before it answers properly."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
for asked in table.decisions():
    table.answer(match=asked.match + 1000, decision=asked.decision, action=asked.legal[0])
    table.play(asked)
