"""One maker at a time, in whatever process: a lock that tells whoever waits for it what they wait for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path


@contextmanager
def alone(lock: Path, what: str) -> Iterator[None]:
    """Hold this file's lock, made with its folder where there is none; a line on stderr says so if it must wait."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            print(f"waiting: another process is making {what} ({lock})", file=sys.stderr, flush=True)
            flock(file, LOCK_EX)
        yield
