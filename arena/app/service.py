"""The arena running: coordinator, workers and web in one program, until a signal or the time is up."""

import errno
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from multiprocessing import resource_tracker
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy.exc import DatabaseError

from arena.app.coordinator import Coordinator, begin_coordination
from arena.app.desk import SqlDesk
from arena.app.home import Home
from arena.app.host import close_referee, take_up
from arena.app.quarters import Quarters, quarters
from arena.model.errors import BadInput, WorldTrouble
from arena.model.isolation import Isolation
from arena.ports.execution import Engine, Preparation
from arena.store.accounts import SqlAccounts
from arena.store.coordination import Coordination
from arena.store.database import Database
from arena.store.migrate import migrate
from arena.store.objects import ObstoreObjects
from arena.store.reading import SqlReading
from arena.store.submissions import any_paired

DEFAULT_PORT = 8000
SLOTS = 2
"""Chunks played at once by the embedded worker: while one starts its bots, another plays."""
TAKE_UP = "arena.app.host:take_up"
END_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_NOT_OUR_BUG = ("BUSY", "CANTOPEN", "CORRUPT", "FULL", "IOERR", "LOCKED", "NOTADB", "PERM", "READONLY")
"""What SQLite says of a file or a disk that is not as it should be."""


class EngineKind(Enum):
    """Where matches are played."""

    EMBEDDED = "embedded"
    """Worker processes of our own."""
    IN_PROCESS = "in-process"
    """Threads."""


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """How the arena is run."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None: the default port, or a free one if that is taken; 0: a free one."""
    engine: EngineKind = EngineKind.EMBEDDED
    for_s: float | None = None
    limits: Isolation | None = None
    """None: as the home's config.toml says."""


def open_database(home: Home) -> Database:
    """The home's database, brought to this release's schema; WorldTrouble if what is there cannot be used."""
    database = Database(home.database)
    try:
        migrate(database.engine)
    except CommandError as error:
        raise WorldTrouble(f"{home.database} is not of this release or an older one: {error}") from error
    except DatabaseError as error:
        name = getattr(error.orig, "sqlite_errorname", "")
        if not name.removeprefix("SQLITE_").startswith(_NOT_OUR_BUG):
            raise
        raise WorldTrouble(f"{home.database}: {error.orig}") from error
    return database


def run_service(
    home: Home, options: ServiceOptions, prepare: Callable[[Database, Home], None], announce: Callable[[str], None]
) -> None:
    """Serve until a signal, or the time is up; WorldTrouble if it cannot run.

    `prepare` is called once nobody else coordinates the home; `announce` is told the address.
    """
    kept = quarters(home, options.limits)
    with (
        _ending() as ending,
        closing(_listen(options)) as listening,
        closing(open_database(home)) as database,
        closing(begin_coordination(database)) as coordination,
    ):
        kept.check()
        kept.caution()
        prepare(database, home)
        if kept.closed and database.read(any_paired):
            raise BadInput(
                f"{home.path} has bots that were handed in: they are played in sandboxes only, not with none"
            )
        _run(database, Coordinating(coordination, home, kept, options.engine, ending), listening, options, announce)


class Ending:
    """Whether the program is to end: a signal said so, the time is up, or the coordinator cannot go on."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._then: Callable[[], None] = lambda: None

    def ask(self, *_signal: object) -> None:
        """End, soon; may be called from any thread and by a signal."""
        self._event.set()
        self._then()

    def asked(self) -> bool:
        """Whether to end."""
        return self._event.is_set()

    def then(self, act: Callable[[], None]) -> None:
        """Have this done when asked; at once if that was before."""
        self._then = act
        if self.asked():
            act()


class Coordinating:
    """The coordinator's thread; it alone writes results. An exception in it ends the program."""

    def __init__(
        self, coordination: Coordination, home: Home, kept: Quarters, kind: EngineKind, ending: Ending
    ) -> None:
        self._failure: BaseException | None = None
        self._coordination = coordination
        self.home = home
        self.quarters = kept
        self._kind = kind
        self.ending = ending
        self._thread = threading.Thread(target=self._live, name="coordinator")

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def finish(self) -> None:
        """Call off what is being played and wait until nothing of it is left running; raises what went wrong in it."""
        self.ending.ask()
        self._thread.join()
        if self._failure is not None:
            raise self._failure

    def _live(self) -> None:
        try:
            _leave_signals_to_the_main_thread()
            with closing(_engine(self._kind, self.home, self.quarters)) as engine:
                Coordinator(self._coordination, engine).run(self.ending.asked)
        except BaseException as error:
            self._failure = error
        finally:
            close_referee()
            self.ending.ask()


def _run(
    database: Database,
    coordinating: Coordinating,
    listening: socket.socket,
    options: ServiceOptions,
    announce: Callable[[str], None],
) -> None:
    from arena.web.app import create_app
    from arena.web.server import WebServer

    ending = coordinating.ending
    home = coordinating.home
    desk = SqlDesk(database, ObstoreObjects(home.objects), closed=coordinating.quarters.closed)
    server = WebServer(create_app(SqlReading(database), SqlAccounts(database), desk))
    ending.then(lambda: setattr(server, "should_exit", True))
    address = _address(listening)
    with _told_in(home.address, address):
        announce(address)
        coordinating.start()
        try:
            with _ended_after(options.for_s, ending):
                server.run(sockets=[listening])  # once it has ended, uvicorn sends us again what signals it got
        finally:
            coordinating.finish()


@contextmanager
def _ending() -> Iterator[Ending]:
    """Signals ask for the end as long as this is open (one that is ignored, as under nohup, stays so)."""
    ending = Ending()
    before = {number: signal.getsignal(number) for number in END_SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, ending.ask)
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _told_in(path: Path, address: str) -> Iterator[None]:
    """Commands find the server of a home here."""
    path.write_text(address + "\n")
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def _ended_after(seconds: float | None, ending: Ending) -> Iterator[None]:
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, ending.ask)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _leave_signals_to_the_main_thread() -> None:
    """Block them in this thread and so in all that it starts, workers too.

    A terminal's Ctrl-C goes to every process of the group: without this it kills the workers first, and what they
    were playing counts as lost instead of called off.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)
    resource_tracker.ensure_running()  # multiprocessing would start it beside the first worker, and then unblocks some
    signal.pthread_sigmask(signal.SIG_BLOCK, END_SIGNALS)


def _engine(kind: EngineKind, home: Home, kept: Quarters) -> Engine:
    if kind is EngineKind.IN_PROCESS:
        from arena.execution.in_process import InProcessEngine

        take_up(kept)
        return InProcessEngine(SLOTS)
    from arena.execution.dask_engine import DaskEngine

    return DaskEngine(workers=1, slots_per_worker=SLOTS, tls=home.tls, preparation=Preparation(TAKE_UP, kept))


def _listen(options: ServiceOptions) -> socket.socket:
    host, port = options.host, DEFAULT_PORT if options.port is None else options.port
    try:
        try:
            return _listening(host, port)
        except OSError as error:
            if options.port is not None or error.errno != errno.EADDRINUSE:
                raise
            return _listening(host, 0)
    except (OSError, UnicodeError) as error:
        taken = isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)
        number = getattr(error, "errno", None) or 0  # below 0: of the resolver, which has words of its own
        reason = os.strerror(number) if number > 0 else getattr(error, "strerror", None) or str(error)
        advice = "; --port 0 takes a free port" if taken else ""
        raise WorldTrouble(f"cannot listen on {host!r}, port {port}: {reason}{advice}") from error


def _listening(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address[:2], family=family)


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
