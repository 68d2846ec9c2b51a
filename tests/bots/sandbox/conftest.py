"""Real sandboxes: what needs root says so, and is skipped without it (a failure under ARENA_REQUIRE=all)."""

import os
import socket
import tempfile
from pathlib import Path

import pytest

from arena.bots.sandbox.kits import GO, kits_of
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.limits import MIB, Limits
from arena.bots.sandbox.machine import find_machine
from arena.bots.sandbox.python_kit import python_kit
from arena.model.isolation import Isolation

KITS = Path(__file__).parents[3] / "build" / "kits"
"""Kept between runs: a kit is made anew only when what goes into it has changed."""
SMALL = Limits(memory_bytes=96 * MIB, pids=32, tmp_bytes=8 * MIB, tmp_inodes=256, shm_bytes=2 * MIB, open_files=64)


@pytest.fixture
def needs_root():
    if os.geteuid() != 0:
        reason = "needs root: cgroups and users of bots"
        if os.environ.get("ARENA_REQUIRE") == "all":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def python():
    return python_kit(KITS)


@pytest.fixture
def full(needs_root, python):
    return SandboxLauncher(find_machine(Isolation.FULL), kits_of(python, GO), SMALL)


@pytest.fixture
def weak(python):
    return SandboxLauncher(find_machine(Isolation.WEAK), kits_of(python, GO), SMALL)


@pytest.fixture
def table():
    """The address of a socket as the referee makes one."""
    with tempfile.TemporaryDirectory(prefix="stockpit-", dir="/tmp") as folder, socket.socket(socket.AF_UNIX) as made:
        made.bind(f"{folder}/table")
        made.listen()
        yield f"unix:{folder}/table"


@pytest.fixture
def start(run, table, token, bot, tmp_path):
    """Starts a bot with this source in a sandbox."""
    tmp_path.chmod(0o755)

    def begin(launcher, source, command="python3 main.py"):
        return run(launcher.start(bot(source, run=command), table, token))

    return begin


@pytest.fixture
def ended(run, start):
    """Starts a bot in a sandbox and waits for its own end."""

    async def end_of(process):
        return await process.exited

    return lambda launcher, source, command="python3 main.py": run(end_of(start(launcher, source, command)))
