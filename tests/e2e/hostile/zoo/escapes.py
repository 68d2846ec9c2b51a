"""Getting out: signals, tracing, namespaces, privileges, and what of the kernel no bot needs."""
# Paths as the kernel takes them:
# ruff: noqa: PTH101, PTH110, PTH123, PTH208

import ctypes
import mmap
import os
import resource
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from attack import Bait, attack, tried

libc = ctypes.CDLL(None, use_errno=True)
X32 = 0x40000000


def call(number: int, *arguments: object) -> Callable[[], int]:
    """A system call by its number on x86-64; OSError if it fails."""

    def make() -> int:
        got = libc.syscall(ctypes.c_long(number), *arguments)
        if got < 0:
            raise OSError(ctypes.get_errno(), str(number))
        return got

    return make


def in_child(work: Callable[[], object]) -> Callable[[], bool]:
    """Whether it works, tried by a child: it may end whoever tries it."""

    def attempt() -> bool:
        pid = os.fork()
        if pid == 0:
            try:
                work()
                os._exit(0)
            except BaseException:
                os._exit(1)
        return os.waitpid(pid, 0)[1] == 0

    return attempt


@attack()
def signals_to_others(bait: Bait) -> str:
    """Kill, stop, trace, slow down and move every process outside, and the one that holds the sandbox."""
    attempts = {}
    for pid in bait.victims:
        attempts |= {
            f"kill {pid}": lambda pid=pid: os.kill(pid, signal.SIGKILL),
            f"group {pid}": lambda pid=pid: os.killpg(pid, signal.SIGSTOP),
            f"pidfd {pid}": lambda pid=pid: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGKILL),
            f"nice {pid}": lambda pid=pid: os.setpriority(os.PRIO_PROCESS, pid, 19),
            f"affinity {pid}": lambda pid=pid: os.sched_setaffinity(pid, {0}),
            f"limits {pid}": lambda pid=pid: resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3)),
            f"trace {pid}": call(101, 16, pid, 0, 0),
            f"read {pid}": lambda pid=pid: open(f"/proc/{pid}/mem", "rb").close(),
        }
    attempts |= {
        "nice of the user outside": lambda: os.setpriority(os.PRIO_USER, 0, -5),
        "trace 1": call(101, 16, 1, 0, 0),
        "seize 1": call(101, 0x4206, 1, 0, 0),
        "vm_readv": call(310, 1, 0, 0, 0, 0, 0),
        "pidfd_getfd": lambda: call(438, os.pidfd_open(1), 0, 0)(),  # noqa: PLW0108 (pidfd_open may fail)
        "kcmp": call(312, 1, os.getpid(), 0, 0, 0),
        "process_madvise": call(440, 0, 0, 0, 0, 0),
    }
    with suppress(OSError):
        os.kill(1, signal.SIGSTOP)
    with suppress(OSError):
        os.kill(1, signal.SIGKILL)
    with suppress(OSError):
        os.kill(os.getppid(), signal.SIGSTOP)
    return tried(**attempts)


@attack()
def kills_all(_: Bait) -> str:
    """Everybody there is; only its own children may feel it."""
    child = os.fork()
    if child == 0:
        time.sleep(600)
    os.kill(-1, signal.SIGKILL)
    return "" if os.waitpid(child, 0)[1] == signal.SIGKILL else "its child lives"


@attack()
def breaks_its_init(_: Bait) -> str:
    """Overwrite the memory of the sandbox's own first process, which has the bot's user."""
    try:
        maps = Path("/proc/1/maps").read_text().splitlines()
        with open("/proc/1/mem", "r+b", buffering=0) as memory:
            for line in maps:
                first, last = (int(end, 16) for end in line.split()[0].split("-"))
                if "x" in line.split()[1] and "[" not in line:
                    memory.seek(first)
                    memory.write(b"\xcc" * (last - first))
    except OSError:
        return ""
    if os.fork() == 0:
        if os.fork() == 0:
            os._exit(0)  # its first process wakes up to bury it
        os._exit(0)
    os.wait()
    time.sleep(60)
    return "wrote, and nothing came of it"


