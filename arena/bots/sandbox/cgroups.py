"""Control groups: what caps a bot's memory, processes and CPU, and tells what it used.

Which version the machine has is found by doing: a group is made, limits are written and read back, a child is moved in
and the group is removed. One group per bot process, named after the worker that made it, so that a worker finds what a
killed one left behind.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from arena.bots.sandbox.cgroup_v1 import TreeV1
from arena.bots.sandbox.cgroup_v2 import TreeV2
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.errors import WorldTrouble

PREFIX = "stockpit"
PATIENCE_S = 5.0
"""How long killed processes may take to go; one that writes back a dirty disk takes a while."""
PAUSE_S = 0.002


class Cgroup(Protocol):
    """The group of one bot process."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """One in each hierarchy."""

    @property
    def entries(self) -> tuple[Path, ...]:
        """Files a process with one thread writes "0" to, to be in it."""

    @property
    def thawing(self) -> tuple[str, str]:
        """A file and what to write to it to let a frozen group go on."""

    def cpu_us(self) -> int:
        """CPU time of all that was ever in it, in microseconds; one read."""

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed in it for want of memory."""

    def freeze(self) -> None:
        """Stop everything in it, soon."""

    def thaw(self) -> None:
        """Let it go on."""

    def pids(self) -> list[int]:
        """Processes in it."""

    def close(self) -> None:
        """Let go of open files; the group stays."""


class CgroupTree(Protocol):
    """Where groups are made."""

    @property
    def version(self) -> int:
        """1 or 2."""

    def make(self, name: str, limits: Limits) -> Cgroup:
        """A new group with these caps; OSError if the machine cannot."""

    def left(self) -> Iterator[tuple[str, Cgroup]]:
        """All groups there are that begin with our prefix; each is open until it is closed."""

    def names(self) -> set[str]:
        """Their names; nothing is opened."""


def find_tree() -> CgroupTree:
    """What this machine has; WorldTrouble, with a remedy, if it has nothing for us."""
    tried = []
    for kind in (TreeV2, TreeV1):
        try:
            tree: CgroupTree = kind(PREFIX)
            _prove(tree)
        except OSError as error:
            tried.append(f"{kind.name}: {error.filename or ''} {error.strerror or error}".replace(":  ", ": "))
        else:
            return tree
    raise WorldTrouble(
        f"no control groups for us ({'; '.join(tried)}); run as root, or in a systemd unit with Delegate=yes, "
        'or name weak limits: --limits weak, or limits = "weak" in config.toml'
    )


def _prove(tree: CgroupTree) -> None:
    """Make a group, move a child in, see it there, remove it; OSError if any of it fails."""
    group = tree.make(f"{own_prefix()}-probe", Limits(memory_bytes=16 * MIB, pids=8))
    try:
        child = subprocess.Popen(["/bin/sleep", "60"], stdin=subprocess.DEVNULL)
        try:
            for folder in group.folders:
                (folder / "cgroup.procs").write_text(str(child.pid))
            if group.pids() != [child.pid]:
                raise OSError(f"a child moved to {group.folders[0]} is not there")
        finally:
            child.kill()
            child.wait()
    finally:
        clear(group)


def clear(group: Cgroup) -> None:
    """Kill all that is in a group, see it empty and remove it; WorldTrouble if something does not go."""
    group.thaw()
    deadline = time.monotonic() + PATIENCE_S
    while pids := group.pids():
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        if time.monotonic() > deadline:
            raise WorldTrouble(f"process {pids[0]} in {group.folders[0]} does not end")
        time.sleep(PAUSE_S)
    group.close()
    for folder in group.folders:
        _remove(folder, deadline)


def _remove(folder: Path, deadline: float) -> None:
    """An empty group stays busy for a moment after its last process was buried."""
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError as error:
            if time.monotonic() > deadline:
                raise WorldTrouble(f"{folder} cannot be removed: {error.strerror}") from error
            time.sleep(PAUSE_S)
        else:
            return


def own_prefix() -> str:
    """What the groups of this process are called: it cannot be taken for another one that had its number."""
    return f"{PREFIX}-{os.getpid()}-{_started(os.getpid())}"


def sweep(tree: CgroupTree) -> int:
    """Clear the groups of workers that are gone; how many there were."""
    swept = 0
    for name, group in tree.left():
        if _is_alive(name):
            group.close()
        else:
            clear(group)
            swept += 1
    return swept


def _is_alive(name: str) -> bool:
    """Whether the worker that made a group still runs."""
    _, pid, started, *_ = [*name.split("-"), "", ""]
    return pid.isdigit() and _started(int(pid)) == started


def _started(pid: int) -> str:
    """When a process began, in ticks since the machine did; empty if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""
