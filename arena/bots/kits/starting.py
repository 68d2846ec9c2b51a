"""A bot to begin with: the template beside a kit's recipe, under a name of its own."""

import shutil
from pathlib import Path

from arena.bots.kits.recipe import FOLDER
from arena.bots.kits.shelf import TEMPLATE
from arena.bots.manifest import NAME, NAME_RULE
from arena.model.errors import BadInput

PLACEHOLDER = "NAME"
NAMED = ("bot.toml", "README.md")
"""Files that have the bot's name in them."""


def startable() -> tuple[str, ...]:
    """Languages with a template."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob(f"*/{TEMPLATE}")))


def new_bot(name: str, language: str, parent: Path) -> Path:
    """The folder of a new bot in that language; BadInput for a name that is bad or taken."""
    if language not in startable():
        raise BadInput(f"no template in {language!r}; there are {', '.join(startable())}")
    if not NAME.fullmatch(name):
        raise BadInput(f"{name!r} is no name for a bot; a name is {NAME_RULE}")
    folder = parent / name
    if folder.exists() or folder.is_symlink():
        raise BadInput(f"{folder} is there already; choose another name")
    shutil.copytree(FOLDER / language / TEMPLATE, folder)
    for file in NAMED:
        path = folder / file
        path.write_text(path.read_text(encoding="utf-8").replace(PLACEHOLDER, name), encoding="utf-8")
    return folder
