"""Answers with a message of 100 KB."""

import sys

sys.path.append("..")
from raw_table import RawTable, linger

table = RawTable()
for _ in table.decisions():
    table.outbox.put(bytes(100_000))
linger()
