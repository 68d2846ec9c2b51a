"""How a version that was handed in fares, on a terminal: stages as they come, and the reason of a rejection."""

import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.status import Status

LOG_LINES = 15
"""Of the build log, its end, under the reason of a rejection."""


class Follower(AbstractContextManager["Follower"]):
    """Prints a line for each stage, and what goes on now beside a spinner on a terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._shown = 0
        self._status = Status("", console=Console(file=sys.stderr))
        if not quiet and sys.stderr.isatty():
            self._status.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the spinner."""
        self._status.stop()

    def show(self, version: Any) -> None:
        """Print the stages that are new."""
        if self._quiet:
            return
        for stage in version["stages"][self._shown :]:
            print(stage_line(stage), flush=True)
        self._shown = len(version["stages"])
        self._status.update(now(version))


def stage_line(stage: Any) -> str:
    """10:24:05  building"""
    return f"{stage['at'][11:19]}  {stage['state']}" + (f": {stage['text']}" if stage["text"] else "")


def now(version: Any) -> str:
    """What a version waits for."""
    match version["state"]:
        case "received":
            return f"waits to be built; {version['ahead']} before it"
        case "building":
            return "is being built"
        case "validating":
            return f"{version['played']} of {version['to_play']} validation matches played"
    return str(version["state"])


def print_rejection(version: Any, log: str) -> None:
    """Why a version does not play, what can be done, and the end of its build's log."""
    print(f"reason: {version['rejection']['reason']}")
    print(f"remedy: {version['rejection']['remedy']}")
    lines = log.rstrip().splitlines()
    if lines:
        print("build log" + (f" (last {LOG_LINES} lines)" if len(lines) > LOG_LINES else "") + ":")
        for line in lines[-LOG_LINES:]:
            print(f"  {line}")
