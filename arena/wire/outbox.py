"""Messages on their way to one bot: written in order, the first at once.

A task would begin to write only in the loop's next turn, and one that waits for messages takes one more to wake: with
one match at a time that is a tenth of a decision's time. So the coroutine of a write is stepped here, by the rule by
which tasks step theirs (what it yields is a future marked as awaited, or None for "next turn"). From Python 3.12 on
`asyncio.Task(eager_start=True)` does the same.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

Write = Callable[[bytes], Coroutine[Any, Any, None]]


class Outbox:
    """Keeps messages until there is a stream, then writes one after the other."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._write: Write | None = None
        self._writing: Coroutine[Any, Any, None] | None = None

    def put(self, message: bytes) -> None:
        """Send a message after those put before."""
        self._waiting.append(message)
        if self._writing is None and self._write is not None:
            self._begin()

    def open(self, write: Write) -> None:
        """From here on `write` takes the messages."""
        self._write = write
        if self._waiting:
            self._begin()

    def close(self) -> None:
        """Drop what has not been begun."""
        self._write = None
        self._waiting.clear()

    def _begin(self) -> None:
        while self._waiting and self._write is not None:
            self._writing = self._write(self._waiting.popleft())
            if not self._step():
                return
        self._writing = None

    def _step(self) -> bool:
        """Step the write under way; True once it is done."""
        assert self._writing is not None
        try:
            awaited = self._writing.send(None)
        except StopIteration:
            return True
        except Exception:  # the stream has ended: whoever reads it says so
            self.close()
            return True
        if awaited is None:
            asyncio.get_running_loop().call_soon(self._go_on, None)
        else:
            awaited._asyncio_future_blocking = False
            awaited.add_done_callback(self._go_on)
        return False

    def _go_on(self, _awaited: object) -> None:
        if self._step():
            self._begin()
