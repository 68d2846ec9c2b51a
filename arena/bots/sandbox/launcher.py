"""The sandboxed driver: a `Launcher` whose bots see nothing of the machine but the system's programs and their kit.

It differs from the plain one in what the keeper is told to run: `bwrap`, entered as a user of its own and from within
a cgroup of its own.
"""

import json
import os
import resource
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from arena.bots.launcher import begun, start_keeper
from arena.bots.manifest import Command, Manifest, load_manifest
from arena.bots.process import KeptProcess
from arena.bots.sandbox.cgroups import Cgroup, CgroupTree, clear, find_tree, own_prefix, sweep
from arena.bots.sandbox.command import BOT, HOME, TABLE, Scratch, bwrap_options, system_arguments
from arena.bots.sandbox.driver import Driver, find_driver
from arena.bots.sandbox.enclosure import Sandbox
from arena.bots.sandbox.kits import Kit, Kits, Mount
from arena.bots.sandbox.limits import Limits
from arena.bots.sandbox.seccomp import allow_list, program
from arena.bots.sandbox.users import BotUser, Users
from arena.model.errors import BadInput, WorldTrouble
from arena.model.isolation import Isolation

STAGES = Path("/tmp")
"""Every user may pass through it; TMPDIR may lie in somebody's home."""
STAGE_PREFIX = "arena-box-"
ETC = Path(__file__).with_name("etc")
OWN_ETC = ("passwd", "group", "hosts", "nsswitch.conf")
UNIX = "unix:"


@dataclass(frozen=True, slots=True)
class Machine:
    """What sandboxes are made of here; found once per worker."""

    driver: Driver
    tree: CgroupTree | None
    """None: weak limits."""
    users: Users | None
    """None: we are an ordinary user, and so are all bots."""
    system: tuple[str, ...]
    filter: bytes


def find_machine(isolation: Isolation) -> Machine:
    """What this machine has; WorldTrouble if it is less than asked for."""
    driver = find_driver()
    tree = find_tree() if isolation is Isolation.FULL else None
    users = Users() if os.geteuid() == 0 else None
    return Machine(driver, tree, users, tuple(system_arguments()), program(allow_list()))


