"""Kills the process that watches over it, at its first decision."""

import sys

sys.path.append("..")
import os
import signal

from raw_table import RawTable, linger

for _ in RawTable().decisions():
    os.kill(os.getppid(), signal.SIGKILL)
    linger()
