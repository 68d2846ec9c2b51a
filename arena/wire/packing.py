"""A flat message to bytes in half the time the library takes, for messages whose arrays hold small numbers.

The library converts the numbers of a repeated field one by one. But a packed field of numbers below 128 is, byte for
byte, those numbers, and `bytes(tuple)` makes it in one step; signed ones (zigzag, -64 to 63) take one `translate` more.
The writer is written out field by field and compiled once per message, as `dataclasses` does with `__init__`: a loop
over fields would cost as much as it saves. Where a number does not fit the writer gives up, and the library does it.
"""

from array import array
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor

VARINT, LENGTH_DELIMITED = 0, 2
"""Wire types (protobuf's encoding guide)."""

_ZIGZAG = bytes(((n << 1) ^ (n >> 7)) & 0xFF for n in [*range(128), *range(-128, 0)])
"""From a number's two's complement byte to its zigzag byte."""


def varint(number: int) -> bytes:
    """A whole number from 0 on, as the wire writes lengths and keys."""
    return VARINTS[number] if number < len(VARINTS) else _long_varint(number)


def key(number: int, wire_type: int) -> bytes:
    """What stands before the field of that number."""
    return varint(number << 3 | wire_type)


def _is_signed(field: FieldDescriptor) -> bool:
    return field.type in (FieldDescriptor.TYPE_SINT32, FieldDescriptor.TYPE_SINT64)


def _long_varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


VARINTS = tuple(_long_varint(number) for number in range(4096))
"""Ready made, by number."""

PIECES_KEPT = 1024
"""Values of one field that are remembered; those of a game are far fewer."""


class Pieces(dict[Any, bytes]):
    """A field as it stands on the wire, by value: written when first asked for, then looked up.

    A scalar is written even if it is 0 (it has presence), None and an empty array are not.
    """

    def __init__(self, field: FieldDescriptor) -> None:
        super().__init__({None: b"", (): b""})
        self._key = key(field.number, LENGTH_DELIMITED if field.is_repeated else VARINT)
        self._signed = _is_signed(field)

    def __missing__(self, value: Any) -> bytes:
        if isinstance(value, tuple):
            payload = b"".join(map(self._number, value))
            return b"".join((self._key, varint(len(payload)), payload))
        written = self._key + self._number(value)
        if len(self) < PIECES_KEPT:
            self[value] = written
        return written

    def _number(self, number: int) -> bytes:
        return varint((number << 1) ^ (number >> 63) if self._signed else int(number))


def small_writer(descriptor: Descriptor) -> Callable[[Any], bytes | None]:
    """A writer of objects whose attributes are called like the fields; None where a number is too large for it.

    All fields are scalars or packed arrays of whole numbers.
    """
    names: dict[str, Any] = {"array": array, "varints": VARINTS, "zigzag": _ZIGZAG}
    arrays, parts, lines = [], [], []
    for i, field in enumerate(descriptor.fields):
        names[f"key{i}"] = key(field.number, LENGTH_DELIMITED if field.is_repeated else VARINT)
        signed = _is_signed(field)
        if field.is_repeated:
            made = f"array('b', o.{field.name}).tobytes().translate(zigzag)" if signed else f"bytes(o.{field.name})"
            lines.append(f"  a{i} = {made}")
            arrays.append(f"a{i}")
            parts += [f"key{i}", f"varints[len(a{i})]", f"a{i}"]
        else:
            number = f"(o.{field.name} << 1) ^ (o.{field.name} >> 63)" if signed else f"o.{field.name}"
            parts += [f"key{i}", f"varints[{number}]"]
    source = [
        "def write(o):",
        " try:",
        *lines,
        f"  if not b''.join(({', '.join(arrays)},)).isascii(): return None",
        f"  return b''.join(({', '.join(parts)},))",
        " except (ValueError, OverflowError, IndexError): return None",
    ]
    exec("\n".join(source), names)  # our own descriptor's names, nothing from outside
    write: Callable[[Any], bytes | None] = names["write"]
    return write
