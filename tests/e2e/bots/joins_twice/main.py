"""Opens a second stream with its token while it plays on the first."""

import sys

sys.path.append("..")
from raw_table import RawTable

table = RawTable()
second = None
for asked in table.decisions():
    second = second or RawTable()
    table.play(asked)
