"""What the self-test tries from inside a sandbox: each probe is an attack, and holds if it comes to nothing.

A program of its own, run as a bot: standard library only. It prints one JSON object, by probe what it saw that it
should not have seen (empty: the sandbox holds). What it looks for is told as JSON in its first argument.
"""

import array
import ctypes
import errno
import json
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

SYSCALLS = {"ptrace": 101, "unshare": 272, "keyctl": 250, "bpf": 321, "io_uring_setup": 425, "perf_event_open": 298}
"""x86-64."""
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
PTRACE_ATTACH = 16
FORKS_OVER = 64
"""So many more than allowed are tried."""
READ_ONLY = ("/", "/usr", "/etc", "/bot", "/dev", "/run", "/run/table", "/opt")
MIB = 1024 * 1024

libc = ctypes.CDLL(None, use_errno=True)


def files(told: dict[str, Any]) -> str:
    """Read what is not for bots."""
    return ", ".join(path for path in told["secrets"] if _opens(path))


def _opens(path: str) -> bool:
    try:
        if Path(path).is_dir():
            return bool(os.listdir(path))  # noqa: PTH208
        Path(path).read_bytes()
    except OSError:
        return False
    return True


def read_only(_: dict[str, Any]) -> str:
    """Write outside /tmp and /dev/shm."""
    written = []
    for folder in READ_ONLY:
        try:
            (Path(folder) / "probe").write_text("")
            written.append(folder)
        except OSError:
            continue
    return ", ".join(written)


def sockets(told: dict[str, Any]) -> str:
    """Reach anybody but the referee: over TCP, an abstract socket, another bot's socket, the hypervisor."""
    reached = [
        name
        for name, family, address in (
            ("TCP", socket.AF_INET, ("127.0.0.1", told["port"])),
            ("an abstract socket", socket.AF_UNIX, told["abstract"]),
            ("another socket", socket.AF_UNIX, told["other"]),
        )
        if _connects(family, address)
    ]
    for name, family in (("vsock", socket.AF_VSOCK), ("netlink", socket.AF_NETLINK)):
        with suppress(OSError):
            socket.socket(family, socket.SOCK_DGRAM if family == socket.AF_NETLINK else socket.SOCK_STREAM).close()
            reached.append(name)
    return ", ".join(reached)


def _connects(family: int, address: object) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as opened:
            opened.settimeout(2)
            opened.connect(address)  # type: ignore[arg-type]
    except OSError:
        return False
    return True


