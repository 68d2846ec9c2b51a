"""Closes its stream at its first decision and lives on."""

import sys

sys.path.append("..")
from raw_table import RawTable, linger

table = RawTable()
for _ in table.decisions():
    table.outbox.put(None)
    linger()
