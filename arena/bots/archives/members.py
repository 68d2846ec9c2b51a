"""What an archive holds, whatever its kind: entries as found, and the files that are taken of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from arena.bots.archives.names import Parts, check_distinct, shown
from arena.bots.archives.rules import LEFT_OUT_ON_TOP, Rules, is_left_out
from arena.bots.manifest import FILE
from arena.model.errors import BadInput

FOLDER = "folder"
REGULAR = "file"
"""Kinds of entries that are taken; any other is told as it is called, such as "link"."""


class Contents(Protocol):
    """Holds the bytes of members: a file with or without a name, or memory."""

    def seek(self, place: int, /) -> int:
        """Go there."""

    def tell(self) -> int:
        """Where we are."""

    def read(self, size: int, /) -> bytes:
        """So many bytes, or all that are left."""

    def write(self, data: bytes, /) -> int:
        """Put them here."""


@dataclass(frozen=True, slots=True)
class Member:
    """An entry, with the place of its bytes in whatever holds them."""

    parts: Parts
    kind: str
    executable: bool = False
    offset: int = 0
    size: int = 0

    @property
    def name(self) -> str:
        """Its path in the bot's folder."""
        return "/".join(self.parts)


def source_files(members: Sequence[Member], rules: Rules) -> list[Member]:
    """The files of a bot that was handed in: without a folder around all, without what is not its source."""
    kept = [member for member in members if member.parts and not is_left_out(member.parts)]
    kept = _without_top(kept)
    kept = [member for member in kept if not (len(member.parts) > 1 and member.parts[0] in LEFT_OUT_ON_TOP)]
    return checked_files(kept, rules)


def checked_files(members: Iterable[Member], rules: Rules) -> list[Member]:
    """The files among them, by name; BadInput if something is neither file nor folder, or two have one name."""
    files = []
    for member in members:
        if member.kind == REGULAR and member.parts:
            files.append(member)
        elif member.kind != FOLDER:
            raise BadInput(f"{rules.what} has {shown(member.name)}: it is a {member.kind}; files and folders are taken")
    check_distinct((file.parts for file in files), rules)
    if not any(file.name == FILE for file in files):
        raise BadInput(f"{rules.what} has no {FILE}; it stands in the bot's folder, on top of all else")
    return sorted(files, key=lambda file: file.name.encode())


def _without_top(members: list[Member]) -> list[Member]:
    """As if the one folder that all lie in were not there; the same if there is none or the bot begins above it."""
    tops = {member.parts[0] for member in members}
    if len(tops) != 1 or any(len(member.parts) == 1 and member.kind != FOLDER for member in members):
        return members
    return [replace(member, parts=member.parts[1:]) for member in members if len(member.parts) > 1]
