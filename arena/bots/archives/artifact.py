"""A built bot as it is kept: one tar file named after its digest; and how it is unpacked where it is played from."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from arena.bots.archives.canonical import CHUNK, EXECUTABLE, PLAIN, write_canonical
from arena.bots.archives.members import Contents, Member, checked_files
from arena.bots.archives.rules import BUILT
from arena.bots.archives.tars import tar_members
from arena.bots.manifest import FILE, MOST_BYTES, Manifest, parse_manifest
from arena.model.errors import BadInput, WorldTrouble

MAKING = "making-"
"""Begins the name of what is not complete yet; the number of the process that makes it follows."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """A built bot, complete."""

    path: Path
    digest: str
    """SHA-256 of the file, in hexadecimal: equal files built give equal digests."""
    size: int
    """In bytes."""


def keep_artifact(contents: BinaryIO, size: int, manifest: Manifest, folder: Path) -> Artifact:
    """Keep a tar file of so many bytes, made by whoever, in its one form as `folder/DIGEST.tar`.

    BadInput says what in it is not taken. Its bot.toml must say what the source's did: that is what was checked.
    """
    files = checked_files(tar_members(contents, size, BUILT), BUILT)
    if _manifest_of(files, contents) != manifest:
        raise BadInput(f"the build changed {FILE}; it must stay as it was handed in")
    with _making(folder) as made:
        with made.open("xb") as file:
            digest = write_canonical(files, contents, file)
            kept = file.tell()
            file.flush()
            os.fsync(file.fileno())
        path = folder / f"{digest}.tar"
        made.replace(path)
        _sync(folder)
    return Artifact(path, digest, kept)


def unpack(artifact: Path, folder: Path) -> None:
    """Have an artifact's files in this folder, which is there whole or not at all, readable for users of bots.

    Nothing happens if it is there: whoever calls names it after the artifact. WorldTrouble if the artifact is damaged
    or the machine fails.
    """
    if folder.is_dir():
        return
    try:
        with _making(folder.parent) as made, artifact.open("rb") as contents:
            size = contents.seek(0, os.SEEK_END)
            _write_all(made, checked_files(tar_members(contents, size, BUILT), BUILT), contents)
            _put(made, folder)
    except BadInput as error:
        raise WorldTrouble(f"{artifact} is damaged: {error}") from error
    except OSError as error:
        raise WorldTrouble(f"{artifact} cannot be unpacked: {error}") from error


def _manifest_of(files: Sequence[Member], contents: Contents) -> Manifest:
    (file,) = (file for file in files if file.name == FILE)
    contents.seek(file.offset)
    return parse_manifest(contents.read(min(file.size, MOST_BYTES + 1)), Path(FILE), any_game=True)


@contextmanager
def _making(folder: Path) -> Iterator[Path]:
    """A new name in this folder; what has it at the end is removed, and so is what killed processes left there."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"{MAKING}*-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():
            _remove(left)
    made = folder / f"{MAKING}{os.getpid()}-{token_hex(8)}"
    try:
        yield made
    finally:
        _remove(made)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _write_all(top: Path, files: Sequence[Member], contents: BinaryIO) -> None:
    """Every file, in a folder that is not there yet; on the disk when this returns."""
    folders = {top} | {top.joinpath(*file.parts[:depth]) for file in files for depth in range(1, len(file.parts))}
    for folder in sorted(folders):
        folder.mkdir()
        folder.chmod(0o755)
    for file in files:
        _write(top / file.name, file, contents)
    for folder in folders:
        _sync(folder)


def _write(path: Path, file: Member, contents: BinaryIO) -> None:
    contents.seek(file.offset)
    with path.open("xb") as target:
        for start in range(0, file.size, CHUNK):
            target.write(contents.read(min(CHUNK, file.size - start)))
        target.flush()
        os.fchmod(target.fileno(), EXECUTABLE if file.executable else PLAIN)
        os.fsync(target.fileno())


def _put(made: Path, folder: Path) -> None:
    """Give it its name, unless another process was faster."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
    _sync(folder.parent)


def _sync(folder: Path) -> None:
    """Have its names on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
