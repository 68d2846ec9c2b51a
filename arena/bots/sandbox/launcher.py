"""The sandboxed driver: a `Launcher` whose bots see nothing of the machine but the system's programs and their kit.

It differs from the plain one in what the keeper is told to run: `bwrap`, entered as a user of its own and from within
a cgroup of its own.
"""

import json
import os
import resource
from itertools import count
from pathlib import Path

from arena.bots.launcher import begun, start_keeper
from arena.bots.manifest import Manifest, load_manifest
from arena.bots.process import KeptProcess
from arena.bots.sandbox.box import OWN_ETC, Inside, environment, plan, sweep_stages, take_box
from arena.bots.sandbox.cgroups import sweep
from arena.bots.sandbox.command import BOT, TABLE
from arena.bots.sandbox.kits import Kit, Kits, Mount
from arena.bots.sandbox.limits import Limits
from arena.bots.sandbox.machine import Machine
from arena.bots.sandbox.users import BotUser
from arena.model.errors import BadInput, WorldTrouble
from arena.model.isolation import Isolation

UNIX = "unix:"


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
        sweep_stages()

    async def start(self, manifest: str, address: str, token: str) -> KeptProcess:
        """Start the bot of this bot.toml; BadInput if it is none, WorldTrouble if the machine cannot."""
        return await self.start_bot(load_manifest(manifest), address, token)

    async def start_bot(self, bot: Manifest, address: str, token: str) -> KeptProcess:
        """Start a bot whose manifest is read already."""
        kit = self.kit(bot.kit)
        if self.machine.users is not None:
            _check_readable(bot)
        socket = _socket(address)
        box = take_box(self.machine, self.limits, str(next(self._numbers)), bot.name)
        enclosure = box.enclosure()
        try:
            if box.user is not None:
                _give(socket, box.user)
            inside = Inside(_mounts(bot, kit, socket), (*bot.run, *bot.arguments))
            words = ("--confined", json.dumps(plan(self.machine, box, self.limits, inside)))
            told = environment(kit, self.limits, token) | {"ARENA_ADDRESS": f"{UNIX}{TABLE / socket.name}"}
            keeper = start_keeper(words, box.stage, Path("/"), told, box.locks())
        except OSError as error:
            box.stage.rmdir()
            enclosure.clear()
            raise WorldTrouble(f"cannot start a process for {bot.name}: {error}") from error
        return await begun(KeptProcess(keeper, box.stage, token, enclosure))


def _mounts(bot: Manifest, kit: Kit, socket: Path) -> list[Mount]:
    return [*OWN_ETC, *kit.mounts, Mount(bot.folder, BOT), Mount(socket.parent, TABLE)]


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
