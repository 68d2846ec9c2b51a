"""Exits at its third decision."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
for number, asked in enumerate(table.decisions()):
    if number == 2:
        sys.exit(3)
    table.play(asked)
