"""Tar files, read without trust: `tarfile` decodes single headers, the rest is checked here.

`tarfile` itself ends quietly at a damaged header, reads extended headers of any size into memory, follows chains of
them by recursion and knows three kinds of sparse files; this reader takes plain files, and says so of all else.
"""

import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from arena.bots.archives.members import FOLDER, REGULAR, Contents, Member
from arena.bots.archives.names import parts_of, shown
from arena.bots.archives.rules import MIB, MOST_RATIO, RATIO_COUNTS_FROM, Rules
from arena.model.errors import BadInput

BLOCK = tarfile.BLOCKSIZE
CHUNK = 64 * 1024
GZIP = 31
"""zlib's word for its largest window with gzip's header and check sum around."""

EXTENSION_BYTES = MIB
"""Of one extended header, which may carry attributes of the file that nobody needs here."""
EXTENSIONS = 8
"""Extended headers of one entry."""

KINDS = {
    tarfile.REGTYPE: REGULAR,
    tarfile.AREGTYPE: REGULAR,
    tarfile.DIRTYPE: FOLDER,
    tarfile.LNKTYPE: "hard link",
    tarfile.SYMTYPE: "link",
    tarfile.CHRTYPE: "device",
    tarfile.BLKTYPE: "device",
    tarfile.FIFOTYPE: "fifo",
    tarfile.GNUTYPE_SPARSE: "sparse file",
}
CUT = "is cut in the middle"


@dataclass(slots=True)
class Extension:
    """What extended headers say of the entry that follows them."""

    name: bytes | None = None
    size: int | None = None
    sparse: bool = False


def inflate(data: bytes, target: Contents, rules: Rules) -> None:
    """Unpack gzip's bytes, as many as there may be; BadInput if they are more, damaged or cut."""
    unpacker = zlib.decompressobj(GZIP)
    most = min(rules.stream_bytes, max(RATIO_COUNTS_FROM, MOST_RATIO * len(data)))
    done = 0
    for start in range(0, len(data), CHUNK):
        rest = data[start : start + CHUNK]
        while rest and not unpacker.eof:
            try:
                unpacked = unpacker.decompress(rest, CHUNK)
            except zlib.error:
                raise BadInput(f"{rules.what} is damaged: its gzip data cannot be read") from None
            done += len(unpacked)
            if done > most:
                raise too_large(rules, most)
            target.write(unpacked)
            rest = unpacker.unconsumed_tail
        if unpacker.unused_data.strip(b"\0") or (unpacker.eof and data[start + CHUNK :].strip(b"\0")):
            raise BadInput(f"{rules.what} has more behind the end of its gzip data")
        if unpacker.eof:
            return
    raise BadInput(f"{rules.what} {CUT}")


def too_large(rules: Rules, most: int) -> BadInput:
    """Told when more was unpacked than there may be."""
    if most < rules.stream_bytes:
        return BadInput(f"{rules.what} unpacks to more than {MOST_RATIO} times its size; that is the most there may be")
    return BadInput(f"{rules.what} unpacks to more than {rules.total_bytes // MIB} MiB; that is the most there may be")


def tar_members(file: Contents, size: int, rules: Rules) -> list[Member]:
    """The entries of a tar file of so many bytes; BadInput if it is none, or breaks a rule."""
    found: list[Member] = []
    total = 0
    for member in _members(file, size, rules):
        found.append(member)
        total += member.size
        if len(found) > rules.entries:
            raise too_many(rules)
        if total > rules.total_bytes:
            raise too_large(rules, rules.stream_bytes)
    return found


def too_many(rules: Rules) -> BadInput:
    """Told when there are more entries than there may be."""
    return BadInput(f"{rules.what} has more than {rules.entries:,} entries; leave out what is no source")


