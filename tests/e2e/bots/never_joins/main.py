"""Runs, but never joins."""

import sys

sys.path.append("..")
from raw_table import linger

linger()
