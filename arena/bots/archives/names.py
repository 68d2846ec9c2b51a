"""Names of entries: which are taken, and how any is shown."""

from collections.abc import Iterable
from unicodedata import category, normalize

from arena.bots.archives.rules import Rules
from arena.model.errors import BadInput

SHOWN = 60
"""Characters of a bad name that are told."""
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Unicode's categories of what controls, joins or turns text around, and of what is half a character."""

Parts = tuple[str, ...]


def shown(name: bytes | str) -> str:
    """A name in quotes, fit for one line whatever is in it."""
    text = name if isinstance(name, str) else name.decode(errors="backslashreplace")
    return repr(text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}...")


def parts_of(name: bytes, rules: Rules) -> Parts:
    """The folders and the file that a name leads through, none for the top; BadInput if it is not taken."""
    name = name.removeprefix(b"./")
    refusal = _refusal(name, rules)
    if refusal:
        raise BadInput(f"{rules.what} has {shown(name)}: {refusal}")
    return tuple(part for part in name.decode().split("/") if part not in ("", "."))


def _refusal(name: bytes, rules: Rules) -> str:
    """Why a name is not taken, and what would be; empty if it is."""
    parts = name.split(b"/")
    if len(name) > rules.name_bytes or any(len(part) > rules.part_bytes for part in parts):
        return f"a name may have {rules.name_bytes} bytes, and each part of it {rules.part_bytes}"
    if name.startswith(b"/"):
        return "names are relative to the bot's folder"
    if b".." in parts:
        return "names have no '..' in them"
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return "names are UTF-8"
    if any(category(character) in UNSEEN for character in text):
        return "names have no control characters in them"
    if "\\" in text:
        return "names have '/' between their parts and no backslash"
    return ""


def check_distinct(names: Iterable[Parts], rules: Rules) -> None:
    """BadInput if two files have one name, or a file and a folder; portably also if two folders are spelled alike."""
    files: dict[Parts, Parts] = {}
    folders: dict[Parts, Parts] = {}
    for name in names:
        key = tuple(_folded(part) for part in name) if rules.portable else name
        if key in files:
            raise _clash(files[key], name, rules)
        files[key] = name
        for depth in range(1, len(name)):
            if folders.setdefault(key[:depth], name[:depth]) != name[:depth]:
                raise _clash(folders[key[:depth]], name[:depth], rules)
    for key in files.keys() & folders.keys():
        raise _clash(folders[key], files[key], rules)


def _clash(one: Parts, other: Parts, rules: Rules) -> BadInput:
    if one == other:
        return BadInput(f"{rules.what} has {shown('/'.join(one))} twice; each name may be there once")
    return BadInput(
        f"{rules.what} has {shown('/'.join(one))} and {shown('/'.join(other))}, which are one name on some machines; "
        "rename one of them"
    )


def _folded(part: str) -> str:
    """Equal for names that some file system takes for one."""
    return normalize("NFKC", normalize("NFKC", part).casefold())
