"""Waits for a train that does not come."""

import sys
import time

print("waiting for the train", file=sys.stderr, flush=True)
time.sleep(3600)
