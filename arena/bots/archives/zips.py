"""Zip files, read without trust: `zipfile` finds and unpacks, after its directory was measured; sizes are counted."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from arena.bots.archives.members import FOLDER, REGULAR, Contents, Member
from arena.bots.archives.names import parts_of, shown
from arena.bots.archives.rules import MOST_RATIO, RATIO_COUNTS_FROM, Rules
from arena.bots.archives.tars import CHUNK, too_large, too_many
from arena.model.errors import BadInput

END = struct.Struct("<4s4H2LH")
END_SIGNATURE = b"PK\x05\x06"
"""The end of the central directory (APPNOTE.TXT, 4.3.16)."""
END64_LOCATOR = b"PK\x06\x07"
COMMENT_BYTES = 0xFFFF
ENTRY_BYTES = 1024
"""Of the directory for each entry at most: 46, its name and what else is said of it."""

ENCRYPTED, UTF_8 = 0x1, 0x800
"""Flags of an entry (4.4.4)."""
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def zip_members(data: bytes, target: Contents, rules: Rules) -> list[Member]:
    """The entries of a zip file, with the bytes of all files written to `target`; BadInput if one breaks a rule."""
    _check_directory(data, rules)
    with _damage(rules), zipfile.ZipFile(io.BytesIO(data)) as archive:
        if len(archive.infolist()) > rules.entries:
            raise too_many(rules)
        most = min(rules.total_bytes, max(RATIO_COUNTS_FROM, MOST_RATIO * len(data)))
        found: list[Member] = []
        done = 0
        for info in archive.infolist():
            member = _member(info, done, rules)
            found.append(member)
            if member.kind == REGULAR:
                done = _unpack(archive, info, target, done, most, rules)
    return found


def _check_directory(data: bytes, rules: Rules) -> None:
    """BadInput where the directory, all of which `zipfile` takes into memory, is too large; found as it finds it."""
    place = len(data) - END.size
    if data[place : place + 4] != END_SIGNATURE or data[-2:] != b"\0\0":
        place = data.rfind(END_SIGNATURE, max(0, place - COMMENT_BYTES))
    if place < 0 or place + END.size > len(data):
        raise BadInput(f"{rules.what} is cut in the middle: its directory is not there")
    _, _, _, _, count, size, _, _ = END.unpack_from(data, place)
    if data[max(0, place - 20) : place].startswith(END64_LOCATOR):
        raise BadInput(f"{rules.what} is a zip64 file; a plain zip file is large enough")
    if count > rules.entries or size > rules.entries * ENTRY_BYTES:
        raise too_many(rules)


@contextmanager
def _damage(rules: Rules) -> Iterator[None]:
    """What `zipfile` says of bytes that are no zip file, in one line of ours."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, ValueError, OverflowError):
        raise BadInput(f"{rules.what} is damaged: its zip data cannot be read") from None


def _member(info: zipfile.ZipInfo, offset: int, rules: Rules) -> Member:
    name = _name(info)
    mode = info.external_attr >> 16
    if info.flag_bits & ENCRYPTED:
        raise BadInput(f"{rules.what} has {shown(name)}: it is encrypted; nothing may be")
    if info.compress_type not in METHODS:
        raise BadInput(f"{rules.what} has {shown(name)}: it is compressed in a way that is not deflate")
    kind = _kind(stat.S_IFMT(mode), name.endswith(b"/"))
    return Member(parts_of(name, rules), kind, bool(mode & 0o100), offset, info.file_size if kind == REGULAR else 0)


def _name(info: zipfile.ZipInfo) -> bytes:
    """As it was written: without the flag most programs write UTF-8 too, where `zipfile` reads code page 437."""
    return info.orig_filename.encode("utf-8" if info.flag_bits & UTF_8 else "cp437")


def _kind(file_type: int, is_folder: bool) -> str:
    """By what Unix says of it, where it was made there."""
    if file_type == stat.S_IFLNK:
        return "link"
    if file_type not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "device, fifo or socket"
    return FOLDER if is_folder or file_type == stat.S_IFDIR else REGULAR


def _unpack(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Contents, done: int, most: int, rules: Rules
) -> int:
    """Write a file's bytes; how many there are of all so far. The check sum is `zipfile`'s to look at."""
    began = done
    with archive.open(info) as file:
        while chunk := file.read(CHUNK):
            done += len(chunk)
            if done > most:
                raise too_large(rules, rules.stream_bytes if most == rules.total_bytes else most)
            target.write(chunk)
    if done - began != info.file_size:
        raise BadInput(f"{rules.what} is damaged: {shown(_name(info))} has not the size that it tells")
    return done
