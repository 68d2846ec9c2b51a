"""What the keeper does to confine a bot: its own view of the mounts, and what its child gives up before it is bwrap.

Imported by the keeper, which has one thread, is root or the user we run as, and shall start fast: standard library
only, and little of it. The plan comes from `arena.bots.sandbox.launcher`.
"""
# pathlib would double the time it takes to start:
# ruff: noqa: PTH102, PTH106, PTH112, PTH118, PTH120, PTH123

from __future__ import annotations

import ctypes
import os
import resource
import signal

TYPE_CHECKING = False  # typing takes 3 ms to import
if TYPE_CHECKING:
    from typing import Any

CLONE_NEWNS = 0x00020000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 4096, 16384, 1 << 18
MNT_DETACH = 2
PR_SET_PDEATHSIG = 1
"""From <linux/sched.h>, <linux/mount.h>, <sys/mount.h> and <linux/prctl.h>."""

OOM_SCORE = 500
"""Should the whole machine run out of memory, bots go before anything of ours."""

libc = ctypes.CDLL(None, use_errno=True)


class Confinement:
    """One bot's, as planned."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._plan = plan
        if plan["lock"] is not None:
            os.set_inheritable(plan["lock"], False)
        self._status, self.status_end = os.pipe()
        self._arguments = _file("arguments", b"\0".join(word.encode() for word in plan["arguments"]) + b"\0")
        self._filter = _file("filter", bytes.fromhex(plan["filter"]))
        self._handed: dict[int, int] = {}
        if plan["handed"]:
            self._make_way({int(number): descriptor for number, descriptor in plan["handed"].items()})

    def _make_way(self, handed: dict[int, int]) -> None:
        """Have all that the child needs above the numbers that some are to be handed through under.

        What lay there stays open in the keeper, so that nothing new comes to lie there.
        """
        from fcntl import F_DUPFD_CLOEXEC, fcntl

        def moved(descriptor: int) -> int:
            os.set_inheritable(descriptor, False)
            return fcntl(descriptor, F_DUPFD_CLOEXEC, max(handed) + 1)

        self._arguments, self._filter = moved(self._arguments), moved(self._filter)
        self._status, self.status_end = moved(self._status), moved(self.status_end)
        self._handed = {number: moved(descriptor) for number, descriptor in handed.items()}

    @property
    def status(self) -> int:
        """Readable: what bwrap says of how the bot ended."""
        return self._status

    def prepare(self) -> None:
        """In the keeper: mount what is to be shown, in a view of our own that ends with us; OSError if it fails."""
        stage = self._plan["stage"]
        if stage is None:
            return
        _call("unshare", CLONE_NEWNS)
        _mount("none", "/", "", MS_REC | MS_PRIVATE, "")
        _mount("tmpfs", stage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=64k")
        for name, size, inodes in self._plan["scratch"]:
            place = os.path.join(stage, name)
            os.mkdir(place)
            _mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, f"mode=1777,size={size},nr_inodes={inodes}")
        for source, name in self._plan["shown"]:
            place = os.path.join(stage, name)
            if os.path.isdir(source):
                os.mkdir(place)
            else:
                os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o644))
            _mount(source, place, "", MS_BIND, "")

    def enter(self) -> None:
        """In the child: give up what a bot must not have and become bwrap."""
        for entry in self._plan["groups"]:
            _write(entry, "0")
        _write("/proc/self/oom_score_adj", str(OOM_SCORE))
        for name, value in self._plan["limits"].items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
        user = self._plan["user"]
        if user is not None:
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
            # A change of user takes it back:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.chdir("/")
        for number, descriptor in self._handed.items():
            os.dup2(descriptor, number)
        for descriptor in (self._arguments, self._filter, self.status_end):
            os.set_inheritable(descriptor, True)
        program = self._plan["program"]
        os.execv(
            program,
            [
                "bwrap",
                *("--seccomp", str(self._filter), "--json-status-fd", str(self.status_end)),
                *("--args", str(self._arguments)),
                *self._plan["run"],
            ],
        )

    def thaw(self) -> None:
        """In the keeper, before it kills: what the referee has frozen does not die, and the referee may be gone."""
        if self._plan["thaw"] is not None:
            path, text = self._plan["thaw"]
            try:
                _write(path, text)
            except OSError:  # the group is gone, and with it all that was frozen
                return

    def leave(self) -> None:
        """In the keeper, when nothing of the bot is left: make way for the stage's removal."""
        if self._plan["stage"] is not None:
            libc.umount2(self._plan["stage"].encode(), MNT_DETACH)

    def remove_groups(self) -> None:
        """Where the referee is gone, which otherwise does it after it has read them."""
        for entry in self._plan["groups"]:
            try:
                os.rmdir(os.path.dirname(entry))
            except OSError:
                continue


def _file(name: str, data: bytes) -> int:
    """A descriptor to read these bytes from."""
    descriptor = os.memfd_create(name)
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _mount(source: str, target: str, kind: str, flags: int, options: str) -> None:
    _call("mount", source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode())


def _call(name: str, *arguments: Any) -> None:
    """A system call by its C function; OSError if it fails."""
    if getattr(libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}", str(arguments[1] if len(arguments) > 1 else ""))
