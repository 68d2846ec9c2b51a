"""The self-test: what is promised of a sandbox, tried from inside a real one. No work is taken where a probe fails."""

import asyncio
import json
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from arena.bots.manifest import Manifest
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.model.errors import WorldTrouble
from arena.ports.bots import Exit

PROBES = Path(__file__).with_name("probes.py")
VARIABLES = ("ARENA_ADDRESS", "ARENA_TOKEN", "HOME", "LANG", "PATH", "PWD", "TMPDIR")
"""What a bot is told, beside its kit's own."""

HELD_BY = {
    "machine": "what the message names",
    "start": "bwrap must be able to make user namespaces: sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also "
    "kernel.apparmor_restrict_unprivileged_userns=0; in a container seccomp=unconfined, apparmor=unconfined and "
    "systempaths=unconfined",
    "files": "bwrap's mounts; nothing that is not for bots may lie in /usr",
    "read_only": "bwrap's --ro-bind and --remount-ro",
    "own_socket": "the socket's folder must be on a file system where its owner can be changed",
    "sockets": "bwrap's network namespace, and the kernel's seccomp filter",
    "interfaces": "bwrap's network namespace",
    "environment": "the launcher's environment, which must be the bot's alone",
    "neighbours": "bwrap's process namespace",
    "kernel": "the kernel's seccomp filter (CONFIG_SECCOMP_FILTER)",
    "privileges": "bwrap's --cap-drop and the kernel's no_new_privs",
    "tmp_size": "the size of the file system on /tmp",
    "shm_size": "the size of the file system on /dev/shm",
    "tmp_files": "the number of files of the file system on /tmp, which only root can cap",
    "file_size": "RLIMIT_FSIZE",
    "descriptors": "RLIMIT_NOFILE",
    "processes": "the pids controller; with weak limits the kernel's count by user namespace (5.14 or newer)",
    "memory": "the memory controller; swap must be accounted for, or off",
}
"""By probe: what keeps it, and so where to look when it does not hold."""

PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing that was tried."""

    name: str
    held: bool
    saw: str = ""
    """What it saw that it should not have seen."""

    @property
    def remedy(self) -> str:
        """Where to look."""
        return HELD_BY[self.name]


def probes_of(launcher: SandboxLauncher) -> list[str]:
    """What this sandbox promises, in order."""
    names = [name for name in HELD_BY if name not in ("machine", "start", "memory")]
    if launcher.machine.users is None:
        names.remove("tmp_files")
    return names


async def selftest(launcher: SandboxLauncher) -> list[Probe]:
    """Try all that this launcher promises; on the loop that will start the bots."""
    with _bait() as bait:
        told = bait | _caps(launcher) | {"probes": probes_of(launcher)}
        runs = [told, told | {"probes": ["memory"]}] if launcher.machine.tree else [told]
        try:
            inside, *memory = await asyncio.gather(*(_ended(launcher, run) for run in runs))
        except WorldTrouble as trouble:
            return [Probe("start", False, str(trouble))]
    probes = [Probe("start", True), *_read(inside, told["probes"])]
    return probes + [Probe("memory", end.out_of_memory, "" if end.out_of_memory else end.text()) for end in memory]


def check(probes: list[Probe]) -> None:
    """WorldTrouble that names the first probe that did not hold and where to look."""
    for probe in probes:
        if not probe.held:
            raise WorldTrouble(
                f"the sandbox does not hold, no bot is started: {probe.name}: {probe.saw}; it is kept by {probe.remedy}"
            )


def _read(end: Exit, names: list[str]) -> list[Probe]:
    """What the probes printed; all have failed if they did not come to that."""
    try:
        saw: dict[str, str] = json.loads(end.output.stdout)
    except json.JSONDecodeError:
        return [Probe(name, False, f"no answer: {end.text()}") for name in names]
    return [Probe(name, not saw[name], saw[name]) for name in names]


def _caps(launcher: SandboxLauncher) -> dict[str, Any]:
    limits = launcher.limits
    names = ("tmp_bytes", "shm_bytes", "tmp_inodes", "file_bytes", "open_files", "pids")
    kit = launcher.kit("python").variables(limits)
    return {name: getattr(limits, name) for name in names} | {"variables": [*VARIABLES, *kit]}


async def _ended(launcher: SandboxLauncher, told: dict[str, Any]) -> Exit:
    """Run the probes as a bot."""
    with _table() as address, tempfile.TemporaryDirectory(prefix="stockpit-probes-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "probes.py").write_bytes(PROBES.read_bytes())
        run = ("python3", "probes.py", json.dumps(told))
        bot = Manifest("selftest", (), "python", (), run, (), folder, folder / "bot.toml")
        process = await launcher.start_bot(bot, address, token_hex(8))
        try:
            return await asyncio.wait_for(asyncio.shield(process.exited), PATIENCE_S)
        except TimeoutError:
            process.kill()
            return await process.exited


@contextmanager
def _table() -> Iterator[str]:
    """A socket as the referee makes one."""
    with (
        tempfile.TemporaryDirectory(prefix="stockpit-selftest-", dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX) as listening,
    ):
        listening.bind(f"{folder}/table")
        listening.listen()
        yield f"unix:{folder}/table"


@contextmanager
def _bait() -> Iterator[dict[str, Any]]:
    """Things a bot must not reach: open to all, were it not for the sandbox."""
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0stockpit-bait-{token_hex(8)}")
        abstract.listen()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stockpit-bait-", dir="/tmp")))
        folder.chmod(0o755)
        (folder / "secret").write_text("secret")
        other = stack.enter_context(socket.socket(socket.AF_UNIX))
        other.bind(str(folder / "socket"))
        other.listen()
        (folder / "socket").chmod(0o777)
        victim = subprocess.Popen(["/bin/sleep", "600"], stdin=subprocess.DEVNULL)
        stack.callback(victim.wait)
        stack.callback(victim.kill)
        yield {
            "secrets": [
                "/etc/shadow",
                "/root",
                "/home",
                "/proc/1/root" + "/etc/shadow",
                str(folder / "secret"),
            ],
            "port": tcp.getsockname()[1],
            "abstract": abstract.getsockname().decode(),
            "other": str(folder / "socket"),
            "victim": victim.pid,
        }