def _members(file: Contents, size: int, rules: Rules) -> Iterator[Member]:
    """One after the other; what follows the end must be zeros."""
    place, extension, extensions = 0, Extension(), 0
    while (block := _block(file, place, size, rules)).strip(b"\0"):
        header = _header(block, rules)
        place += BLOCK
        if not 0 <= header.size <= size - place:
            raise BadInput(f"{rules.what} {CUT}: {shown(_raw(header))} ends behind its end")
        if header.type in (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE):
            extensions += 1
            if extensions > EXTENSIONS:
                raise BadInput(f"{rules.what} has more than {EXTENSIONS} extended headers in a row")
            _extend(extension, header, _data(file, place, header.size, rules), rules)
        else:
            yield _member(header, extension, place, size, rules)
            header.size = extension.size if extension.size is not None else header.size
            extension, extensions = Extension(), 0
        place += -(-header.size // BLOCK) * BLOCK
    _check_end(file, place, rules)


def _block(file: Contents, place: int, size: int, rules: Rules) -> bytes:
    file.seek(place)
    block = file.read(BLOCK) if place < size else b""
    if len(block) != BLOCK:
        raise BadInput(f"{rules.what} {CUT}")
    return block


def _header(block: bytes, rules: Rules) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError, OverflowError):
        raise BadInput(f"{rules.what} is damaged: a header of its tar data cannot be read") from None


def _raw(header: tarfile.TarInfo) -> bytes:
    return header.name.encode("utf-8", "surrogateescape")


def _data(file: Contents, place: int, size: int, rules: Rules) -> bytes:
    """Of an extended header."""
    if size > EXTENSION_BYTES:
        raise BadInput(f"{rules.what} has an extended header of {size} bytes; it may have {EXTENSION_BYTES}")
    file.seek(place)
    return file.read(size)


def _member(header: tarfile.TarInfo, extension: Extension, place: int, end: int, rules: Rules) -> Member:
    """The entry that a header tells of, and those before it."""
    name = _raw(header) if extension.name is None else extension.name
    size = header.size if extension.size is None else extension.size
    kind = "sparse file" if extension.sparse else KINDS.get(header.type, "thing of an unknown type")
    if size > end - place:
        raise BadInput(f"{rules.what} {CUT}: {shown(name)} ends behind its end")
    return Member(parts_of(name, rules), kind, bool(header.mode & 0o100), place, size if kind == REGULAR else 0)


def _extend(extension: Extension, header: tarfile.TarInfo, data: bytes, rules: Rules) -> None:
    """Take what an extended header says; that of links is said once more by their kind."""
    if header.type == tarfile.GNUTYPE_LONGNAME:
        extension.name = data.partition(b"\0")[0]
    elif header.type in (tarfile.XHDTYPE, tarfile.XGLTYPE):
        for key, value in _records(data, rules):
            if header.type == tarfile.XGLTYPE and key in (b"path", b"size"):
                raise BadInput(f"{rules.what} has an extended header that gives all its files one {key.decode()}")
            if key == b"path":
                extension.name = value
            elif key == b"size":
                extension.size = _number(value, rules)
            elif key.startswith(b"GNU.sparse."):
                extension.sparse = True


def _records(data: bytes, rules: Rules) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of a pax header: "LENGTH key=value" and a new line each (POSIX.1-2001, pax)."""
    place = 0
    while place < len(data) and data[place]:
        space = data.find(b" ", place, place + 20)
        length = _number(data[place:space], rules) if space > 0 else 0
        record = data[space + 1 : place + length]
        key, equals, value = record.partition(b"=")
        if not equals or not value.endswith(b"\n"):
            raise BadInput(f"{rules.what} is damaged: an extended header of its tar data cannot be read")
        yield key, value[:-1]
        place += length


def _number(digits: bytes, rules: Rules) -> int:
    if not digits.isdigit() or len(digits) > 19:
        raise BadInput(f"{rules.what} is damaged: {shown(digits)} is no number")
    return int(digits)


def _check_end(file: Contents, place: int, rules: Rules) -> None:
    """A second archive behind the first would be read by some and not by others."""
    file.seek(place)
    while chunk := file.read(CHUNK):
        if chunk.strip(b"\0"):
            raise BadInput(f"{rules.what} has more behind the end of its tar data")
