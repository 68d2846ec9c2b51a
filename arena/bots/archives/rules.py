"""How much a handed-in archive or a built bot may hold, and what is left out of it."""

from dataclasses import dataclass

MIB = 1024 * 1024

MOST_ARCHIVE_BYTES = 10 * MIB
"""Size of the file that is handed in."""
MOST_RATIO = 200
"""So many times its size an archive may unpack to, once that is more than `RATIO_COUNTS_FROM`."""
RATIO_COUNTS_FROM = MIB


@dataclass(frozen=True, slots=True)
class Rules:
    """Caps of one kind of content."""

    what: str
    """What it is called when it breaks a rule."""
    entries: int
    total_bytes: int
    """Of all files together."""
    name_bytes: int
    part_bytes: int
    """Of one folder's or file's name in a path."""
    portable: bool
    """Whether names must differ after Unicode folding too, as on machines that do not tell `A` from `a`."""

    @property
    def stream_bytes(self) -> int:
        """What a tar file of it may have at most: a header, a long name and padding for each entry."""
        return self.total_bytes + self.entries * 2048 + MIB


HANDED_IN = Rules("the archive", 2_000, 50 * MIB, 200, 100, portable=True)
BUILT = Rules("what was built", 20_000, 256 * MIB, 1_000, 255, portable=False)

LEFT_OUT = frozenset((".git", "__pycache__", ".kit", ".built", "node_modules", ".DS_Store", "__MACOSX"))
"""Names that are nobody's source, wherever they are."""
LEFT_OUT_ON_TOP = frozenset(("target",))
"""The same, directly in the bot's folder only: deeper it may be a package."""
APPLE_DOUBLE = "._"
"""Beginning of the names of files in which macOS keeps attributes of others."""


def is_left_out(parts: tuple[str, ...]) -> bool:
    """Whether an entry is not taken, wherever the bot's folder begins."""
    return any(part in LEFT_OUT or part.startswith(APPLE_DOUBLE) for part in parts)
