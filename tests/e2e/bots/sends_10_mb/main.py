"""Answers with a message of 10 MB."""

import sys

sys.path.append("..")
from raw_table import RawTable, linger

table = RawTable()
for _ in table.decisions():
    table.outbox.put(bytes(10_000_000))
linger()
