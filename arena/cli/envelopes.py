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


def one_envelope(file: Path, option: str = "--file") -> Any:
    """The only envelope of a file; BadInput, which names the option it was given by, if there are several, or none."""
    found = list(zip(envelopes(file, option), range(2), strict=False))
    if len(found) != 1:
        raise BadInput(f"{option} {file} has {'several envelopes' if found else 'no envelope'}; give one")
    return found[0][0][1]


def envelopes(file: Path, option: str = "--file") -> Iterator[tuple[int, Any]]:
    """Number (from 1) and JSON of each: the file is one JSON value, or has one a line; BadInput if it is neither."""
    given = f"{option} {file}"
    try:
        with nullcontext(sys.stdin.buffer) if file == STDIN else file.open("rb") as stream:
            first = _line(given, stream)
            if _is_json(first):
                yield from _lines(given, first, stream)
            else:
                yield 1, _read(given, first + stream.read(ENVELOPE_BYTES + 1 - len(first)))
    except OSError as error:
        raise BadInput(f"{given}: {error.strerror}") from None


def _lines(given: str, first: bytes, stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    number, line = 1, first
    while line:
        if line.strip():
            yield number, _read(given, line, "" if number == 1 else f"line {number} of ")
        number, line = number + 1, _line(given, stream)


def _line(given: str, stream: BinaryIO) -> bytes:
    return _short(given, stream.readline(ENVELOPE_BYTES + 1))


def _short(given: str, text: bytes) -> bytes:
    if len(text) > ENVELOPE_BYTES:
        raise BadInput(f"{given} is no envelope: it has more than {ENVELOPE_BYTES} bytes")
    return text


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read(given: str, text: bytes, where: str = "") -> Any:
    try:
        return json.loads(_short(given, text))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}{given} is not JSON: {error}") from None
