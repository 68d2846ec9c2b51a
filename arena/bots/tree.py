"""A process with all its descendants, as the kernel lists them: what it holds in memory, and whether it runs at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STOPPED = "T"
"""State of a process that was stopped by a signal (proc(5))."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One process of a tree."""

    pid: int
    parent: int
    state: str
    """One letter, as in proc(5)."""
    resident_kib: int
    """Now; pages it shares with others count in full."""
    peak_kib: int
    """The most it ever held."""
    waited_us: int
    """How long its threads have been ready to run and without a core, in all; 0 where the kernel does not tell."""


def descendants(pid: int) -> list[Listed]:
    """All below a process, itself left out; those that end meanwhile may be missing."""
    found = []
    for child in _children(pid):
        listed = _listed(child)
        if listed is not None:
            found.append(listed)
            found += descendants(child)
    return found


def _children(pid: int) -> Iterator[int]:
    """Of all its threads."""
    for task in Path("/proc", str(pid), "task").glob("*/children"):
        try:
            yield from map(int, task.read_text().split())
        except OSError:  # it has ended
            continue


def _listed(pid: int) -> Listed | None:
    """None if it has ended."""
    try:
        lines = Path("/proc", str(pid), "status").read_text().splitlines()
    except OSError:
        return None
    told = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    # the dead and the kernel's own have no memory
    resident, peak = (int(told[name][0]) if name in told else 0 for name in ("VmRSS", "VmHWM"))
    return Listed(pid, int(told["PPid"][0]), told["State"][0], resident, peak, _waited_us(pid))


def _waited_us(pid: int) -> int:
    """Of its threads; the second number of schedstat is nanoseconds (Linux, Documentation/scheduler/sched-stats)."""
    waited_ns = 0
    for thread in Path("/proc", str(pid), "task").glob("*/schedstat"):
        try:
            waited_ns += int(thread.read_text().split()[1])
        except OSError:  # it has ended
            continue
    return waited_ns // 1000
