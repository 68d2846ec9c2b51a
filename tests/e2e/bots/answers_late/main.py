"""Answers after its decision was struck."""

import sys

sys.path.append("..")
import time

from raw_table import RawTable

table = RawTable()
for asked in table.decisions():
    time.sleep(4)
    table.play(asked)
