"""Takes a second for its third decision, and no CPU."""

import time

from stockpit_sdk import run

asked = 0


def choose(decision):
    global asked
    asked += 1
    if asked == 3:
        time.sleep(1)
    return decision.legal[0]


run(choose)
