"""A bot that plays as it should while a child of it makes one attack over and over: `meanwhile.py ATTACK BAIT`.

Without arguments it prints what it can do: first to merely spin, a process for each core, and to do nothing at all;
then the attacks of the zoo that take something from others and do not end the bot at once.
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
ENDS = {"rapid_resets", "unknown_calls"}
"""They end the bot, as the zoo's own test shows."""


def can() -> list[str]:
    """All names, in the order said above."""
    taking = {floods.__name__, resources.__name__, wire.__name__}
    made = [name for name, it in ATTACKS.items() if it.when is When.ASKED and it.make.__module__ in taking]
    return [SPINS, RESTS, *(name for name in made if name not in ENDS), *OWN_TURN, STALE]


def spins(_: Bait) -> str:
    """A process for each core that does nothing but use it."""
    for _ in os.sched_getaffinity(0):
        if os.fork() == 0:
            floods._spin()
    return ""


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


def play(stale: bool, debug: int) -> None:
    """Answer at once, for ever; then send what answers nothing, if that is the attack."""
    table = Table()
    table.join()
    nothing = pb.BotMessage(choices=pb.Choices(choices=[pb.Choice(match=99, decision=1)] * STALE_CHOICES))
    junk = nothing.SerializeToString()
    for asked in table.decisions():
        table.play(asked, "x" * debug)
        for _ in range(STALE_MESSAGES if stale else 0):
            table.outbox.put(junk)


def main(name: str, bait: Bait) -> None:
    """Start the attack and play."""
    if name not in (RESTS, STALE, *OWN_TURN) and os.fork() == 0:
        over_and_over(spins if name == SPINS else ATTACKS[name].make, bait)
    play(name == STALE, OWN_TURN.get(name, 0))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print("\n".join(can()))
    else:
        main(sys.argv[1], Bait(**json.loads(sys.argv[2])))
