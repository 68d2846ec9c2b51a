"""Reaching anybody but the referee."""

import ctypes
import os
import socket
from contextlib import suppress
from pathlib import Path

from attack import Bait, When, attack, tried

FAMILIES = 46
"""AF_MAX of <linux/socket.h>."""
ALLOWED = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6}
libc = ctypes.CDLL(None, use_errno=True)


def _connects(family: int, kind: int, address: object) -> bool:
    with socket.socket(family, kind) as made:
        made.settimeout(1)
        made.connect(address)
        if kind == socket.SOCK_DGRAM and family != socket.AF_UNIX:
            made.send(b"reached")
            return False  # who was to get it tells whether it came
    return True


@attack()
def connections_to_others(bait: Bait) -> str:
    """Every service of the machine: TCP, UDP, paths, abstract names."""
    attempts = {}
    for host, port in bait.tcp:
        attempts[f"tcp {host}"] = lambda place=(host, port): _connects(socket.AF_INET, socket.SOCK_STREAM, place)
        mapped = (f"::ffff:{host}", port)
        attempts[f"tcp6 {host}"] = lambda place=mapped: _connects(socket.AF_INET6, socket.SOCK_STREAM, place)
    for host, port in bait.udp:
        attempts[f"udp {host}"] = lambda place=(host, port): _connects(socket.AF_INET, socket.SOCK_DGRAM, place)
    for path in bait.unix:
        for way in ("", "/proc/1/root", "/run/table/../.."):
            attempts[f"unix {way}{path}"] = lambda path=way + path: _connects(socket.AF_UNIX, socket.SOCK_STREAM, path)
    attempts["abstract"] = lambda: _connects(socket.AF_UNIX, socket.SOCK_STREAM, bait.abstract)
    return tried(**attempts)


@attack()
def families(_: Bait) -> str:
    """A socket of every family but three, of every kind; raw ones of all."""
    attempts = {}
    for family in range(FAMILIES):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET, socket.SOCK_RDM):
            if family not in ALLOWED or (kind == socket.SOCK_RAW and family in (socket.AF_INET, socket.AF_INET6)):
                attempts[f"family {family} kind {kind}"] = lambda f=family, k=kind: socket.socket(f, k).close()
    high = 1 << 32 | socket.AF_VSOCK  # a filter that looks at half of the argument
    attempts["vsock by its low half"] = lambda: _raw_socket(high, socket.SOCK_STREAM)
    attempts["vsock pair"] = lambda: socket.socketpair(socket.AF_VSOCK)
    return tried(**attempts)


def _raw_socket(family: int, kind: int) -> None:
    if libc.syscall(41, ctypes.c_long(family), kind, 0) < 0:
        raise OSError(ctypes.get_errno(), "socket")


@attack()
def interfaces(_: Bait) -> str:
    """A network interface that leads anywhere."""
    lines = Path("/proc/net/dev").read_text().splitlines()[2:]
    return ", ".join(sorted({line.partition(":")[0].strip() for line in lines} - {"lo"}))


@attack(When.BEFORE_JOIN)
def descriptors_passed(_: Bait) -> str:
    """Send descriptors to the referee with a message, while it may still be dialled; it must not keep them."""
    with socket.socket(socket.AF_UNIX) as made:
        made.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
        with suppress(OSError):  # too many in flight
            for _ in range(20):
                socket.send_fds(made, [b"PRI"], [0] * 250)
    return ""
