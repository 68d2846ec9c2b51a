"""A bot that plays as it should while a child of it makes one attack over and over: `meanwhile.py ATTACK BAIT`.

Without arguments it prints what it can do: first to merely spin, a process for each core, and to do nothing at all;
then the attacks of the zoo that take something from others.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # which would start threads anew after every fork

import floods
import resources
import wire
from attack import ATTACKS, Bait, When
from table import Table

from stockpit.v1 import table_pb2 as pb

SPINS, RESTS = "spins", "rests"
HELD_S = 1.0
"""How long the children that an attack leaves behind are let go on before all of it is made again."""
STALE_MESSAGES, STALE_CHOICES = 19, 250
"""After each answer: the most that is no flood yet."""
OWN_TURN = {"long_debug": 60_000}
"""Attacks made with every answer: the debug text's length."""
STALE = "stale_choices"


def can() -> list[str]:
    """All names, in the order said above."""
    taking = {floods.__name__, resources.__name__, wire.__name__}
    made = [name for name, it in ATTACKS.items() if it.when is When.ASKED and it.make.__module__ in taking]
    return [SPINS, RESTS, *made, *OWN_TURN, STALE]


def spins(_: Bait) -> str:
    """A process for each core that does nothing but use it."""
    for _ in os.sched_getaffinity(0):
        if os.fork() == 0:
            floods._spin()
    return ""


class Child:
    """A child that does its work once for every `go`, and says when that is done."""

    def __init__(self, work: Callable[[], object]) -> None:
        orders, self._orders = os.pipe()
        self._done, done = os.pipe()
        if os.fork() == 0:
            while os.read(orders, 1):
                work()
                os.write(done, b".")

    def go(self) -> None:
        """Have it work."""
        os.write(self._orders, b".")

    def wait(self) -> None:
        """Until it is done."""
        os.read(self._done, 1)


def over_and_over(make: Callable[[Bait], str], bait: Bait) -> None:
    """Make it in a child with a session of its own, end all of that, and begin again."""
    while True:
        child = os.fork()
        if child == 0:
            os.setsid()
            end = time.monotonic() + HELD_S
            with suppress(Exception):
                make(bait)
            time.sleep(max(0, end - time.monotonic()))
            os._exit(0)
        os.waitpid(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)


def main(name: str, bait: Bait) -> None:
    """Answer at once, for ever, and attack from the first decision on: before that it would shut itself out."""
    makes = name not in (RESTS, STALE, *OWN_TURN)
    maker = Child(lambda: over_and_over(spins if name == SPINS else ATTACKS[name].make, bait)) if makes else None
    nothing = pb.BotMessage(choices=pb.Choices(choices=[pb.Choice(match=99, decision=1)] * STALE_CHOICES))
    junk = nothing.SerializeToString()
    table = Table()
    table.join()
    for asked in table.decisions():
        if maker is not None:
            maker.go()
            maker = None
        table.play(asked, "x" * OWN_TURN.get(name, 0))
        for _ in range(STALE_MESSAGES if name == STALE else 0):
            table.outbox.put(junk)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print("\n".join(can()))
    else:
        main(sys.argv[1], Bait(**json.loads(sys.argv[2])))
