"""Answers every decision twice, the second time otherwise."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
for asked in table.decisions():
    table.play(asked)
    table.answer(match=asked.match, decision=asked.decision, action=asked.legal[-1])
