"""The arena running: coordinator, workers and web in one program, until a signal or the time is up."""

import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from arena.app.coordinator import Coordinator, begin_coordination
from arena.app.home import Home
from arena.app.host import close_referee
from arena.execution.dask_engine import DaskEngine
from arena.execution.in_process import InProcessEngine
from arena.model.errors import BadInput, WorldTrouble
from arena.ports.execution import Engine
from arena.store.database import Database
from arena.store.migrate import migrate
from arena.store.reading import SqlReading
from arena.web.app import create_app
from arena.web.server import WebServer

DEFAULT_PORT = 8000
SLOTS = 2
"""Chunks played at once by the embedded worker: while one starts its bots, another plays."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """How the arena is run."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None: the default port, or a free one if that is taken; 0: a free one."""
    engine: str = "embedded"
    """"embedded" (workers as processes of our own) or "in-process" (threads)."""
    for_s: float | None = None


def open_database(home: Home) -> Database:
    """The home's database, brought to this release's schema."""
    database = Database(home.database)
    migrate(database.engine)
    return database


def run_service(home: Home, options: ServiceOptions, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT, SIGTERM or the time is up; `announce` is told the address. WorldTrouble if it cannot run."""
    database = open_database(home)
    listening = _listen(options)
    try:
        coordination = begin_coordination(database)
        try:
            _run(database, Coordinating(coordination, home, options), listening, options, announce)
        finally:
            coordination.close()
    finally:
        listening.close()
        database.close()


class Coordinating:
    """The coordinator's thread; it alone writes results. An exception in it ends the program."""

    def __init__(self, coordination: object, home: Home, options: ServiceOptions) -> None:
        self.failure: BaseException | None = None
        self._coordination = coordination
        self._home = home
        self._options = options
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="coordinator")

    def start(self, on_end: Callable[[], None]) -> None:
        """Begin to play; `on_end` is called if it ends by itself."""
        self._on_end = on_end
        self._thread.start()

    def stop(self) -> None:
        """Call off what is being played and wait until nothing of it is left running."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            engine = _engine(self._options.engine, self._home)
            try:
                Coordinator(self._coordination, engine).run(self._stop.is_set)  # type: ignore[arg-type]
            finally:
                engine.close()
                close_referee()
        except BaseException as error:
            self.failure = error
        finally:
            self._on_end()


def _run(
    database: Database,
    coordinating: Coordinating,
    listening: socket.socket,
    options: ServiceOptions,
    announce: Callable[[str], None],
) -> None:
    app = create_app(SqlReading(database))
    server = WebServer(app)

    def end() -> None:
        server.should_exit = True

    timer = None if options.for_s is None else threading.Timer(options.for_s, end)
    coordinating.start(end)
    if timer is not None:
        timer.start()
    host, port = listening.getsockname()[:2]
    announce(f"http://{host}:{port}")
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:  # uvicorn passes the signal on once it has ended
        pass
    finally:
        if timer is not None:
            timer.cancel()
        coordinating.stop()
    if coordinating.failure is not None:
        raise coordinating.failure


def _engine(name: str, home: Home) -> Engine:
    if name == "embedded":
        return DaskEngine(workers=1, slots_per_worker=SLOTS, tls=home.tls)
    if name == "in-process":
        return InProcessEngine(SLOTS)
    raise BadInput(f"--engine {name!r}; it is 'embedded' or 'in-process'")


def _listen(options: ServiceOptions) -> socket.socket:
    wanted = DEFAULT_PORT if options.port is None else options.port
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.host, wanted))
    except OSError as error:
        if options.port is None:
            listening.bind((options.host, 0))
        else:
            listening.close()
            text = (
                f"cannot listen on {options.host}:{wanted}: {os.strerror(error.errno or 0)}; --port 0 takes a free port"
            )
            raise WorldTrouble(text) from error
    return listening
