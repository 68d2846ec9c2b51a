"""The one form in which a bot's files are kept: equal files give equal bytes, wherever and however they were packed."""

import tarfile
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

from arena.bots.archives.members import Contents, Member

EXECUTABLE, PLAIN = 0o755, 0o644
END = bytes(2 * tarfile.BLOCKSIZE)
CHUNK = 256 * 1024


class Sink(Protocol):
    """Takes bytes."""

    def write(self, data: bytes, /) -> object:
        """All of them."""


def write_canonical(files: Sequence[Member], contents: Contents, target: Sink) -> str:
    """Write a tar file of these, in this order, owned by nobody at no time; its SHA-256, in hexadecimal."""
    hashed = sha256()

    def write(data: bytes) -> None:
        hashed.update(data)
        target.write(data)

    for file in files:
        write(_header(file))
        contents.seek(file.offset)
        for start in range(0, file.size, CHUNK):
            write(_read(contents, min(CHUNK, file.size - start)))
        write(bytes(-file.size % tarfile.BLOCKSIZE))
    write(END)
    return hashed.hexdigest()


def _header(file: Member) -> bytes:
    """In GNU's format: names of any length in UTF-8, and nothing that depends on who writes it."""
    info = tarfile.TarInfo(file.name)
    info.size = file.size
    info.mode = EXECUTABLE if file.executable else PLAIN
    info.mtime = 0 if file.executable else 1  # a program that was handed in beside its sources is made anew by `make`
    return info.tobuf(tarfile.GNU_FORMAT, "utf-8", "strict")


def _read(contents: Contents, size: int) -> bytes:
    data = contents.read(size)
    if len(data) != size:
        raise RuntimeError("a member that was found is not there any more")
    return data
