"""Answers with an action that exists but is not legal now."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
for asked in table.decisions():
    illegal = next(action for action in range(len(asked.legal) + 1) if action not in asked.legal)
    table.answer(match=asked.match, decision=asked.decision, action=illegal)
