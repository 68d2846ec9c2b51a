"""Labelled streams of whole numbers from one seed: how chance is drawn, the same on every machine.

Stream `label` of a 32-byte seed is SHA-256 in counter mode: block i = SHA-256(seed | label | 0x00 | i as eight bytes,
big-endian), read as bytes in order. A number below n takes the least whole number of bytes that holds n - 1,
big-endian, and rejects values that would favour some (those not below the largest multiple of n). `docs/deals.md` has
test vectors.
"""

from hashlib import sha256
from typing import TypeVar

from engine.contract import Draw

T = TypeVar("T")


def seed_of(*parts: bytes | str | int) -> bytes:
    """A 32-byte seed from parts: SHA-256 over their texts, joined by '|'."""
    return sha256(b"|".join(part if isinstance(part, bytes) else str(part).encode() for part in parts)).digest()


class Streams:
    """`Streams(seed)` is a `Draw`: call it with a label and a bound."""

    __slots__ = ("_seed", "_streams")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._streams: dict[str, _Stream] = {}

    def __call__(self, label: str, n: int) -> int:
        """A whole number from 0 to n-1; ValueError when n < 1."""
        stream = self._streams.get(label)
        if stream is None:
            stream = self._streams[label] = _Stream(self._seed + label.encode() + b"\x00")
        return stream.below(n)


class _Stream:
    __slots__ = ("_at", "_block", "_bytes", "_prefix")

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        self._block = 0
        self._bytes = b""
        """What is left of the last block and the blocks that were added to it."""
        self._at = 0

    def below(self, n: int) -> int:
        if n < 2:
            if n < 1:
                raise ValueError(f"cannot draw below {n}")
            return 0
        size = ((n - 1).bit_length() + 7) // 8
        limit = (1 << (8 * size)) // n * n
        while True:
            at = self._at
            if len(self._bytes) - at < size:
                self._more(size)
                at = 0
            self._at = at + size
            number = self._bytes[at] if size == 1 else int.from_bytes(self._bytes[at : at + size], "big")
            if number < limit:
                return number % n

    def _more(self, size: int) -> None:
        self._bytes = self._bytes[self._at :]
        self._at = 0
        while len(self._bytes) < size:
            self._bytes += sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
            self._block += 1


def shuffle(items: list[T], draw: Draw, label: str) -> None:
    """Fisher-Yates from the last place down, in place: the item at i changes with the one at draw(label, i + 1)."""
    for i in range(len(items) - 1, 0, -1):
        j = draw(label, i + 1)
        items[i], items[j] = items[j], items[i]
