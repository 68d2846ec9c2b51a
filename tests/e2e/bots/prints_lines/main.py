"""Prints 1 GB in lines, then plays."""

import sys

sys.path.append("..")
from raw_table import RawTable

for _ in range(10_000):
    sys.stdout.write(("x" * 99 + "\n") * 1_000)
RawTable().play_on()
