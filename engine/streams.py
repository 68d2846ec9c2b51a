"""Labelled streams of whole numbers from one seed: how chance is drawn, the same on every machine.

Stream `label` of a 32-byte seed is SHA-256 in counter mode: block i = SHA-256(seed | label | 0x00 | i as eight bytes,
big-endian), read as bytes in order. A number below n takes the least whole number of bytes that holds n - 1,
big-endian, and rejects values that would favour some (those not below the largest multiple of n). `docs/deals.md` has
test vectors.
"""

from collections.abc import MutableSequence
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
    __slots__ = ("_block", "_buffer", "_prefix")

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        self._block = 0
        self._buffer = b""

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        size = ((n - 1).bit_length() + 7) // 8
        if size == 0:
            return 0
        limit = (1 << (8 * size)) // n * n
        while True:
            while len(self._buffer) < size:
                self._buffer += sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
                self._block += 1
            number = int.from_bytes(self._buffer[:size], "big")
            self._buffer = self._buffer[size:]
            if number < limit:
                return number % n


def shuffle(items: MutableSequence[T], draw: Draw, label: str) -> None:
    """Fisher-Yates from the last place down, in place: the item at i changes with the one at draw(label, i + 1)."""
    for i in range(len(items) - 1, 0, -1):
        j = draw(label, i + 1)
        items[i], items[j] = items[j], items[i]
