"""Reading what is not for bots."""
# Paths as the kernel takes them:
# ruff: noqa: PTH101, PTH102, PTH104, PTH108, PTH112, PTH115, PTH120, PTH123, PTH208, PTH211

import os
import socket
import stat
from pathlib import Path

from attack import Bait, When, attack, tried


def _read(path: str) -> bool:
    if os.path.isdir(path):
        return bool(os.listdir(path))
    with open(path, "rb") as file:
        return bool(file.read(64))


@attack()
def secrets(bait: Bait) -> str:
    """Users' passwords, other bots, the database and the home, by every way that leads out."""
    ways = ["", "/proc/1/root", "/proc/self/root", "/proc/1/cwd/..", "/proc/self/root/..", "/bot/..", "/run/table/..",
            "/tmp/..", "/dev/shm/../.."]  # fmt: skip
    attempts = {}
    for path in bait.secrets:
        for way in ways:
            attempts[way + path] = lambda path=way + path: _read(path)
        link = f"/tmp/link{len(attempts)}"
        os.symlink(path, link)
        attempts[f"link to {path}"] = lambda link=link: _read(link)
    reached = tried(**attempts)
    for path in Path("/tmp").glob("link*"):
        path.unlink()
    return reached


SHARED = ("/bot", "/run/table")


@attack()
def neighbours_in_shared_folders(_: Bait) -> str:
    """Sockets and folders beside its own."""
    found = [name for name in os.listdir("/run/table") if name != "table"]
    found += [name for name in os.listdir("/run") if name != "table"]
    found += os.listdir("/tmp") + os.listdir("/dev/shm")
    return ", ".join(found)


OURS = {"ARENA_ADDRESS", "ARENA_TOKEN", "HOME", "LANG", "PATH", "PWD", "TMPDIR", "PYTHONPATH", "OMP_NUM_THREADS",
        "LD_LIBRARY_PATH", "LC_CTYPE"}  # fmt: skip


@attack()
def proc_of_others(_: Bait) -> str:
    """All that /proc shows of other processes, and of the machine."""
    reached = []
    own = str(os.getpid())
    for pid in (name for name in os.listdir("/proc") if name.isdigit() and name != own):
        if pid != "1":
            reached.append(f"process {pid}")
        reached += _of_process(pid)
    return ", ".join(reached)


def _of_process(pid: str) -> list[str]:
    reached = []
    try:
        names = {line.partition(b"=")[0].decode() for line in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")}
        reached += [f"variable {name}" for name in names - OURS - {""}]
    except OSError:
        pass
    try:
        own, words = (set(Path(f"/proc/{of}/cmdline").read_bytes().split(b"\0")) for of in ("self", pid))
        reached += [f"word {word.decode()}" for word in words - own if b"stockpit" in word or b"arena" in word]
    except OSError:
        pass
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line
    )
    wanted = {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "CapPrm": "0" * 16, "CapBnd": "0" * 16}
    reached += [f"{name} of {pid} is {status[name]}" for name, value in wanted.items() if status[name] != value]
    return reached


@attack()
def descriptors_left_open(_: Bait) -> str:
    """Descriptors that were handed down: only 0, 1 and 2 are a bot's, and none leads to a folder."""
    found = []
    for name in os.listdir("/proc/1/fd"):
        try:
            found.append(f"1: {name} {os.readlink(f'/proc/1/fd/{name}')}")
        except OSError:
            continue
    found = [text for text in found if not text.split()[2].startswith(("pipe:", "/dev/null", "anon_inode:[eventfd]"))]
    for name in os.listdir(f"/proc/{os.getppid()}/fd") if os.getppid() > 1 else []:
        found.append(f"parent: {name}")
    for number in range(3):
        if stat.S_ISDIR(os.fstat(number).st_mode):
            found.append(f"{number} is a folder")
    return ", ".join(found)


@attack(When.BEFORE_JOIN)
def descriptors_of_its_own(_: Bait) -> str:
    """The same of the bot itself, before it opens any."""
    return ", ".join(name for name in os.listdir("/proc/self/fd") if int(name) > 3)


WRITABLE = (
    "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches",
    "/proc/sys/net/ipv4/ip_forward", "/proc/sys/user/max_user_namespaces", "/proc/1/mem",
    "/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups", "/proc/irq/default_smp_affinity",
    "/proc/sys/kernel/ns_last_pid", "/proc/sys/fs/binfmt_misc/register", "/proc/self/loginuid",
)  # fmt: skip


def _write(path: str) -> None:
    with open(path, "wb", buffering=0) as file:
        file.write(b"0\n")


@attack()
def kernel_files(_: Bait) -> str:
    """Files of /proc that change the machine or show its memory, /sys, and devices."""
    attempts = {f"write {path}": lambda path=path: _write(path) for path in WRITABLE if path != "/proc/1/mem"}
    for path in ("/proc/kcore", "/proc/kpagecount", "/proc/kmsg", "/sys/kernel", "/sys/fs/cgroup", "/dev/mem",
                 "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/fuse", "/dev/net/tun", "/dev/kvm"):  # fmt: skip
        attempts[f"read {path}"] = lambda path=path: _read(path)
    for name, device in {"disk": 0xFE00, "memory": 0x101}.items():
        attempts[f"make a {name}"] = lambda device=device: os.mknod(f"/tmp/{device}", 0o600 | stat.S_IFBLK, device)
    return tried(**attempts)


@attack()
def dials_again(_: Bait) -> str:
    """A second connection to the referee, once it has joined."""
    with socket.socket(socket.AF_UNIX) as made:
        return tried(dial=lambda: made.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:")))


@attack()
def its_own_socket(_: Bait) -> str:
    """Move, remove or open up its socket, and make files beside it."""
    place = os.environ["ARENA_ADDRESS"].removeprefix("unix:")
    folder = os.path.dirname(place)
    return tried(
        rename=lambda: os.rename(place, folder + "/moved"),
        move=lambda: os.rename(place, "/tmp/moved"),
        link=lambda: os.link(place, "/tmp/linked"),
        unlink=lambda: os.unlink(place),
        chmod=lambda: os.chmod(place, 0o777),
        chmod_folder=lambda: os.chmod(folder, 0o777),
        chown=lambda: os.chown(place, 1000, 1000),
        file=lambda: open(folder + "/file", "w").close(),
        folder=lambda: os.mkdir(folder + "/folder"),
        times=lambda: os.utime(place),
        attribute=lambda: os.setxattr(folder, "user.x", b"x"),
        rename_folder=lambda: os.rename(folder, "/run/moved"),
    )
