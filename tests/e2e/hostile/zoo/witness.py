"""The bot next to it: plays legally and tells, with every decision, whether anything of it was touched.

`witness.py MIB`: so much memory of its own is looked at each time, 16 MiB unless said.
"""
# Paths as the kernel takes them:
# ruff: noqa: PTH208

import ctypes
import hashlib
import os
import resource
import sys
from pathlib import Path

from table import Table

MEMORY = bytearray(os.urandom(4096) * 256 * int(sys.argv[1] if len(sys.argv) > 1 else 16))
"""It must stay as it is."""
Path("/tmp/own").write_bytes(b"own" * 1000)
Path("/dev/shm/own").write_bytes(b"own" * 1000)


def seen() -> tuple[object, ...]:
    """All that somebody else might have changed."""
    return (
        hashlib.sha256(MEMORY).hexdigest(),
        sorted(os.listdir("/tmp")),
        sorted(os.listdir("/dev/shm")),
        Path("/tmp/own").read_bytes() == b"own" * 1000,
        sorted(os.listdir("/run/table")),
        os.getpriority(os.PRIO_PROCESS, 0),
        os.sched_getaffinity(0),
        resource.getrlimit(resource.RLIMIT_NOFILE),
        sorted(name for name in os.listdir("/proc") if name.isdigit()),
        ctypes.CDLL(None).prctl(39, 0, 0, 0, 0),
    )


table = Table()
table.join()
before = seen()
for asked in table.decisions():
    table.play(asked, "untouched" if seen() == before else "touched")
