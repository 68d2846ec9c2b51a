"""Keeps one bot: starts it, drains what it prints, and ends it with everything it ever forked.

A program of its own, run as `python -I -S keeper.py CONTROL_FD PRIVATE_FOLDER COMMAND...` with the bot's
environment and working directory; or with `--confined PLAN` in place of the command, which is then the sandbox's
(`arena.bots.sandbox.confine`, all it ever imports of ours, so that it starts fast). It has one thread, so that it
may fork. On the control socket it writes JSON lines: first {"pid": n}; at the end its report, or
{"failed": why} (the command cannot be run: the bot's affair) or {"trouble": why} (the machine cannot: ours). It ends
everything when the other side closes or shuts down the socket, as it does when the referee is killed.
"""
# pathlib would double the time it takes to start:
# ruff: noqa: PTH100, PTH106, PTH120, PTH123, PTH208

import ctypes
import errno
import fcntl
import json
import os
import resource
import select
import signal
import sys

TYPE_CHECKING = False  # typing would too
if TYPE_CHECKING:
    from arena.bots.sandbox.confine import Confinement

KEPT_BYTES = 32 * 1024
"""The first and the last so many bytes of each stream are kept; the rest is counted and dropped."""
PIPE_BYTES = 256 * 1024
"""What a stream holds, and what is read of it at once."""
FLOOD_PAUSE_S = 0.005
"""Between two looks at a stream that is cut already: a flood waits in its pipe, and takes no CPU time of ours."""

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
"""From <linux/prctl.h>. A subreaper is given the orphans of its whole tree, so no daemon slips away."""

MACHINE_ERRORS = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
LAST_READS = 64
"""Reads after the end; a bound in case somebody outside the tree was handed the pipe and still fills it."""

CONFINED = "--confined"

END_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

prctl = ctypes.CDLL(None, use_errno=True).prctl


class Capture:
    """What one stream of the bot said, bounded: its head and its tail."""

    __slots__ = ("fd", "head", "seen", "tail")

    def __init__(self, fd: int) -> None:
        os.set_blocking(fd, False)
        try:  # noqa: SIM105  # contextlib takes a millisecond to import
            fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        except OSError:  # more than this user may have in pipes: then a flood takes longer
            pass
        self.fd = fd
        self.head = b""
        self.tail = bytearray()
        self.seen = 0

    def read(self) -> int:
        """Take one chunk; its size, 0 at the end, -1 if nothing is there now."""
        try:
            chunk = os.read(self.fd, PIPE_BYTES)
        except BlockingIOError:
            return -1
        self.seen += len(chunk)
        room = KEPT_BYTES - len(self.head)
        self.head += chunk[:room]
        self.tail += chunk[room:]
        if len(self.tail) > 4 * KEPT_BYTES:
            del self.tail[:-KEPT_BYTES]
        return len(chunk)

    @property
    def cut(self) -> int:
        """Bytes that were dropped."""
        return max(0, self.seen - 2 * KEPT_BYTES)

    def text(self) -> str:
        """Head and tail, with a line between them that says how much is missing."""
        gap = f"\n[{self.cut} bytes cut]\n".encode() if self.cut else b""
        return (self.head + gap + self.tail[-KEPT_BYTES:]).decode(errors="replace")


class Ending:
    """How the bot itself ended, as `wait4` told."""

    status: int | None = None
    max_rss_kib = 0


def main() -> None:
    """Start the bot, keep it until it ends or is to end, report."""
    control, folder, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    os.set_inheritable(control, False)
    confinement = confinement_of(command)
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(PR_SET_PDEATHSIG, signal.SIGCONT, 0, 0, 0)  # should the bot have stopped us when the referee dies
    wake = catch_signals()
    streams = []
    try:
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        streams = [Capture(out), Capture(err)]
        if confinement is not None:
            streams.append(Capture(confinement.status))
            confinement.prepare()
        pid = spawn(command, out_end, err_end, control, confinement)
    except OSError as error:
        say(control, failure_of(command, error, confinement))
        clear(folder, confinement)
        return
    os.close(out_end)
    os.close(err_end)
    ending = Ending()
    keep(pid, control, wake, streams, ending)
    if confinement is not None:
        confinement.thaw()
    leftover = end_all(pid, ending)
    clear(folder, confinement)
    if not say(control, report(streams, ending, leftover)) and confinement is not None:
        confinement.remove_groups()


def confinement_of(command: list[str]) -> "Confinement | None":
    """The sandbox that was planned, if one was."""
    if command[0] != CONFINED:
        return None
    sys.path.append(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    from arena.bots.sandbox.confine import Confinement

    return Confinement(json.loads(command[1]))


def failure_of(command: list[str], error: OSError, confinement: "Confinement | None") -> dict[str, object]:
    """What is said when the command cannot be run; a sandbox that cannot be made is never the bot's affair."""
    if confinement is not None:
        return {"trouble": f"cannot confine a bot: {error.strerror}"}
    kind = "trouble" if error.errno in MACHINE_ERRORS else "failed"
    return {kind: f"cannot run {command[0]!r}: {os.strerror(error.errno or 0)}"}


def catch_signals() -> int:
    """Turn the end of a child and requests to end into bytes (signal numbers) on the descriptor returned."""
    signal.pthread_sigmask(signal.SIG_SETMASK, [])  # the referee's thread may have blocked some
    wake, write_end = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(write_end, False)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, *END_SIGNALS):
        signal.signal(number, lambda *_: None)
    return wake


