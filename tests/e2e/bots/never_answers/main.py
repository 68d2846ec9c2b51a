"""Joins and says nothing more."""

import sys

sys.path.append("..")
from raw_table import RawTable

for _ in RawTable().decisions():
    continue
