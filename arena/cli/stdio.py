"""The shell of `arena sim --stdio`: lines in, lines out, until the input ends."""

import sys
from collections.abc import Iterator
from typing import BinaryIO, TextIO

from arena.simulator.request import MOST_BYTES
from arena.simulator.session import Session

_PIECE = 64 * 1024


def serve(lines: BinaryIO, answers: TextIO) -> int:
    """One answer a line; returns how many bugs of ours were met, whose tracebacks are on stderr."""
    bugs: list[str] = []
    session = Session(bugs.append)
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
