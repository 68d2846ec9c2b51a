"""The plain driver: a bot runs as one of our own processes, with nothing between it and the machine.

For one's own and sample bots only. A sandboxed driver is another `Launcher`: it differs in the command that
the keeper is given, not in how a bot is kept.
"""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from arena.bots.kits.linked import linked_kit, with_kit
from arena.bots.manifest import Command, Manifest, load_manifest
from arena.bots.process import Keeper, KeptProcess
from arena.bots.sandbox.limits import Limits
from arena.model.errors import WorldTrouble
from arena.model.isolation import Isolation

BRIDGE = "stockpit-stdio"
"""The program that speaks gRPC for bots that speak JSON lines (docs/stdio.md)."""

KEEPER = Path(__file__).with_name("keeper.py")


class PlainLauncher:
    """Starts bots without a sandbox; a `Launcher`."""

    isolation = Isolation.NONE

    async def start(self, manifest: str, address: str, token: str) -> KeptProcess:
        """Start the bot of this bot.toml; BadInput if it is none, WorldTrouble if the machine cannot."""
        bot = load_manifest(manifest)
        try:
            private = Path(tempfile.mkdtemp(prefix="arena-bot-"))
        except OSError as error:
            raise WorldTrouble(f"no private folder for {bot.name}: {error}") from error
        told = environment(private, address, token)
        kit = linked_kit(bot.folder, bot.kit)
        if kit is not None:
            told = with_kit(told, kit.environment() | kit.hints(Limits()))
        try:
            keeper = start_keeper(command(bot), private, bot.folder, told)
        except OSError as error:
            private.rmdir()
            raise WorldTrouble(f"cannot start a process for {bot.name}: {error}") from error
        return await begun(KeptProcess(keeper, private, token))


async def begun(process: KeptProcess) -> KeptProcess:
    """The process once it is about to run; whatever goes wrong before that, nothing of it is left."""
    try:
        await process.started
    except BaseException:
        process.kill()
        with suppress(WorldTrouble):  # the same, told again
            await process.exited
        raise
    return process


def start_keeper(
    words: Sequence[str], private: Path, folder: Path, env: Mapping[str, str], hand_over: Sequence[int] = ()
) -> Keeper:
    """The keeper of a bot, which starts it with these words in this folder; OSError if the machine cannot.

    `hand_over` are descriptors it is given beside its control socket.
    """
    ours, theirs = socket.socketpair()
    with theirs, ExitStack() as undo:
        undo.callback(ours.close)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno()), str(private), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=env,
            pass_fds=(theirs.fileno(), *hand_over),
            start_new_session=True,  # out of reach of the terminal's signals
        )
        undo.callback(process.wait)
        undo.callback(process.kill)
        pidfd = os.pidfd_open(process.pid)
        undo.pop_all()
    ours.setblocking(False)
    return Keeper(process, ours, pidfd)


def command(bot: Manifest) -> Command:
    """What is run: a Python bot gets the interpreter, and with it the stubs, that we run on; so does the bridge."""
    program, *words = bot.run
    if bot.kit == "python" and program in ("python", "python3"):
        program = sys.executable
    elif bot.kit == "stdio" and program == BRIDGE:
        return (sys.executable, "-m", "stockpit_stdio", *words, *bot.arguments)
    return (program, *words, *bot.arguments)


def environment(private: Path, address: str, token: str) -> dict[str, str]:
    """All the bot is told; nothing else of our own environment reaches it."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": str(private),
        "TMPDIR": str(private),
        "ARENA_ADDRESS": address,
        "ARENA_TOKEN": token,
    }
