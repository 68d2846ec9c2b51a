"""The shell of `arena sim --stdio`: lines in, lines out, until the input ends."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from arena.simulator.request import MOST_BYTES
from arena.simulator.session import Session

PATIENCE_S = 5.0
"""For one request about a state that came of an observation from outside."""

_PIECE = 64 * 1024


def serve(lines: BinaryIO, answers: TextIO) -> int:
    """One answer a line; returns how many bugs of ours were met, whose tracebacks are on stderr."""
    bugs: list[str] = []
    session = Session(bugs.append, patience)
    met = 0
    for line in bounded(lines):
        answers.write(session.answer(line) + "\n")
        answers.flush()
        for bug in bugs[met:]:
            print(bug, file=sys.stderr)
        met = len(bugs)
    return met


def bounded(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream without their ends; of one that is too long just more than is allowed."""
    while line := stream.readline(MOST_BYTES + 1):
        last = line
        while not last.endswith(b"\n") and len(last) > 0 and len(line) > MOST_BYTES:
            last = stream.readline(_PIECE)
        yield line.removesuffix(b"\n")


@contextmanager
def patience(seconds: float = PATIENCE_S) -> Iterator[None]:
    """Raises TimeoutError in the main thread if what it holds takes longer."""

    def over(_number: int, _frame: object) -> None:
        raise TimeoutError(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
