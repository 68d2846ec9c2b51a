"""A sandbox about to be: what is taken of the machine for it, and the plan by which a keeper makes it."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from arena.bots.manifest import Command
from arena.bots.sandbox.cgroups import Cgroup, clear, own_prefix
from arena.bots.sandbox.command import HOME, Scratch, bwrap_options
from arena.bots.sandbox.enclosure import Sandbox
from arena.bots.sandbox.kits import Kit, Mount
from arena.bots.sandbox.limits import Disk, Limits
from arena.bots.sandbox.machine import Machine
from arena.bots.sandbox.users import BotUser
from arena.model.errors import WorldTrouble

STAGES = Path("/tmp")
"""Every user may pass through it; TMPDIR may lie in somebody's home."""
STAGE_PREFIX = "arena-box-"
ETC = Path(__file__).with_name("etc")
OWN_ETC = tuple(Mount(ETC / name, Path("/etc") / name) for name in ("passwd", "group", "hosts", "nsswitch.conf"))


@dataclass(frozen=True, slots=True)
class Box:
    """A cgroup, a user and a stage of one sandbox's own, where the machine has them."""

    group: Cgroup | None
    user: BotUser | None
    stage: Path

    def enclosure(self) -> Sandbox:
        """What is around the process in it."""
        return Sandbox(self.group, self.user)

    def locks(self) -> tuple[int, ...]:
        """Descriptors that the keeper holds as long as it lives."""
        return () if self.user is None else (self.user.lock,)


@dataclass(frozen=True, slots=True)
class Inside:
    """What is to be seen and run in a sandbox."""

    mounts: Sequence[Mount]
    run: Command
    work: Disk | None = None
    """A bot's folder that may be written, in place of one that is mounted."""
    handed: Mapping[int, int] = field(default_factory=dict)
    """By number inside, descriptors of the keeper that are handed through."""


def take_box(machine: Machine, limits: Limits, name: str, whose: str) -> Box:
    """A box under this name, which no other of this process has; WorldTrouble if the machine has none left."""
    tree, users = machine.tree, machine.users
    with ExitStack() as undo:
        try:
            stage = Path(tempfile.mkdtemp(prefix=f"{STAGE_PREFIX}{os.getpid()}-", dir=STAGES))
            undo.callback(stage.rmdir)
            group = tree.make(f"{own_prefix()}-{name}", limits) if tree else None
        except OSError as error:
            raise WorldTrouble(f"no sandbox for {whose}: {error}") from error
        if group is not None:
            undo.callback(clear, group)
        user = users.take() if users else None
        undo.pop_all()
    return Box(group, user, stage)


def plan(machine: Machine, box: Box, limits: Limits, inside: Inside) -> dict[str, object]:
    """All the keeper has to know; see `confine`."""
    driver, group, user, stage = machine.driver, box.group, box.user, box.stage
    mounts, scratch, shown, executable = list(inside.mounts), Scratch(), [], driver.program
    if user is not None:  # whose eyes do not reach into our folders: what it is to see is shown at the stage
        shown = [(str(mount.source), f"m{number}") for number, mount in enumerate(mounts)]
        mounts = [Mount(stage / f"m{number}", mount.target) for number, mount in enumerate(mounts)]
        shown += [(str(folder), folder.name) for folder in driver.beside]
        scratch = Scratch(stage / "tmp", stage / "shm", stage / "work")
        if driver.beside:
            executable = stage / driver.program.relative_to(driver.beside[0].parent)
    return {
        "program": str(executable),
        "arguments": bwrap_options(mounts, scratch, limits, machine.system, inside.work),
        "run": ["--", *_capped(machine, limits, inside.run)],
        "filter": machine.filter.hex(),
        "groups": [str(entry) for entry in group.entries] if group else [],
        "thaw": group.thawing if group else None,
        "user": user.number if user else None,
        "lock": user.lock if user else None,
        "stage": str(stage) if user else None,
        "scratch": [
            ("tmp", limits.tmp_bytes, limits.tmp_inodes),
            ("shm", limits.shm_bytes, limits.shm_inodes),
            *([("work", inside.work.size, inside.work.inodes)] if inside.work else []),
        ],
        "shown": shown,
        "limits": {"NOFILE": limits.open_files, "FSIZE": limits.file_bytes, "CORE": 1},
        "handed": {str(number): descriptor for number, descriptor in inside.handed.items()},
    }


def _capped(machine: Machine, limits: Limits, words: Command) -> Command:
    """Without a cgroup the kernel still counts processes by user, within the sandbox alone."""
    if machine.tree is not None:
        return words
    return ("/usr/bin/prlimit", f"--nproc={limits.pids}", "--", *words)


def environment(kit: Kit, limits: Limits, token: str) -> dict[str, str]:
    """All that is told to the keeper, to bwrap and so to what runs: nothing of ours is in any of their /proc."""
    return {
        **kit.variables(limits),
        "LANG": "C.UTF-8",
        "HOME": HOME,
        "TMPDIR": HOME,
        "ARENA_TOKEN": token,
    }


def sweep_stages() -> None:
    """Remove the stages of workers that were killed; all that was mounted on them went with their keepers."""
    for stage in STAGES.glob(f"{STAGE_PREFIX}*-*"):
        pid = stage.name.removeprefix(STAGE_PREFIX).split("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            with suppress(OSError):
                stage.rmdir()
