"""What a build says: passed on as it comes, and kept within bounds."""

from collections.abc import Callable

Listen = Callable[[bytes], None]


class BuildLog:
    """The first and the last part of what was said; the listener is told exactly what is kept, in order."""

    def __init__(self, most: int, listen: Listen) -> None:
        self._half = most // 2
        self._listen = listen
        self._head = bytearray()
        self._tail = bytearray()
        self._cut = 0

    def take(self, said: bytes) -> None:
        """What comes while there is room is passed on at once, the rest only once it is the end."""
        room = self._half - len(self._head)
        if room > 0:
            self._head += said[:room]
            self._listen(said[:room])
        self._tail += said[max(0, room) :]
        over = len(self._tail) - self._half
        if over > self._half:  # not for every little piece
            del self._tail[:over]
            self._cut += over

    def close(self) -> None:
        """Pass on the end, after a line that says how much is missing."""
        over = max(0, len(self._tail) - self._half)
        del self._tail[:over]
        self._cut += over
        if self._cut:
            self._tail[:0] = f"\n[{self._cut} bytes cut]\n".encode()
        if self._tail:
            self._listen(bytes(self._tail))

    def text(self) -> str:
        """All that is kept."""
        return (self._head + self._tail).decode(errors="replace")
