"""A bot's source as it was handed in: checked, and in the one form whose digest is the version's."""

import io
import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.bots.archives.canonical import write_canonical
from arena.bots.archives.members import FOLDER, REGULAR, Contents, Member, checked_files, source_files
from arena.bots.archives.names import Parts, parts_of
from arena.bots.archives.rules import HANDED_IN, LEFT_OUT_ON_TOP, MIB, MOST_ARCHIVE_BYTES, is_left_out
from arena.bots.archives.tars import CHUNK, inflate, tar_members, too_large, too_many
from arena.bots.archives.zips import zip_members
from arena.bots.manifest import FILE, MOST_BYTES, Manifest, parse_manifest
from arena.model.errors import BadInput, WorldTrouble

GZIP, ZIP, TAR = b"\x1f\x8b", b"PK", b"ustar"
TAR_PLACE = 257
"""Where a tar file says what it is."""
IN_MEMORY = MIB
"""So much is unpacked in memory; more goes to a file without a name, which is gone with us."""


@dataclass(frozen=True, slots=True)
class Source:
    """All files of a bot, checked."""

    tar: bytes = field(repr=False)
    """Sorted, owned by nobody, at no time, and of modes only who may run it: equal files give equal bytes."""
    digest: str
    """SHA-256 of `tar`, in hexadecimal."""
    manifest: Manifest
    """Its folder is not there yet."""


def read_archive(path: Path) -> Source:
    """What is in a .zip, .tar.gz or .tar, of which nothing is unpacked to where it has a name.

    BadInput is one line that names the entry and what is allowed.
    """
    try:
        with path.open("rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadInput(f"{path} is no file; an archive is a .zip, .tar.gz or .tar")
            data = file.read(MOST_ARCHIVE_BYTES + 1)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except OSError as error:
        raise WorldTrouble(f"{path} cannot be read: {error.strerror}") from error
    return read_archive_bytes(data)


def read_archive_bytes(data: bytes) -> Source:
    """The same from the archive's bytes, whatever they are."""
    if len(data) > MOST_ARCHIVE_BYTES:
        raise BadInput(f"the archive is larger than {MOST_ARCHIVE_BYTES // MIB} MiB; that is the most there may be")
    with _spool() as contents:
        if data.startswith(ZIP):
            members = zip_members(data, contents, HANDED_IN)
        elif data.startswith(GZIP):
            inflate(data, contents, HANDED_IN)
            members = tar_members(contents, contents.tell(), HANDED_IN)
        elif data[TAR_PLACE:].startswith(TAR):
            contents.write(data)
            members = tar_members(contents, len(data), HANDED_IN)
        else:
            raise BadInput("the archive is none that is known here; it is a .zip, .tar.gz or .tar")
        return _source(source_files(members, HANDED_IN), contents)


def read_stored(tar: bytes) -> Source:
    """A source again, from the `tar` of it that was kept; WorldTrouble if that is damaged."""
    with io.BytesIO(tar) as contents:
        try:
            files = checked_files(tar_members(contents, len(tar), HANDED_IN), HANDED_IN)
            return _source(files, contents)
        except BadInput as error:
            raise WorldTrouble(f"a source that was kept is damaged: {error}") from error


def pack_folder(folder: Path) -> Source:
    """The same of a folder as of an archive of it; BadInput names what is in it that is not taken."""
    with _spool() as contents:
        members: list[Member] = []
        try:
            for member in _walk(folder, contents):
                members.append(member)
                if len(members) > HANDED_IN.entries:
                    raise too_many(HANDED_IN)
        except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
            raise BadInput(f"{error.filename} cannot be read: {error.strerror}") from None
        except OSError as error:
            raise WorldTrouble(f"{error.filename} cannot be read: {error.strerror}") from error
        return _source(checked_files(members, HANDED_IN), contents)


def _spool() -> "tempfile.SpooledTemporaryFile[bytes]":
    return tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)


def _source(files: Sequence[Member], contents: Contents) -> Source:
    tar = io.BytesIO()
    digest = write_canonical(files, contents, tar)
    return Source(tar.getvalue(), digest, _manifest(files, contents))


def _manifest(files: Sequence[Member], contents: Contents) -> Manifest:
    (file,) = (file for file in files if file.name == FILE)
    contents.seek(file.offset)
    return parse_manifest(contents.read(min(file.size, MOST_BYTES + 1)), Path(FILE), any_game=True)


def _walk(top: Path, contents: Contents) -> Iterator[Member]:
    """Everything in a folder but what is left out; the bytes of files are copied."""
    folders = [top]
    while folders:
        for entry in sorted(os.scandir(folders.pop()), key=lambda entry: entry.name):
            parts = parts_of(os.fsencode(Path(entry.path).relative_to(top)), HANDED_IN)
            if is_left_out(parts) or (parts[0] in LEFT_OUT_ON_TOP and entry.is_dir()):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(Path(entry.path))
                yield Member(parts, FOLDER)
            else:
                yield _copied(entry, parts, contents)


def _copied(entry: "os.DirEntry[str]", parts: Parts, contents: Contents) -> Member:
    """A file, its bytes copied; or a thing that will be refused."""
    told = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(told.st_mode):
        return Member(parts, "link" if entry.is_symlink() else "device, fifo or socket")
    began = contents.tell()
    with Path(entry.path).open("rb") as file:
        while chunk := file.read(CHUNK):
            contents.write(chunk)
            if contents.tell() > HANDED_IN.total_bytes:
                raise too_large(HANDED_IN, HANDED_IN.stream_bytes)
    return Member(parts, REGULAR, bool(told.st_mode & 0o100), began, contents.tell() - began)
