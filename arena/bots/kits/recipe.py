"""How the kit of a language is made: `deploy/kits/<language>/kit.toml` and the `build.sh` beside it."""

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.model.errors import BadInput, WorldTrouble

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "deploy" / "kits"
PROTOS = ROOT / "protos"

WHOLE = ("cpp", "go", "rust")
"""Languages whose programs need nothing of their kit once they are built."""

Version = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """A program of this machine that a kit is made with."""

    command: str
    """Prints its version, where a least one is named."""
    least: str
    """Empty where any will do."""
    install: str
    """What to do where it is missing or too old."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one kit is made, and what its bots are told."""

    language: str
    tools: tuple[Tool, ...]
    environment: Mapping[str, str]
    """`{kit}` is the kit's folder."""
    hints: Mapping[str, str]
    """Sizes that keep a runtime inside its caps; see `sizes`."""

    etc: str = ""
    """Files of the toolchain outside of /usr, shown in the sandbox where they lie; a pattern below /etc."""

    @property
    def folder(self) -> Path:
        """Where it stands."""
        return FOLDER / self.language


def recipe(language: str) -> Recipe:
    """The recipe of a language; BadInput names those there are."""
    if language not in languages():
        raise BadInput(f"no kit {language!r}; there are {', '.join(languages())}")
    told = tomllib.loads((FOLDER / language / "kit.toml").read_text(encoding="utf-8"))
    tools = tuple(Tool(tool["command"], tool.get("least", ""), tool["install"]) for tool in told.get("tool", ()))
    return Recipe(language, tools, told.get("environment", {}), told.get("hints", {}), told.get("etc", ""))


def has_recipe(kit: str) -> bool:
    """Whether this kit is made by a recipe: Python and stdio run on what we ourselves run on."""
    return (FOLDER / kit / "build.sh").is_file()


@cache
def languages() -> tuple[str, ...]:
    """Every language with a recipe; BadInput outside of a checkout of the project."""
    if not FOLDER.is_dir():
        raise BadInput(f"no recipes of kits at {FOLDER}; kits are made in a checkout of the project")
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/build.sh")))


@cache
def found_version(tool: Tool) -> str:
    """What the tool says of itself; WorldTrouble says what to install where it is missing or too old."""
    words = shlex.split(tool.command)
    if not tool.least and shutil.which(words[0]):
        return words[0]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        raise WorldTrouble(f"no {words[0]}; to install: {tool.install}") from None
    said = done.stdout.strip() or done.stderr.strip()
    if done.returncode != 0:
        raise WorldTrouble(f"`{tool.command}` fails; to install: {tool.install}")
    if as_version(said) < as_version(tool.least):
        raise WorldTrouble(f"{words[0]} {version_text(said)} is too old; to install: {tool.install}")
    return said


def version_text(text: str) -> str:
    """The first version in a text, such as 1.24.3."""
    found = re.search(r"\d+(\.\d+)*", text)
    return found[0] if found else "0"


def as_version(text: str) -> Version:
    """The first version in a text, to be compared."""
    return tuple(int(part) for part in version_text(text).split("."))


def sizes(memory_mib: int, cpus: float) -> dict[str, int]:
    """What hints are filled in with: shares of the memory a bot may use, in MiB, and whole processors."""
    return {
        "most": memory_mib * 3 // 4,
        "half": memory_mib // 2,
        "eighth": memory_mib // 8,
        "cpus": max(1, round(cpus)),
    }
