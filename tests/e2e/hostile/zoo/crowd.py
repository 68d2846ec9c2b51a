"""Children that do one thing and wait, and how many bytes, files or forks they managed."""

import mmap
import os
import signal
import struct
import time
from collections.abc import Callable

SECONDS = 5


class Crowd:
    """Forked children; each adds to a number that all share."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 16384)
        self.pids: list[int] = []

    def fork(self, work: Callable[[Callable[[int], None]], object], number: int) -> int:
        """Start up to so many; how many there are."""
        for slot in range(number):
            try:
                pid = os.fork()
            except OSError:
                break
            if pid == 0:
                try:
                    work(lambda done, slot=slot: self._put(slot, done))
                finally:
                    self._put_done(slot)
                    time.sleep(600)
                    os._exit(0)
            self.pids.append(pid)
        return len(self.pids)

    def wait(self) -> int:
        """Until all have done what they could, or died; the total of those that live."""
        deadline = time.monotonic() + SECONDS
        alive = dict(enumerate(self.pids))
        while alive and time.monotonic() < deadline:
            for slot, pid in list(alive.items()):
                if self._get(slot)[1]:
                    del alive[slot]
                elif os.waitpid(pid, os.WNOHANG)[0]:
                    self._put(slot, 0)
                    del alive[slot]
            time.sleep(0.01)
        return sum(self._get(slot)[0] for slot in range(len(self.pids)))

    def end(self) -> None:
        """Kill and bury all."""
        for pid in self.pids:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                continue
        self.pids = []

    def _put(self, slot: int, done: int) -> None:
        struct.pack_into("q", self._shared, 16 * slot, done)

    def _put_done(self, slot: int) -> None:
        struct.pack_into("q", self._shared, 16 * slot + 8, 1)

    def _get(self, slot: int) -> tuple[int, int]:
        return struct.unpack_from("qq", self._shared, 16 * slot)
