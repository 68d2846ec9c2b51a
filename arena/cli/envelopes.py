"""Audit envelopes from a file or from stdin: one, or one a line."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from arena.model.errors import BadInput

ENVELOPE_BYTES = 16 * 1024 * 1024
"""Most that is read of one envelope; that of a long match has some 20 KB."""

STDIN = Path("-")


def one_envelope(file: Path) -> Any:
    """The only envelope of a file; BadInput if there are several, or none."""
    found = list(zip(envelopes(file), range(2), strict=False))
    if len(found) != 1:
        raise BadInput(f"--file {file} has {'several envelopes' if found else 'no envelope'}; give one")
    return found[0][0][1]


def envelopes(file: Path) -> Iterator[tuple[int, Any]]:
    """Number (from 1) and JSON of each: the file is one JSON value, or has one a line; BadInput if it is neither."""
    try:
        with nullcontext(sys.stdin.buffer) if file == STDIN else file.open("rb") as stream:
            first = _line(file, stream)
            if _is_json(first):
                yield from _lines(file, first, stream)
            else:
                yield 1, _read(file, first + stream.read(ENVELOPE_BYTES + 1 - len(first)))
    except OSError as error:
        raise BadInput(f"--file {file}: {error.strerror}") from None


def _lines(file: Path, first: bytes, stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    number, line = 1, first
    while line:
        if line.strip():
            yield number, _read(file, line, "" if number == 1 else f"line {number} of ")
        number, line = number + 1, _line(file, stream)


def _line(file: Path, stream: BinaryIO) -> bytes:
    return _short(file, stream.readline(ENVELOPE_BYTES + 1))


def _short(file: Path, text: bytes) -> bytes:
    if len(text) > ENVELOPE_BYTES:
        raise BadInput(f"--file {file} is no envelope: it has more than {ENVELOPE_BYTES} bytes")
    return text


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read(file: Path, text: bytes, where: str = "") -> Any:
    try:
        return json.loads(_short(file, text))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}--file {file} is not JSON: {error}") from None
