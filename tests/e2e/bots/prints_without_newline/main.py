"""Prints 1 GB without a line's end, on both streams, then plays."""

import sys

sys.path.append("..")
from raw_table import RawTable

for _ in range(5_000):
    sys.stdout.write("x" * 100_000)
    sys.stderr.write("x" * 100_000)
RawTable().play_on()
