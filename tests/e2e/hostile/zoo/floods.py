"""Keeping others busy: output, connections, and time that is not one's own."""

import os
import socket
import threading
import time
from contextlib import suppress

from attack import Bait, When, attack
from crowd import Crowd

ADDRESS = os.environ["ARENA_ADDRESS"].removeprefix("unix:")
IDLE = 900


def _spam(descriptor: int) -> None:
    if os.fork() == 0:
        with suppress(OSError):
            while True:
                os.write(descriptor, b"x" * 65536)
        os._exit(0)


@attack()
def output_floods(_: Bait) -> str:
    """Both streams, from children, until the end."""
    _spam(1)
    _spam(2)
    return ""


@attack()
def output_lines(_: Bait) -> str:
    """A million lines that look like the keeper's own reports."""
    line = b'{"code": 0, "signal": null, "exit-code": 0, "bug": "x", "trouble": "x"}\n'
    for _ in range(100):
        os.write(2, line * 800)
    return ""


def _connections(number: int, pids: int) -> int:
    """How many connections to the referee a crowd holds open."""

    def connect(put) -> list[socket.socket]:
        held: list[socket.socket] = []
        while len(held) < number // pids + 1:
            made = socket.socket(socket.AF_UNIX)
            made.settimeout(1)
            try:
                made.connect(ADDRESS)
            except OSError:
                return held
            held.append(made)
            put(len(held))
        return held

    held: list[list[socket.socket]] = []
    crowd = Crowd()
    crowd.fork(lambda put: held.append(connect(put)), pids)
    return crowd.wait()


@attack()
def idle_connections(_: Bait) -> str:
    """900 to the referee, held open to the end."""
    _connections(IDLE, 8)
    return ""


@attack()
def all_connections(bait: Bait) -> str:
    """As many as all its processes have descriptors for."""
    _connections(20_000, bait.pids - 40)
    return ""


@attack()
def connects_and_leaves(_: Bait) -> str:
    """One connection after the other, for two seconds."""
    end = time.monotonic() + 2
    while time.monotonic() < end:
        with suppress(OSError), socket.socket(socket.AF_UNIX) as made:
            made.connect(ADDRESS)
    return ""


def _spin() -> None:
    while True:
        pass


@attack()
def thinks_on_others_time(_: Bait) -> str:
    """Threads and children that spin also while others are asked."""
    threading.Thread(target=_spin, daemon=True).start()
    for _ in range(2):
        if os.fork() == 0:
            _spin()
    return ""


@attack(When.BEFORE_JOIN)
def burns_before_joining(_: Bait) -> str:
    """CPU time in the start-up, which is charged to no bank."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        pass
    return ""


@attack(When.BEFORE_JOIN)
def never_done_burning(_: Bait) -> str:
    """The same without an end."""
    _spin()
    return ""
