"""How a build ended, in words for the bot's author."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from arena.bots.archives.artifact import Artifact
from arena.bots.archives.rules import BUILT
from arena.bots.manifest import Command
from arena.bots.sandbox.build_script import FULL, PACK, RUN
from arena.bots.sandbox.limits import MIB, BuildLimits
from arena.model.errors import WorldTrouble
from arena.ports.bots import Exit

NO_SPACE = "no space left on device"
"""What the system calls a full disk, and most programs after it (in whatever case)."""
SHOWN = 160
"""Characters of the log's last line, or of a command, that are told."""


class BuildCause(Enum):
    """Why there is nothing to play with."""

    FAILED = "failed"
    """A command failed, or what it left is not taken."""
    OUT_OF_TIME = "out_of_time"
    OUT_OF_MEMORY = "out_of_memory"
    OUT_OF_DISK = "out_of_disk"
    TOO_BIG = "too_big"
    """It went well, but there is too much of what it made."""


@dataclass(frozen=True, slots=True)
class BuildFailure:
    """The author's affair."""

    cause: BuildCause
    reason: str
    """One line: what happened."""
    remedy: str
    """One line: what may be done, or what is allowed."""
    code: int | None = None
    """Exit code of the command that failed; None if none did, or a signal ended it."""
    signal: int | None = None


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """What a build came to."""

    built: Artifact | BuildFailure
    log: str
    """All commands and what they said, the middle cut out where that was much."""
    seconds: float


class Halt(Enum):
    """Why we ended it."""

    STOPPED = "stopped"
    TOO_LATE = "too late"
    TOO_BIG = "too big"


@dataclass(frozen=True, slots=True)
class Ended:
    """How the process in the sandbox ended."""

    exit: Exit
    """Its output is what the script told of itself; the log is elsewhere."""
    halt: Halt | None


def failure_of(ended: Ended, commands: Sequence[Command], log: str, limits: BuildLimits) -> BuildFailure | None:
    """Why there is no result; None if there is one. WorldTrouble if it ended before the bot had any part in it."""
    end = ended.exit
    stages = end.output.stdout.splitlines()
    doing = _doing(stages, commands)
    if ended.halt is Halt.TOO_BIG:
        return failed(BuildCause.TOO_BIG, "what was built is too large", limits)
    if ended.halt is Halt.TOO_LATE:
        return failed(BuildCause.OUT_OF_TIME, f"{doing or 'unpacking'} did not end in {limits.wall_s:g} s", limits)
    if end.code == 0:
        return None
    if end.out_of_memory:
        return failed(BuildCause.OUT_OF_MEMORY, f"{doing or 'unpacking'} was ended: out of memory", limits)
    if FULL in stages or NO_SPACE in log.casefold():
        return failed(BuildCause.OUT_OF_DISK, f"{doing or 'unpacking'} failed: the disk was full", limits)
    if not doing:
        raise WorldTrouble(f"the build was ended before it began: {end.text()}: {_last_line(log)}")
    how = f"failed with exit code {end.code}" if end.signal is None else f"was ended by signal {end.signal}"
    reason = f"{doing} {how}: {_last_line(log)}"
    return BuildFailure(BuildCause.FAILED, reason, remedy(BuildCause.FAILED, limits), end.code, end.signal)


def failed(cause: BuildCause, reason: str, limits: BuildLimits) -> BuildFailure:
    """A failure that no command's end tells of."""
    return BuildFailure(cause, reason, remedy(cause, limits))


def _doing(stages: Sequence[str], commands: Sequence[Command]) -> str:
    """What the script was about when it ended; empty if it had not come to anything of the bot's."""
    if PACK in stages:
        return "packing what was built"
    runs = [stage for stage in stages if stage.startswith(f"{RUN} ")]
    if not runs:
        return ""
    number = runs[-1].removeprefix(f"{RUN} ")
    return f"`{_line(shlex.join(commands[int(number)]))}`"


def _last_line(log: str) -> str:
    lines = [line for line in log.splitlines() if line.strip()]
    return _line(lines[-1]) if lines else "it said nothing"


def _line(text: str) -> str:
    """Fit for one line of ours."""
    shown = "".join(character if character.isprintable() else " " for character in text).strip()
    return shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 3]}..."


def remedy(cause: BuildCause, limits: BuildLimits) -> str:
    """What may be done."""
    return {
        BuildCause.FAILED: "the build log says more; there is no network, and no library but yours and the kit's",
        BuildCause.OUT_OF_TIME: f"a build may take {limits.wall_s:g} s",
        BuildCause.OUT_OF_MEMORY: f"a build may use {limits.memory_bytes // MIB} MiB with all its processes and files",
        BuildCause.OUT_OF_DISK: (
            f"a build may write {limits.disk.size // MIB} MiB in {limits.disk.inodes:,} files to the bot's folder, "
            "and as much to /tmp"
        ),
        BuildCause.TOO_BIG: (
            f"a built bot may have {BUILT.total_bytes // MIB} MiB in {BUILT.entries:,} files; remove what it does not "
            "need with a last build command"
        ),
    }[cause]
