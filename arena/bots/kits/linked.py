"""The link `.kit` in a bot's folder: it leads to the kit the bot was built with, at build and when the bot runs."""

import os
from collections.abc import Mapping
from pathlib import Path

from arena.bots.kits.recipe import has_recipe, recipe
from arena.bots.kits.shelf import MadeKit
from arena.model.errors import BadInput

LINK = ".kit"


def link_kit(bot: Path, kit: MadeKit) -> None:
    """Have the link in the bot's folder lead there; BadInput where something else has its name."""
    link = bot / LINK
    if link.is_symlink() and link.readlink() == kit.folder:
        return
    if link.exists() and not link.is_symlink():
        raise BadInput(f"{link} is in the way of the link to the kit; give it another name")
    fresh = bot / f"{LINK}-{os.getpid()}"
    try:
        fresh.symlink_to(kit.folder)
        fresh.replace(link)
    except OSError as error:
        raise BadInput(f"no link to the kit can be made at {link}: {error.strerror}") from None


def linked_kit(bot: Path, language: str) -> MadeKit | None:
    """The kit a bot was built with; none for languages that run on what we ourselves run on, or before its build."""
    link = bot / LINK
    return MadeKit(recipe(language), link.resolve()) if has_recipe(language) and link.is_dir() else None


def with_kit(environment: Mapping[str, str], kit: Mapping[str, str]) -> dict[str, str]:
    """Both; the kit's PATH comes first."""
    found = {**environment, **kit}
    if "PATH" in kit:
        found["PATH"] = f"{kit['PATH']}:{environment.get('PATH', os.defpath)}"
    return found