def own_socket(_: dict[str, Any]) -> str:
    """Reach the referee, which must work, and move its socket, which must not."""
    path = Path(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
    if not _connects(socket.AF_UNIX, str(path)):
        return "its own socket cannot be reached"
    try:
        path.rename(path.with_name("moved"))
    except OSError:
        return ""
    return "its own socket was renamed"


def interfaces(_: dict[str, Any]) -> str:
    """See a network."""
    names = {line.partition(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]}
    return ", ".join(sorted(names - {"lo"}))


def environment(told: dict[str, Any]) -> str:
    """Read variables that were not meant for bots in anybody's /proc."""
    names: set[str] = set()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            names |= {line.partition(b"=")[0].decode() for line in path.read_bytes().split(b"\0") if line}
        except OSError:
            continue
    return ", ".join(sorted(names - set(told["variables"])))


def neighbours(told: dict[str, Any]) -> str:
    """See, signal or trace processes that are not its own."""
    seen = [path.name for path in Path("/proc").glob("[0-9]*") if path.name not in ("1", str(os.getpid()))]
    found = [f"process {pid}" for pid in seen]
    try:
        os.kill(told["victim"], signal.SIGKILL)
        found.append("a neighbour to kill")
    except OSError:
        pass
    if libc.syscall(SYSCALLS["ptrace"], PTRACE_ATTACH, told["victim"], 0, 0) == 0:
        found.append("a neighbour to trace")
    return ", ".join(found)


def kernel(_: dict[str, Any]) -> str:
    """Ask the kernel for what bots have no use for."""
    tried = {
        "a user namespace": ("unshare", CLONE_NEWUSER, 0, 0, 0, 0),
        "a network namespace": ("unshare", CLONE_NEWNET, 0, 0, 0, 0),
        "keyctl": ("keyctl", 0, -3, 1, 0, 0),
        "io_uring": ("io_uring_setup", 1, ctypes.create_string_buffer(256), 0, 0, 0),
        "bpf": ("bpf", 0, ctypes.create_string_buffer(256), 128, 0, 0),
        "perf events": ("perf_event_open", ctypes.create_string_buffer(256), 0, -1, -1, 0),
    }
    got = []
    for name, (call, *arguments) in tried.items():
        ctypes.set_errno(0)
        if libc.syscall(SYSCALLS[call], *arguments) >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
            got.append(name)
    return ", ".join(got)


def privileges(_: dict[str, Any]) -> str:
    """Be more than a bot is."""
    lines = (line.partition(":\t") for line in Path("/proc/self/status").read_text().splitlines())
    status = {name: value for name, _, value in lines}
    wanted = {"NoNewPrivs": "1", "Seccomp": "2", **dict.fromkeys(("CapEff", "CapPrm", "CapBnd"), "0" * 16)}
    return ", ".join(f"{name} is {status[name]}" for name, value in wanted.items() if status[name] != value)


def tmp_size(told: dict[str, Any]) -> str:
    """Fill /tmp."""
    return _fills("/tmp", told["tmp_bytes"])


def shm_size(told: dict[str, Any]) -> str:
    """Fill /dev/shm."""
    return _fills("/dev/shm", told["shm_bytes"])


def _fills(folder: str, cap: int) -> str:
    written = 0
    path = Path(folder) / "probe"
    try:
        with path.open("wb", buffering=0) as file:
            while written <= cap:
                written += file.write(bytes(MIB))
    except OSError:
        pass
    path.unlink()
    return f"{written} bytes in {folder}, allowed are {cap}" if written > cap else ""


def tmp_files(told: dict[str, Any]) -> str:
    """Make files without end."""
    made = 0
    try:
        while made <= told["tmp_inodes"]:
            os.close(os.open(f"/tmp/f{made}", os.O_CREAT | os.O_WRONLY))
            made += 1
    except OSError:
        pass
    for number in range(made):
        os.unlink(f"/tmp/f{number}")  # noqa: PTH108
    return f"{made} files in /tmp, allowed are {told['tmp_inodes']}" if made > told["tmp_inodes"] else ""


def file_size(told: dict[str, Any]) -> str:
    """Make one file, in memory, larger than any may be."""
    file = os.memfd_create("probe")
    try:
        os.pwrite(file, b"x", told["file_bytes"])
    except OSError:
        return ""
    finally:
        os.close(file)
    return f"a file of {told['file_bytes'] + 1} bytes"


def descriptors(told: dict[str, Any]) -> str:
    """Open files without end, and raise the limit."""
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (2 * told["open_files"],) * 2)
    opened: list[int] = []
    try:
        while len(opened) <= told["open_files"]:
            opened.append(os.dup(0))
    except OSError:
        pass
    for descriptor in opened:
        os.close(descriptor)
    return f"{len(opened)} descriptors" if len(opened) > told["open_files"] else ""


def processes(told: dict[str, Any]) -> str:
    """Fork without end."""
    children = []
    try:
        for _ in range(told["pids"] + FORKS_OVER):
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
    for child in children:
        os.waitpid(child, 0)
    return f"{len(children)} processes, allowed are {told['pids']}" if len(children) > told["pids"] else ""


PROBES: tuple[Callable[[dict[str, Any]], str], ...] = (
    files,
    read_only,
    own_socket,
    sockets,
    interfaces,
    environment,
    neighbours,
    kernel,
    privileges,
    tmp_size,
    shm_size,
    tmp_files,
    file_size,
    descriptors,
    processes,
)


def main() -> None:
    """Try everything that was asked for; or, with "memory", eat until it ends."""
    told = json.loads(sys.argv[1])
    if told["probes"] == ["memory"]:
        eaten = array.array("b")
        while True:
            eaten.frombytes(bytes(b"x" * 16 * MIB))
    print(json.dumps({probe.__name__: tried(probe, told) for probe in PROBES if probe.__name__ in told["probes"]}))


def tried(probe: Callable[[dict[str, Any]], str], told: dict[str, Any]) -> str:
    """What it saw; a probe that breaks off has shown nothing."""
    try:
        return probe(told)
    except Exception as error:
        return f"the probe broke off: {type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
