"""Attacks that a build makes: `python3 raid.py NAME`. Exit code 9 tells that something was reached."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tarfile
import threading
import time
from contextlib import suppress
from pathlib import Path

TOLD = json.loads(Path("told.json").read_text()) if Path("told.json").exists() else {}


def hangs():
    """Never ends, whatever it is told."""
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(60)


def stops_its_parents():
    """Has what waits for it wait for ever."""
    for pid in (os.getppid(), 1):
        with suppress(OSError):
            os.kill(pid, signal.SIGSTOP)
    time.sleep(600)


def kills_its_parents():
    """Ends what waits for it."""
    for pid in (1, os.getppid()):
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    time.sleep(600)


def forks():
    """Without end."""
    while True:
        with suppress(OSError):
            os.fork()


def mines():
    """All the CPU there is, in many threads and processes."""
    for _ in range(16):
        if not os.fork():
            break
    for _ in range(4):
        threading.Thread(target=burn).start()
    burn()


def burn():
    while True:
        pass


def eats_memory():
    """In children too."""
    os.fork()
    held = []
    while True:
        held.append(b"x" * (16 << 20))


def writes_10_gb():
    """Into the bot's folder and where else it may."""
    for folder in (".", "/tmp", "/dev/shm"):
        with suppress(OSError), Path(folder, "big").open("wb") as file:
            for _ in range(10 * 1024):
                file.write(bytes(1 << 20))
    sys.exit("No space left on device")


def writes_a_million_files():
    """Empty ones."""
    Path("many").mkdir()
    for number in range(1_000_000):
        Path("many", str(number)).touch()


def floods():
    """Its output."""
    while True:
        os.write(1, b"x" * 65536)


def leaves_a_daemon():
    """That wants to be there when the result is packed, and after."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                with suppress(OSError), Path("daemon").open("ab") as file:
                    file.write(bytes(1024))
        os._exit(0)
    while not Path("daemon").exists():
        time.sleep(0.01)


def tries_the_network():
    """Of the machine, and what listens on it."""
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", TOLD["port"])),
        (socket.AF_INET, ("192.0.2.1", 80)),
        (socket.AF_UNIX, TOLD["abstract"]),
    ):
        with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as made:
            made.settimeout(2)
            made.connect(address)
            sys.exit(9)
    with suppress(OSError):
        socket.getaddrinfo("localhost.localdomain.invalid", 80)
        sys.exit(9)


def changes_the_kit():
    """For everybody who builds with it."""
    for path in (
        Path("/opt/kit"),
        Path("/opt/kit/bin"),
        Path("/opt/kit/site/stockpit_sdk.py"),
        Path("/usr"),
        Path("/"),
    ):
        for attack in (
            lambda path=path: path.chmod(0o777),
            lambda path=path: (path / "sitecustomize.py").write_text("x"),
            lambda path=path: path.write_text("x"),
            lambda path=path: path.rename("/tmp/moved"),
            lambda path=path: os.utime(path),
        ):
            with suppress(OSError):
                attack()
                sys.exit(9)


def reads_secrets():
    """Of the machine, its keeper and its neighbours."""
    for path in (*TOLD["secrets"], "/etc/shadow", "/root", "/home", "/proc/1/environ", "/proc/1/root/etc/shadow"):
        with suppress(OSError):
            found = os.listdir(path) if Path(path).is_dir() else Path(path).read_bytes()  # noqa: PTH208
            if found and path != "/proc/1/environ":
                sys.exit(9)
            if any(name in str(found) for name in ("ARENA_HOME", "PYTEST", "SSH", "USER=")):
                sys.exit(9)


def writes_a_result_of_its_own():
    """To where the script packs its own, by any way there is; and as much as nobody wants."""
    own = Path("/tmp/own.tar")
    with tarfile.open(own, "w") as archive:
        info = tarfile.TarInfo("../../../tmp/stockpit-raided")
        archive.addfile(info)
    for folder in Path("/proc").glob("[0-9]*/fd"):
        for number in (3, 4, 5):
            with suppress(OSError), open(folder / str(number), "wb") as file:  # noqa: PTH123
                file.write(own.read_bytes())


def leaves_a_link():
    """To what only others may read."""
    Path("x").symlink_to("/etc/shadow")


def leaves_a_loop():
    """Of folders that lead into each other."""
    for name in ("a", "b"):
        Path(name).symlink_to(".")


def leaves_a_fifo():
    """For whoever opens it."""
    os.mkfifo("x")


def leaves_a_setuid_file():
    """For whoever runs it."""
    Path("x").write_text("#!/bin/sh\n")
    Path("x").chmod(stat.S_ISUID | stat.S_ISGID | 0o777)


def leaves_much():
    """Which is nothing at all until it is packed."""
    Path("x").touch()
    os.truncate("x", 300 << 20)


def leaves_unreadable_folders():
    """For whoever packs them."""
    Path("x").mkdir(mode=0)


def leaves_a_million_names():
    """Of one file."""
    Path("x").touch()
    for number in range(30_000):
        os.link("x", f"x{number}")


def deletes_bot_toml():
    """And all else."""
    for path in Path().iterdir():
        path.unlink()


def becomes_somebody():
    """By programs of the system that run as others."""
    for program in ("/bin/su", "/usr/bin/sudo", "/bin/mount", "/usr/bin/newuidmap"):
        with suppress(OSError):
            subprocess.run([program, "-c", "id"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    with suppress(OSError):
        os.setuid(0)
        sys.exit(9)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
