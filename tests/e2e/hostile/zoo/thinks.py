"""A bot that thinks for so long at every decision, and has the referee late meanwhile: `thinks.py STRATEGY MS BAIT`.

MS is CPU time, and is spent by a child, as it would be by a bot that wants it not to be counted. Without arguments it
prints its strategies: first to think and do nothing else, last to do all of it at once.
"""

import json
import os
import sys
import time
from collections.abc import Callable

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # which would start threads anew after every fork

import floods
import wire
from attack import Bait
from meanwhile import STALE_CHOICES, STALE_MESSAGES, Child, over_and_over, spins
from table import Table

from stockpit.v1 import table_pb2 as pb

DEBUG = 60_000
"""Characters; a message may have 64 KiB."""
CHILDREN: dict[str, tuple[Callable[[Bait], str], ...]] = {
    "quiet": (),
    "spinning": (spins,),
    "frames": (wire.pings, wire.settings),
    "connections": (floods.idle_connections, floods.connects_and_leaves),
    "output": (floods.output_floods, floods.output_lines),
}
"""What children of the bot do all the time."""
MESSAGES = {
    "stale choices": [pb.Choice(match=99, decision=1)] * STALE_CHOICES,
    "huge messages": [pb.Choice(match=99, decision=1, debug="x" * DEBUG)],
}
"""What it says with every decision, so often that it is no flood yet."""
ALL = "all at once"


def think(seconds: float) -> None:
    """What a bot does with its time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def main(strategy: str, seconds: float, bait: Bait) -> None:
    """Play, and from the first decision on do what makes the referee late."""
    makes = [make for name, attacks in CHILDREN.items() if strategy in (name, ALL) for make in attacks]
    makers = [Child(lambda make=make: over_and_over(make, bait)) for make in makes]
    said = [choices for name, choices in MESSAGES.items() if strategy in (name, ALL)]
    junk = [pb.BotMessage(choices=pb.Choices(choices=choices)).SerializeToString() for choices in said]
    thinker = Child(lambda: think(seconds))
    table = Table()
    table.join()
    for asked in table.decisions():
        while makers:  # not before it has joined: they take all connections
            makers.pop().go()
        thinker.go()
        for number in range(STALE_MESSAGES if junk else 0):
            table.outbox.put(junk[number % len(junk)])
        thinker.wait()
        table.play(asked)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print("\n".join([*CHILDREN, *MESSAGES, ALL]))
    else:
        main(sys.argv[1], float(sys.argv[2]) / 1000, Bait(**json.loads(sys.argv[3])))
