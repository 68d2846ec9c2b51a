"""How late the referee itself is: a heartbeat on its loop that notes by how much each beat came too late."""

import asyncio
import time

BEAT_S = 0.005
"""Time between beats. The loop's timers round up to a millisecond, so a beat late by less is on time."""
ON_TIME_US = 1_500


def now_us() -> int:
    """The monotonic clock in microseconds."""
    return time.monotonic_ns() // 1000


class LagMeter:
    """Total lateness of a loop; `total` may be asked at any moment, also before a late beat has been noticed."""

    def __init__(self) -> None:
        self._total_us = 0
        self._due_us = 0
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat on the running loop."""
        self._due_us = now_us() + int(BEAT_S * 1e6)
        self._handle = asyncio.get_running_loop().call_later(BEAT_S, self._beat)

    def stop(self) -> None:
        """End the beat."""
        if self._handle is not None:
            self._handle.cancel()

    def total_us(self, at_us: int) -> int:
        """Lateness in microseconds up to `at_us`, a reading of `now_us`."""
        return self._total_us + self._late(at_us)

    def _beat(self) -> None:
        now = now_us()
        self._total_us += self._late(now)
        self.start()

    def _late(self, at_us: int) -> int:
        late = at_us - self._due_us
        return late if late > ON_TIME_US else 0
