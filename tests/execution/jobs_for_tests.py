"""Jobs that the tests of the engines run, on threads and in workers."""

import os
import signal
import time

from arena.model.errors import WorldTrouble


def count(args, report, should_stop):
    for number in range(args):
        report(number)


def fail(args, report, should_stop):
    report("about to fail")
    raise ValueError(f"cannot do {args}")


def die(args, report, should_stop):
    report("about to die")
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGKILL)


def wait_for_stop(args, report, should_stop):
    report(os.getpid())
    while not should_stop():
        time.sleep(0.01)
    from pathlib import Path

    Path(args).write_text("stopped")


def environment(args, report, should_stop):
    report(os.environ.get(args))


PREPARED = []


def prepare(args):
    """What a worker does first."""
    PREPARED.append(args)


def refuse(args):
    """A worker that finds it cannot work."""
    raise WorldTrouble(args)


def what_was_prepared(args, report, should_stop):
    report(PREPARED)
