"""The command line in a test: as a function where only text and exit code matter, else as a program."""

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ARENA = Path(sys.executable).with_name("arena")
HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stockpit"
"""Where kits are kept for later runs."""
RANDOM = ROOT / "sample_bots" / "python_random"
TRADER = ROOT / "sample_bots" / "python_heuristic"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def played(home):
    """How many matches a home holds."""
    try:
        connection = sqlite3.connect(f"file:{home / 'arena.sqlite'}?mode=ro", uri=True)
    except sqlite3.Error:
        return 0
    try:
        return connection.execute("SELECT COUNT(*) FROM match").fetchone()[0]
    except sqlite3.Error:
        return 0
    finally:
        connection.close()


def program(*arguments, **options):
    """The command as a process, with its output as text."""
    options = {"capture_output": True, "text": True, "timeout": 60} | options
    return subprocess.run([ARENA, *map(str, arguments)], check=False, **options)


def environment(**more):
    """Ours, without what a terminal's user may have set."""
    return {name: value for name, value in os.environ.items() if not re.match("ARENA_|COLUMNS|NO_COLOR", name)} | more


def bots_of(pid):
    """Bots whose gate is in this process, by their address, and the folders of such gates."""
    mark = f"/tmp/stockpit-{pid}-".encode()
    found = [str(folder) for folder in Path("/tmp").glob(f"stockpit-{pid}-*")]
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark in (folder / "environ").read_bytes():
                    found.append(folder.name)
            except OSError:  # gone meanwhile
                continue
    return found
