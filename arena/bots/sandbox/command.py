"""The argument list of `bwrap` for one bot process: pure, so that a test can read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bots.sandbox.kits import Mount
from arena.bots.sandbox.limits import Disk, Limits

BOT = Path("/bot")
TABLE = Path("/run/table")
HOME = "/tmp"
USER = "1000"
"""Inside every bot is this user, whatever its number outside."""

SYSTEM_LINKS = ("bin", "sbin", "lib", "lib64")
SYSTEM_FILES = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "ssl/certs", "localtime")
"""Of /etc; users, hosts and name services are our own files."""


@dataclass(frozen=True, slots=True)
class Scratch:
    """Where what may be written comes from: file systems mounted with caps, or bwrap's own with sizes only."""

    tmp: Path | None = None
    shm: Path | None = None
    work: Path | None = None
    """The bot's folder while it is built."""


def bwrap_options(
    mounts: Sequence[Mount], scratch: Scratch, limits: Limits, system: Sequence[str], work: Disk | None = None
) -> list[str]:
    """All of bwrap's options but its numbered descriptors. `system` shows /usr and what belongs to it.

    With `work` the bot's folder may be written; otherwise it is among the mounts.

    The order counts: a mount hides what was mounted below it before. They are handed over through `--args`, so that
    a bot does not read them, and with them the paths of this machine, in /proc/1/cmdline.
    """
    return [
        *("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"),
        *("--cap-drop", "ALL", "--uid", USER, "--gid", USER, "--hostname", "bot"),
        *system,
        *("--proc", "/proc", "--dev", "/dev"),
        *_scratch("/dev/shm", scratch.shm, limits.shm_bytes),
        *_scratch("/tmp", scratch.tmp, limits.tmp_bytes),
        *(_scratch(str(BOT), scratch.work, work.size) if work else ()),
        *(word for mount in mounts for word in ("--ro-bind", str(mount.source), str(mount.target))),
        *("--remount-ro", "/dev", "--remount-ro", "/"),  # both are file systems in memory, without a cap
        *("--chdir", str(BOT)),
    ]


def _scratch(target: str, source: Path | None, size: int) -> tuple[str, ...]:
    if source is not None:
        return ("--bind", str(source), target)
    return ("--size", str(size), "--perms", "1777", "--tmpfs", target)


def system_arguments(root: Path = Path("/")) -> list[str]:
    """Shows this machine's /usr, the folders that are links into it, and some files of /etc."""
    words = ["--ro-bind", str(root / "usr"), "/usr"]
    for name in SYSTEM_LINKS:
        path = root / name
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), f"/{name}"]
        elif path.is_dir():
            words += ["--ro-bind", str(path), f"/{name}"]
    for name in SYSTEM_FILES:
        path = root / "etc" / name
        if path.exists():
            words += ["--ro-bind", str(path.resolve()), f"/etc/{name}"]
    return words
