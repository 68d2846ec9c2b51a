"""Control groups of version 2: one hierarchy, with controllers switched on from above."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from arena.bots.sandbox.limits import Limits

NEEDED = ("cpu", "memory", "pids")
PERIOD_US = 100_000
WEIGHT = 100
"""What every group begins with, and weighs as much as one process."""
WORKERS = "stockpit.workers"
"""Where we move ourselves: a group that has controllers for its children may have no process of its own."""


class TreeV2:
    """Groups under the one we were started in."""

    version = 2
    name = "version 2"

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        mount = _mount(Path("/proc/self/mountinfo").read_text())
        self._base = mount / _own_path(Path("/proc/self/cgroup").read_text()).lstrip("/")
        if self._base.name == WORKERS:  # another worker of ours has moved us already
            self._base = self._base.parent
        there = (self._base / "cgroup.controllers").read_text().split()
        for controller in NEEDED:
            if controller not in there:
                raise OSError(f"{self._base} has no {controller} controller")
        self._delegate()

    def make(self, name: str, limits: Limits) -> "CgroupV2":
        """A new group with these caps."""
        folder = self._base / name
        folder.mkdir()
        (folder / "memory.max").write_text(str(limits.memory_bytes))
        (folder / "pids.max").write_text(str(limits.pids))
        (folder / "cpu.max").write_text(f"{round(limits.cpus * PERIOD_US)} {PERIOD_US}")
        if limits.weight != 1:
            (folder / "cpu.weight").write_text(str(round(limits.weight * WEIGHT)))
        for optional, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
            if (folder / optional).exists():
                (folder / optional).write_text(value)
        for limit, number in (("memory.max", limits.memory_bytes), ("pids.max", limits.pids)):
            if (folder / limit).read_text().strip() != str(number):
                raise OSError(f"{folder / limit} does not take {number}")
        return CgroupV2(folder)

    def left(self) -> Iterator[tuple[str, "CgroupV2"]]:
        """All of ours."""
        for folder in self._base.glob(f"{self._prefix}-*"):
            try:
                group = CgroupV2(folder)
            except FileNotFoundError:  # its worker has just removed it
                continue
            yield folder.name, group

    def names(self) -> set[str]:
        """Of all of ours."""
        return {folder.name for folder in self._base.glob(f"{self._prefix}-*")}

    def _delegate(self) -> None:
        """Switch the controllers on for groups below; all processes of the base move aside for that."""
        control = self._base / "cgroup.subtree_control"
        missing = [controller for controller in NEEDED if controller not in control.read_text().split()]
        if not missing:
            return
        workers = self._base / WORKERS
        workers.mkdir(exist_ok=True)
        for pid in (self._base / "cgroup.procs").read_text().split():
            with suppress(ProcessLookupError):
                (workers / "cgroup.procs").write_text(pid)
        control.write_text(" ".join(f"+{controller}" for controller in missing))


class CgroupV2:
    """One group."""

    def __init__(self, folder: Path) -> None:
        self.folders = (folder,)
        self._folder = folder
        self._stat: int | None = os.open(folder / "cpu.stat", os.O_RDONLY | os.O_CLOEXEC)
        self._freezer: int | None = os.open(folder / "cgroup.freeze", os.O_WRONLY | os.O_CLOEXEC)

    @property
    def entries(self) -> tuple[Path, ...]:
        """`cgroup.procs`."""
        return (self._folder / "cgroup.procs",)

    @property
    def thawing(self) -> tuple[str, str]:
        """`cgroup.freeze`."""
        return str(self._folder / "cgroup.freeze"), "0"

    def cpu_us(self) -> int:
        """CPU time of the tree; `usage_usec` is the first line."""
        return 0 if self._stat is None else int(os.pread(self._stat, 64, 0).split(None, 2)[1])

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed in it."""
        events = (self._folder / "memory.events").read_text().split()
        return dict(zip(events[::2], events[1::2], strict=True)).get("oom_kill", "0") != "0"

    def freeze(self) -> None:
        """Stop everything."""
        if self._freezer is not None:
            os.write(self._freezer, b"1")

    def thaw(self) -> None:
        """Let it go on."""
        if self._freezer is not None:
            os.write(self._freezer, b"0")

    def pids(self) -> list[int]:
        """Processes in it."""
        with suppress(FileNotFoundError):
            return [int(pid) for pid in (self._folder / "cgroup.procs").read_text().split()]
        return []

    def close(self) -> None:
        """Let go of open files."""
        for descriptor in (self._stat, self._freezer):
            if descriptor is not None:
                os.close(descriptor)
        self._stat = self._freezer = None


def _mount(mountinfo: str) -> Path:
    """Where the hierarchy is mounted; OSError if it is not."""
    for line in mountinfo.splitlines():
        place, _, kind = line.partition(" - ")
        if kind.split()[0] == "cgroup2":
            return Path(place.split()[4])
    raise OSError("no cgroup2 file system is mounted")


def _own_path(text: str) -> str:
    """Our own path in it."""
    for line in text.splitlines():
        if line.startswith("0::"):
            return line[3:]
    raise OSError("we are in no group")