NAMESPACES = {"mount": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000, "user": 0x10000000,
              "pid": 0x20000000, "net": 0x40000000, "time": 0x80}  # fmt: skip


@attack()
def namespaces(_: Bait) -> str:
    """New namespaces by every call, those of others, and new roots."""
    attempts: dict[str, Callable[[], object]] = {}
    for name, flag in NAMESPACES.items():
        attempts[f"unshare {name}"] = in_child(call(272, flag))
        attempts[f"unshare {name} with user"] = in_child(call(272, flag | 0x10000000))
        if flag != 0x80:
            attempts[f"clone {name}"] = in_child(call(56, flag | 17, 0, 0, 0, 0))
            attempts[f"clone {name} with user"] = in_child(call(56, flag | 0x10000011, 0, 0, 0, 0))
        arguments = struct.pack("11Q", flag | 0x10000000, *[0] * 3, 17, *[0] * 6)
        attempts[f"clone3 {name}"] = in_child(call(435, arguments, len(arguments)))
    for name in os.listdir("/proc/1/ns"):
        attempts[f"setns {name}"] = lambda name=name: call(308, os.open(f"/proc/1/ns/{name}", os.O_RDONLY), 0)()
    for path in ("/tmp", "/proc", "/"):
        attempts |= {
            f"chroot {path}": in_child(lambda path=path: os.chroot(path)),
            f"mount on {path}": call(165, b"none", path.encode(), b"tmpfs", 0, 0),
            f"bind on {path}": call(165, b"/", path.encode(), 0, 4096, 0),
            f"remount {path}": call(165, 0, path.encode(), 0, 32, 0),
            f"unmount {path}": call(166, path.encode(), 2),
        }
    attempts |= {
        "pivot_root": call(155, b"/tmp", b"/tmp"),
        "fsopen": call(430, b"tmpfs", 0),
        "open_tree": call(428, -100, b"/tmp", 1),
        "move_mount": call(429, -100, b"/tmp", -100, b"/dev", 0),
        "mount_setattr": call(442, -100, b"/", 0, struct.pack("4Q", 0, 1, 0, 0), 32),
        "open_by_handle_at": call(304, -100, bytes(128), 0),
        "name_to_handle_at": call(303, -100, b"/tmp", struct.pack("II", 128, 0) + bytes(128), bytes(8), 0),
    }
    return tried(**attempts)


@attack()
def privileges(_: Bait) -> str:
    """Programs with a set-user bit, other users, capabilities."""
    setuid = ["/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/usr/bin/newgrp", "/usr/bin/chsh", "/usr/bin/sudo"]
    attempts: dict[str, Callable[[], object]] = {
        f"{path} as root": lambda path=path: _user_of(path) == 0 for path in setuid if os.path.exists(path)
    }
    header = struct.pack("Ii", 0x20080522, 0)
    attempts |= {
        "setuid 0": in_child(lambda: os.setuid(0)),
        "setgid 0": in_child(lambda: os.setgid(0)),
        "setgroups": in_child(lambda: os.setgroups([0])),
        "setresuid 65534": in_child(lambda: os.setresuid(65534, 65534, 65534)),
        "capset": call(126, header, struct.pack("6I", 1 << 21, 1 << 21, 0, 0, 0, 0)),
        "ambient": call(157, 47, 2, 21, 0, 0),
        "keep caps after no_new_privs": lambda: call(157, 39, 0, 0, 0, 0)() != 1,
        "dumps of it": lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20)),
        "own file for root": in_child(_makes_root_program),
    }
    return tried(**attempts)


def _user_of(path: str) -> int:
    """The user that program runs as, by its own /proc."""
    with subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        try:
            status = Path(f"/proc/{run.pid}/status").read_text()
            return int(status.partition("Uid:")[2].split()[1])
        finally:
            run.kill()


