"""Control groups of version 1: one hierarchy a controller, each with a path of its own."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from arena.bots.sandbox.limits import MIB, Limits

NEEDED = ("memory", "pids", "cpu", "cpuacct", "freezer")
"""cpuset is not among them: groups that share a core by weight need no cores of their own."""
PERIOD_US = 100_000
SHARES = 1024
"""What every group begins with, and weighs as much as one process."""
SOCKET_BYTES = 16 * MIB
"""Of TCP and UDP buffers: version 1 counts them apart from memory, and only where they have a limit."""


class TreeV1:
    """Groups directly under our own, in every hierarchy.

    No level between: so a bot weighs as much as one of our own processes, however many threads it has.
    """

    version = 1
    name = "version 1"

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        mounts = _mounts(Path("/proc/self/mountinfo").read_text())
        own = _own_paths(Path("/proc/self/cgroup").read_text())
        for controller in NEEDED:
            if controller not in mounts:
                raise OSError(f"no {controller} controller")
        self._mounts = {controller: mounts[controller] for controller in NEEDED}
        self._bases = {
            controller: _existing(mount, own.get(controller, "/")) for controller, mount in self._mounts.items()
        }

    def make(self, name: str, limits: Limits) -> "CgroupV1":
        """A new group with these caps."""
        folders = {controller: base / name for controller, base in self._bases.items()}
        for folder in folders.values():
            folder.mkdir(exist_ok=True)  # two controllers may share a hierarchy
        _write(folders["memory"] / "memory.limit_in_bytes", limits.memory_bytes)
        with_swap = folders["memory"] / "memory.memsw.limit_in_bytes"
        if with_swap.exists():
            _write(with_swap, limits.memory_bytes)
        sockets = folders["memory"] / "memory.kmem.tcp.limit_in_bytes"
        if sockets.exists():
            _write(sockets, SOCKET_BYTES)
        _write(folders["pids"] / "pids.max", limits.pids)
        if limits.weight != 1:
            _write(folders["cpu"] / "cpu.shares", round(limits.weight * SHARES))
        _write(folders["cpu"] / "cpu.cfs_period_us", PERIOD_US)
        _write(folders["cpu"] / "cpu.cfs_quota_us", round(limits.cpus * PERIOD_US))
        return CgroupV1(folders)

    def left(self) -> Iterator[tuple[str, "CgroupV1"]]:
        """All of ours, wherever they are: a worker may have had another path than we have."""
        for name, folders in self._places().items():
            try:
                group = CgroupV1(folders)
            except FileNotFoundError:  # its worker has just removed it
                continue
            yield name, group

    def names(self) -> set[str]:
        """Of all of ours."""
        return set(self._places())

    def _places(self) -> dict[str, dict[str, Path]]:
        """Their folders, by name and controller."""
        places: dict[str, dict[str, Path]] = {}
        for controller, mount in self._mounts.items():
            for parent, names, _ in os.walk(mount):  # unlike a glob it passes over what is removed meanwhile
                for name in names:
                    if name.startswith(f"{self._prefix}-"):
                        places.setdefault(name, {})[controller] = Path(parent, name)
        return places


class CgroupV1:
    """One group in all hierarchies."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self.folders = tuple(dict.fromkeys(folders.values()))
        self._by_controller = folders
        self._usage: int | None = None
        self._state: int | None = None
        if set(NEEDED) <= folders.keys():
            self._usage = os.open(folders["cpuacct"] / "cpuacct.usage", os.O_RDONLY | os.O_CLOEXEC)
            self._state = os.open(folders["freezer"] / "freezer.state", os.O_WRONLY | os.O_CLOEXEC)

    @property
    def entries(self) -> tuple[Path, ...]:
        """`tasks` moves the writing thread alone: then the kernel need not wait for all others (RCU, 10 to 20 ms)."""
        return tuple(folder / "tasks" for folder in self.folders)

    @property
    def thawing(self) -> tuple[str, str]:
        """`freezer.state`."""
        return str(self._by_controller["freezer"] / "freezer.state"), "THAWED"

    def cpu_us(self) -> int:
        """CPU time of the tree."""
        return 0 if self._usage is None else int(os.pread(self._usage, 32, 0)) // 1000

    def out_of_memory(self) -> bool:
        """From the group's own counter; the bot and all its children are in this group and in no deeper one."""
        state = (self._by_controller["memory"] / "memory.oom_control").read_text().split()
        return dict(zip(state[::2], state[1::2], strict=True)).get("oom_kill", "0") != "0"

    def freeze(self) -> None:
        """Stop everything."""
        if self._state is not None:
            os.write(self._state, b"FROZEN")

    def thaw(self) -> None:
        """Let it go on."""
        if self._state is not None:
            os.write(self._state, b"THAWED")

    def pids(self) -> list[int]:
        """Processes in any of the hierarchies."""
        found = {int(pid) for folder in self.folders if folder.exists() for pid in _read(folder / "cgroup.procs")}
        return sorted(found)

    def close(self) -> None:
        """Let go of open files."""
        for descriptor in (self._usage, self._state):
            if descriptor is not None:
                os.close(descriptor)
        self._usage = self._state = None


def _mounts(mountinfo: str) -> dict[str, Path]:
    """Where each controller's hierarchy is mounted."""
    found: dict[str, Path] = {}
    for line in mountinfo.splitlines():
        place, _, kind = line.partition(" - ")
        words = kind.split()
        if words[0] == "cgroup":
            for option in words[2].split(","):
                found.setdefault(option, Path(place.split()[4]))
    return found


def _own_paths(text: str) -> dict[str, str]:
    """Our own path within each controller's hierarchy."""
    own: dict[str, str] = {}
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        own |= dict.fromkeys(controllers.split(","), path)
    return own


def _existing(mount: Path, path: str) -> Path:
    """Our own group; the root where the path is that of an outer namespace."""
    own = mount / path.lstrip("/")
    return own if own.is_dir() else mount


def _write(path: Path, value: int) -> None:
    """Write a limit and read it back."""
    path.write_text(str(value))
    if int(path.read_text()) != value:
        raise OSError(f"{path} does not take {value}")


def _read(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except (FileNotFoundError, OSError):
        return []
