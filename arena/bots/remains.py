"""Finds what is left of a bot whose keeper was killed: processes with its token in their environment."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

TRIES = 50
PAUSE_SECONDS = 0.01
"""A killed process needs a moment to go; one that forks meanwhile is met again in the next try."""


def marked(token: str) -> Iterator[int]:
    """Processes started with this ARENA_TOKEN, as far as we may look into them."""
    mark = f"ARENA_TOKEN={token}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                environment = (folder / "environ").read_bytes()
            except OSError:  # gone meanwhile, or somebody else's
                continue
            if mark in environment.split(b"\0"):
                yield int(folder.name)


def kill_marked(token: str) -> None:
    """Kill until none is found any more."""
    for _ in range(TRIES):
        found = list(marked(token))
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if not found:
            return
        time.sleep(PAUSE_SECONDS)