def spawn(command: list[str], out: int, err: int, control: int, confinement: "Confinement | None") -> int:
    """Fork the bot into a session of its own; its pid, once the command runs. OSError if it cannot be run.

    The pid is said before the bot's first instruction: a bot may stop its keeper.
    """
    (failure, failure_end), (go, go_end) = os.pipe(), os.pipe()
    keeper = os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if os.getppid() == keeper:  # else it died before the line above
                os.read(go, 1)
                become(command, out, err, confinement)
        except OSError as error:
            os.write(failure_end, f"{error.errno} {error.filename or 'exec'}".encode()[:256])
        os._exit(127)
    say(control, {"pid": pid})
    os.write(go_end, b"\0")
    for fd in (failure_end, go, go_end, *([confinement.status_end] if confinement else [])):
        os.close(fd)
    told = os.read(failure, 256).decode(errors="replace")
    os.close(failure)
    if told:
        os.waitpid(pid, 0)
        number, _, where = told.partition(" ")
        raise OSError(int(number), f"{where}: {os.strerror(int(number))}")
    return pid


def become(command: list[str], out: int, err: int, confinement: "Confinement | None") -> None:
    """In the child: be the bot. Every descriptor but 0, 1 and 2 closes itself."""
    os.setsid()
    os.dup2(out, 1)
    os.dup2(err, 2)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and that would be inherited
        signal.signal(number, signal.SIG_DFL)
    # Not 0, with which the kernel still starts the program in core_pattern; 1 byte is too little for any dump.
    resource.setrlimit(resource.RLIMIT_CORE, (1, 1))
    if confinement is not None:
        confinement.enter()
    os.execvp(command[0], command)


def keep(pid: int, control: int, wake: int, streams: list[Capture], ending: Ending) -> None:
    """Drain the streams until the bot has ended or is to end."""
    poll = select.poll()
    for fd in (control, wake, *(stream.fd for stream in streams)):
        poll.register(fd, select.POLLIN)
    while ending.status is None:
        ready = {fd for fd, _ in poll.poll()}
        for stream in streams:
            if stream.fd in ready and stream.read() == 0:
                poll.unregister(stream.fd)
        if wake in ready:
            signals = os.read(wake, 4096)
            reap(pid, ending)
            if any(number in signals for number in END_SIGNALS):
                return
        if control in ready and not os.read(control, 64):
            return
        if any(stream.fd in ready and stream.cut for stream in streams):
            select.select([wake, control], [], [], FLOOD_PAUSE_S)


def reap(pid: int, ending: Ending) -> bool:
    """Bury every dead child; False when there is no child left, dead or alive."""
    while True:
        try:
            dead, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if dead == pid:
            ending.status = status
            ending.max_rss_kib = usage.ru_maxrss
        if dead == 0:
            return True


def end_all(pid: int, ending: Ending) -> int:
    """Kill and bury the bot and all it left, stopped or daemonized; the number of processes it had left.

    Only direct children are killed: the orphans of a killed one become ours, until nobody is left.
    """
    left: set[int] = set()
    while reap(pid, ending):
        for child in children():
            left.add(child)
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        select.select([], [], [], 0.001)
    return len(left - {pid})


def children() -> list[int]:
    """Our direct children, dead or alive."""
    me = str(os.getpid())
    try:
        with open(f"/proc/self/task/{me}/children") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:  # a kernel without CONFIG_PROC_CHILDREN
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and parent_of(name) == me]


def parent_of(pid: str) -> str:
    """Parent of a process; empty if it is gone."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[1]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def report(streams: list[Capture], ending: Ending, leftover: int) -> dict[str, object]:
    """The last line: how it ended and what it printed."""
    for stream in streams:
        for _ in range(LAST_READS):
            if stream.read() <= 0:
                break
    status = ending.status or 0
    signaled = os.WIFSIGNALED(status)
    return {
        "code": None if signaled else os.waitstatus_to_exitcode(status),
        "signal": os.WTERMSIG(status) if signaled else None,
        "stdout": streams[0].text(),
        "stderr": streams[1].text(),
        "cut_bytes": streams[0].cut + streams[1].cut,
        "max_rss_kib": ending.max_rss_kib,
        "leftover": leftover,
        "status": streams[2].text() if len(streams) > 2 else None,
    }


def clear(folder: str, confinement: "Confinement | None") -> None:
    """Leave nothing behind."""
    if confinement is not None:
        confinement.leave()
    remove(folder)


def remove(folder: str) -> None:
    """Remove the bot's private folder, whatever it left there."""
    try:
        os.rmdir(folder)
    except OSError:
        import shutil  # slow to import, and most bots leave the folder empty

        shutil.rmtree(folder, ignore_errors=True)


def say(control: int, message: dict[str, object]) -> bool:
    """Write one JSON line; whether anybody still listens."""
    data = json.dumps(message).encode() + b"\n"
    try:
        while data:
            data = data[os.write(control, data) :]
    except (BrokenPipeError, ConnectionResetError):
        return False
    return True


if __name__ == "__main__":
    try:
        main()
    except Exception:
        import traceback

        say(int(sys.argv[1]), {"bug": traceback.format_exc()})
        raise
