"""Using up what all share: processes, memory, disk, descriptors."""
# Paths as the kernel takes them:
# ruff: noqa: PTH208, PTH211

import ctypes
import os
import resource
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from attack import Bait, attack
from crowd import Crowd

MIB = 1024 * 1024
SPARE = 2
"""What the kernel counts coarsely (it lets every TCP socket have a little) may come out so many times above a cap."""
STUFFERS = 40
"""Processes enough to hold several times what a bot may have in sockets and pipes."""
SO_MEMINFO = 55
"""From <asm-generic/socket.h>; its first number is what lies unread, with what keeps it."""
libc = ctypes.CDLL(None, use_errno=True)


@attack()
def fork_bomb(bait: Bait) -> str:
    """Every process forks without end, for a second."""
    counted = Path("/tmp/forks")
    counted.touch()
    first = os.fork()
    if first == 0:
        end = time.monotonic() + 1
        while time.monotonic() < end:
            with suppress(OSError):
                if os.fork() == 0:
                    with counted.open("ab", buffering=0) as file:
                        file.write(b".")
        time.sleep(600)
    time.sleep(1.5)
    alive = len([name for name in os.listdir("/proc") if name.isdigit()])
    return f"{alive} processes" if alive > bait.pids else ""


@attack()
def thread_bomb(bait: Bait) -> str:
    """Threads without end."""
    stop = threading.Event()
    threads = []
    try:
        for _ in range(4 * bait.pids):
            thread = threading.Thread(target=stop.wait, daemon=True)
            thread.start()
            threads.append(thread)
    except RuntimeError:
        pass
    stop.set()
    return f"{len(threads)} threads" if len(threads) > bait.pids else ""