class SandboxLauncher:
    """Starts bots in sandboxes; a `Launcher`."""

    def __init__(self, machine: Machine, kits: Kits, limits: Limits) -> None:
        self.machine = machine
        self.limits = limits
        self.isolation = Isolation.FULL if machine.tree else Isolation.WEAK
        self.kit = kits
        self._numbers = count(1)
        _raise_open_files()
        if machine.tree is not None:
            sweep(machine.tree)
        _sweep_stages()

    async def start(self, manifest: str, address: str, token: str) -> KeptProcess:
        """Start the bot of this bot.toml; BadInput if it is none, WorldTrouble if the machine cannot."""
        return await self.start_bot(load_manifest(manifest), address, token)

    async def start_bot(self, bot: Manifest, address: str, token: str) -> KeptProcess:
        """Start a bot whose manifest is read already."""
        kit = self.kit(bot.kit)
        if self.machine.users is not None:
            _check_readable(bot)
        socket = _socket(address)
        group, user, stage = self._take(bot)
        enclosure = Sandbox(group, user)
        try:
            if user is not None:
                _give(socket, user)
            plan = self._plan(bot, kit, socket, group, user, stage)
            environment = self._environment(kit, socket, token)
            locks = () if user is None else (user.lock,)
            keeper = start_keeper(("--confined", json.dumps(plan)), stage, Path("/"), environment, locks)
        except OSError as error:
            stage.rmdir()
            enclosure.clear()
            raise WorldTrouble(f"cannot start a process for {bot.name}: {error}") from error
        return await begun(KeptProcess(keeper, stage, token, enclosure))

    def _take(self, bot: Manifest) -> tuple[Cgroup | None, BotUser | None, Path]:
        """A group, a user and a stage of the bot's own; WorldTrouble if the machine has none left."""
        tree, users = self.machine.tree, self.machine.users
        with ExitStack() as undo:
            try:
                stage = Path(tempfile.mkdtemp(prefix=f"{STAGE_PREFIX}{os.getpid()}-", dir=STAGES))
                undo.callback(stage.rmdir)
                group = tree.make(f"{own_prefix()}-{next(self._numbers)}", self.limits) if tree else None
            except OSError as error:
                raise WorldTrouble(f"no sandbox for {bot.name}: {error}") from error
            if group is not None:
                undo.callback(clear, group)
            user = users.take() if users else None
            undo.pop_all()
        return group, user, stage

    def _plan(
        self, bot: Manifest, kit: Kit, socket: Path, group: Cgroup | None, user: BotUser | None, stage: Path
    ) -> dict[str, object]:
        """All the keeper has to know; see `confine`."""
        limits, driver = self.limits, self.machine.driver
        mounts = _mounts(bot, kit, socket)
        scratch, shown, executable = Scratch(), [], driver.program
        if user is not None:  # whose eyes do not reach into our folders: what it is to see is shown at the stage
            shown = [(str(mount.source), f"m{number}") for number, mount in enumerate(mounts)]
            mounts = [Mount(stage / f"m{number}", mount.target) for number, mount in enumerate(mounts)]
            shown += [(str(folder), folder.name) for folder in driver.beside]
            scratch = Scratch(stage / "tmp", stage / "shm")
            if driver.beside:
                executable = stage / driver.program.relative_to(driver.beside[0].parent)
        return {
            "program": str(executable),
            "arguments": bwrap_options(mounts, scratch, limits, self.machine.system),
            "run": ["--", *self._run(bot)],
            "filter": self.machine.filter.hex(),
            "groups": [str(entry) for entry in group.entries] if group else [],
            "thaw": group.thawing if group else None,
            "user": user.number if user else None,
            "lock": user.lock if user else None,
            "stage": str(stage) if user else None,
            "scratch": [
                ("tmp", limits.tmp_bytes, limits.tmp_inodes),
                ("shm", limits.shm_bytes, limits.shm_inodes),
            ],
            "shown": shown,
            "limits": {"NOFILE": limits.open_files, "FSIZE": limits.file_bytes, "CORE": 1},
        }

    def _run(self, bot: Manifest) -> Command:
        """The bot's words. Without a cgroup the kernel still counts processes by user, within the sandbox alone."""
        words = (*bot.run, *bot.arguments)
        if self.machine.tree is not None:
            return words
        return ("/usr/bin/prlimit", f"--nproc={self.limits.pids}", "--", *words)

    def _environment(self, kit: Kit, socket: Path, token: str) -> dict[str, str]:
        """All that is told to the keeper, to bwrap and so to the bot: nothing of ours is in any of their /proc."""
        return {
            **kit.variables(self.limits),
            "LANG": "C.UTF-8",
            "HOME": HOME,
            "TMPDIR": HOME,
            "ARENA_ADDRESS": f"{UNIX}{TABLE / socket.name}",
            "ARENA_TOKEN": token,
        }


def _mounts(bot: Manifest, kit: Kit, socket: Path) -> list[Mount]:
    return [
        *(Mount(ETC / name, Path("/etc") / name) for name in OWN_ETC),
        *kit.mounts,
        Mount(bot.folder, BOT),
        Mount(socket.parent, TABLE),
    ]


def _check_readable(bot: Manifest) -> None:
    """BadInput if the user of a bot could not read it; by its folder and manifest, as the rest is usually like them."""
    for path, needed in ((bot.folder, 0o005), (bot.path, 0o004)):
        if path.exists() and path.stat().st_mode & needed != needed:
            raise BadInput(f"{path} can be read by you alone, not by the bot's own user: chmod -R o+rX {bot.folder}")


def _socket(address: str) -> Path:
    """The socket's path; only a bot with a network could dial anything else."""
    if not address.startswith(UNIX):
        raise BadInput(f"a bot in a sandbox cannot dial {address}; it has no network")
    return Path(address.removeprefix(UNIX))


def _give(socket: Path, user: BotUser) -> None:
    """The socket and its folder, to this user alone."""
    for path in (socket, socket.parent):
        os.chown(path, user.number, user.number)


def _raise_open_files() -> None:
    """As many as we may have: a socket of ours for each that a bot opens."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _sweep_stages() -> None:
    """Remove the stages of workers that were killed; all that was mounted on them went with their keepers."""
    for stage in STAGES.glob(f"{STAGE_PREFIX}*-*"):
        pid = stage.name.removeprefix(STAGE_PREFIX).split("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            with suppress(OSError):
                stage.rmdir()
