"""Leaves a daemon in a session of its own behind before it plays."""

import sys

sys.path.append("..")
import os

from raw_table import RawTable, linger

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        linger()
    os._exit(0)
RawTable().play_on()
