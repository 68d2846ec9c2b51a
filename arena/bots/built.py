"""Whether a bot's folder is as its build left it: `.built` in it is a digest of every file there, sources and results.

Times of files alone do not tell: compilers leave a result alone that would come out the same, so it stays older than
its source, and a bot that is run by `java` or `node` names no result at all.
"""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from arena.bots.manifest import Manifest
from arena.model.errors import BadInput

NAME = ".built"
LEFT_OUT = (NAME, "__pycache__")


def is_as_built(bot: Manifest) -> bool:
    """True if nothing was added, changed or taken away since `mark_built`; always where nothing is to be built."""
    if not bot.build:
        return True
    try:
        return (bot.folder / NAME).read_text() == _digest(bot)
    except OSError:
        return False


def mark_built(bot: Manifest) -> None:
    """Note what is there now as built; BadInput if we may not write there."""
    if bot.build:
        try:
            (bot.folder / NAME).write_text(_digest(bot))
        except OSError as error:
            raise BadInput(f"{bot.folder / NAME} cannot be written: {error.strerror}") from None


def _digest(bot: Manifest) -> str:
    hashed = sha256(repr(bot.build).encode())
    for line in _listing(bot.folder):
        hashed.update(line.encode("utf-8", "surrogateescape"))
    return hashed.hexdigest()


def _listing(folder: Path) -> Iterator[str]:
    """A line for each file below; links are not followed."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted(files):
            if name not in LEFT_OUT:
                path = Path(place, name)
                told = path.lstat()
                yield f"{path.relative_to(folder)} {told.st_size} {told.st_mtime_ns}\n"
