"""Answers with bytes that are no message."""

import sys

sys.path.append("..")
from raw_table import RawTable, linger

table = RawTable()
for _ in table.decisions():
    table.outbox.put(b"\xff" * 100)
linger()