def _makes_root_program() -> None:
    Path("/tmp/own").write_bytes(Path("/usr/bin/id").read_bytes())
    os.chown("/tmp/own", 0, 0)
    os.chmod("/tmp/own", 0o4755)


@attack()
def kernel_calls(_: Bait) -> str:
    """Keys, programs in the kernel, performance counters, rings, faults of pages, other tables of calls."""
    buffer = ctypes.create_string_buffer(256)
    attempts: dict[str, Callable[[], object]] = {
        "keyctl": call(250, 0, -3, 1, 0, 0),
        "add_key": call(248, b"user", b"name", b"x", 1, -3),
        "request_key": call(249, b"user", b"name", 0, -3),
        "bpf": call(321, 0, buffer, 128),
        "perf_event_open": call(298, buffer, 0, -1, -1, 0),
        "io_uring": call(425, 1, buffer),
        "userfaultfd": call(323, 1),
        "memfd_secret": call(447, 0),
        "vmsplice": call(278, 1, buffer, 0, 0),
        "mq_open": call(240, b"queue", 0o102, 0o600, 0),
        "syslog": call(103, 3, buffer, 256),
        "quotactl": call(179, 0x800002, 0, 0, 0),
        "kexec_load": call(246, 0, 0, 0, 0),
        "init_module": call(175, buffer, 0, b""),
        "swapon": call(167, b"/tmp", 0),
        "reboot": call(169, 0xFEE1DEAD, 672274793, 0, 0),
        "fanotify": call(300, 0, 0),
        "settime": lambda: time.clock_settime(time.CLOCK_REALTIME, 0),
        "iopl": call(172, 3),
        "modify_ldt": call(154, 0, buffer, 16),
        "personality of old programs": call(135, 0x0400000),
        "no address randomization by its high half": lambda: False,
        "x32 getpid": call(X32 | 39),
        "x32 socket of the hypervisor": call(X32 | 41, 40, 1, 0),
        "x32 execve": call(X32 | 520, 0, 0, 0),
        "32-bit call": in_child(_int_80),
        "realtime": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        "more priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -10),
        "locked memory": call(151, 3),
        "spare of the killer": lambda: Path("/proc/self/oom_score_adj").write_text("-900"),
        "tiocsti": _tiocsti,
        "landlocked kernel log": lambda: open("/dev/kmsg", "w").close(),
    }
    return tried(**attempts)


def _int_80() -> None:
    """getpid by the table of 32-bit programs."""
    with mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC) as page:
        page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
        place = ctypes.addressof(ctypes.c_char.from_buffer(page))
        if ctypes.CFUNCTYPE(ctypes.c_int)(place)() < 0:
            os._exit(1)
        os._exit(0)


def _tiocsti() -> None:
    import fcntl

    fcntl.ioctl(0, 0x5412, b"x")


@attack()
def daemon(_: Bait) -> str:
    """A daemon in a session of its own that ignores all it can, and has a child that forks on."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            ignore_all()
            while True:
                if os.fork():
                    os._exit(0)
                time.sleep(0.002)
        os._exit(0)
    os.wait()
    return ""


def ignore_all() -> None:
    """Every signal that can be."""
    for number in range(1, 65):
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)


@attack()
def ignores_signals(_: Bait) -> str:
    """And does not leave when the match is over."""
    ignore_all()
    sys.stdout.flush()
    import atexit

    atexit.register(time.sleep, 600)
    return ""


@attack()
def crashes_in_children(_: Bait) -> str:
    """Children that crash and would dump their memory."""
    for _ in range(50):
        pid = os.fork()
        if pid == 0:
            os.kill(os.getpid(), signal.SIGSEGV)
        status = os.waitpid(pid, 0)[1]
        if os.WCOREDUMP(status):
            return "a dump"
    return ""