@attack()
def memory_self(bait: Bait) -> str:
    """More memory than there is, in the bot itself."""
    eaten = [b"x" * MIB for _ in range(2 * bait.memory_bytes // MIB)]
    return f"{len(eaten)} MiB"


@attack()
def memory_child(bait: Bait) -> str:
    """More memory than there is, in child after child."""
    crowd = Crowd()
    crowd.fork(lambda put: [put(n * MIB) or bytearray(b"x" * MIB) for n in range(2 * bait.memory_bytes // MIB)], 3)
    total = crowd.wait()
    crowd.end()
    return f"{total} bytes" if total > 3 * SPARE * bait.memory_bytes else ""


@attack()
def memory_memfd(bait: Bait) -> str:
    """Files in memory, none too large by itself."""
    total = 0
    for _ in range(2 * bait.memory_bytes // (32 * MIB)):
        total += os.write(os.memfd_create("eaten"), bytes(32 * MIB))
    return f"{total} bytes"


@attack()
def memory_sysv(bait: Bait) -> str:
    """Shared memory of the old kind, which outlives its processes."""
    libc.shmat.restype = ctypes.c_void_p
    for _ in range(2 * bait.memory_bytes // (32 * MIB)):
        place = libc.shmat(libc.shmget(0, ctypes.c_size_t(32 * MIB), 0o1600), None, 0)
        ctypes.memset(place, 1, 32 * MIB)
    return "all of it"


def _stuffs(bait: Bait, stuff: Callable[[Callable[[int], None]], object]) -> str:
    """How much a crowd of children stuffs into the kernel, if that is more than a bot may have."""
    crowd = Crowd()
    crowd.fork(stuff, STUFFERS)
    total = crowd.wait()
    crowd.end()
    return f"{total} bytes" if total > SPARE * bait.memory_bytes else ""


def _fills(put: Callable[[int], None], make: Callable[[], Callable[[], int]]) -> list[object]:
    """Make what can be filled, and fill it, until there are no more descriptors."""
    kept: list[object] = []
    total = 0
    try:
        while True:
            fill = make()
            kept.append(fill)
            try:
                while done := fill():
                    total += done
                    put(total)
            except BlockingIOError:
                continue
    except OSError:
        return kept


@attack()
def memory_pipes(bait: Bait) -> str:
    """Full pipes."""

    def make() -> Callable[[], int]:
        _, end = os.pipe()
        os.set_blocking(end, False)
        return lambda: os.write(end, bytes(65536))

    return _stuffs(bait, lambda put: _fills(put, make))


def _socket_filler(family: int, kind: int) -> Callable[[], int]:
    receiver = socket.socket(family, kind)
    receiver.bind(("127.0.0.1", 0))
    receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 30)
    sender = socket.socket(family, kind)
    sender.setblocking(False)
    place = receiver.getsockname()
    full = [0]

    def fill() -> int:
        sender.sendto(bytes(16384), place)  # what there is no room for is dropped without a word
        before, full[0] = full[0], struct.unpack_from("I", receiver.getsockopt(socket.SOL_SOCKET, SO_MEMINFO, 64))[0]
        return full[0] - before

    fill.__dict__["kept"] = (receiver, sender)
    return fill


@attack()
def memory_udp(bait: Bait) -> str:
    """Datagrams over the loopback that nobody reads."""
    return _stuffs(bait, lambda put: _fills(put, lambda: _socket_filler(socket.AF_INET, socket.SOCK_DGRAM)))


@attack()
def memory_tcp(bait: Bait) -> str:
    """Streams over the loopback that nobody reads."""

    def make() -> Callable[[], int]:
        listening = socket.create_server(("127.0.0.1", 0))
        out = socket.create_connection(listening.getsockname())
        back, _ = listening.accept()
        listening.close()
        out.setblocking(False)

        def fill() -> int:
            return out.send(bytes(65536))

        fill.__dict__["kept"] = (out, back)
        return fill

    return _stuffs(bait, lambda put: _fills(put, make))


@attack()
def memory_unix(bait: Bait) -> str:
    """Socket pairs that nobody reads."""

    def make() -> Callable[[], int]:
        out, back = socket.socketpair()
        out.setblocking(False)

        def fill() -> int:
            return out.send(bytes(65536))

        fill.__dict__["kept"] = (out, back)
        return fill

    return _stuffs(bait, lambda put: _fills(put, make))


@attack()
def attribute_fill(bait: Bait) -> str:
    """Attributes of files, which no size of a file system counts."""
    total = 0
    with suppress(OSError):
        for number in range(bait.tmp_inodes):
            path = f"/tmp/x{number}"
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            for name in range(64):
                os.setxattr(path, f"user.{name}", bytes(60_000))
                total += 60_000
    _empty("/tmp")
    return f"{total} bytes" if total > SPARE * bait.memory_bytes else ""


def _writable() -> list[str]:
    """Folders in which a file can be made, wherever they are."""
    found = []
    for root in ("/", "/bot", "/dev", "/dev/shm", "/etc", "/opt", "/opt/kit", "/proc", "/run", "/run/table", "/tmp",
                 "/usr", "/usr/tmp", "/var", "/var/tmp", "/home", "/sys", "/dev/pts", "/dev/mqueue"):  # fmt: skip
        path = Path(root) / "mine"
        try:
            path.touch()
        except OSError:
            continue
        path.unlink()
        found.append(root)
    return found


@attack()
def disk_fill(bait: Bait) -> str:
    """10 GB in files, wherever they can be made."""
    caps = {"/tmp": bait.tmp_bytes, "/dev/shm": bait.shm_bytes}
    reached = []
    for folder in _writable():
        total = 0
        with suppress(OSError):
            for number in range(1000):
                with (Path(folder) / f"fill{number}").open("wb", buffering=0) as file:
                    for _ in range(10):
                        total += file.write(bytes(MIB))
                if total > 4 * bait.tmp_bytes:
                    break
        if total > caps.get(folder, 0):
            reached.append(f"{total} bytes in {folder}")
        _empty(folder)
    return ", ".join(reached)


@attack()
def inode_fill(bait: Bait) -> str:
    """A million files, folders and links, wherever they can be made."""
    caps = {"/tmp": bait.tmp_inodes, "/dev/shm": bait.shm_inodes}
    reached = []
    for folder in _writable():
        made = 0
        with suppress(OSError):
            origin = Path(folder) / "origin"
            origin.touch()
            while made < 4 * bait.tmp_inodes:
                place = f"{folder}/i{made}"
                (os.mkdir, origin.hardlink_to, lambda path: os.symlink("origin" * 100, path))[0](place)
                made += 1
        with suppress(OSError):
            while made < 4 * bait.tmp_inodes:
                os.link(origin, f"{folder}/l{made}")
                made += 1
        if made > caps.get(folder, 0):
            reached.append(f"{made} files in {folder}")
        _empty(folder)
    return ", ".join(reached)


def _empty(folder: str) -> None:
    for path in Path(folder).iterdir():
        with suppress(OSError):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


@attack()
def descriptors(bait: Bait) -> str:
    """A million descriptors in one process, with the limit raised as far as it goes."""
    for limit in (1_000_000, 2 * bait.open_files):
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    opened = []
    with suppress(OSError):
        while len(opened) < 1_000_000:
            opened.append(os.dup(0))
    for descriptor in opened:
        os.close(descriptor)
    return f"{len(opened)} descriptors" if len(opened) > bait.open_files else ""
