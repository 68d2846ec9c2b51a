"""The database: connections, transactions, and what is done when it is busy or full."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError

from arena.model.errors import WorldTrouble

T = TypeVar("T")

PATIENCE_S = 10.0
"""How long a write is tried again before the trouble is reported."""
_BUSY_MS = 2_000
_BACKOFF_S = (0.02, 0.05, 0.1, 0.2, 0.5)
_PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
"""SQLite's errors that may go away by themselves; everything else is our bug and stays loud."""


class Database:
    """A SQLite file in WAL mode. Reads see one snapshot; writes are serial and whole.

    `synchronous` is FULL: a lease that was handed out survives a power cut, so no attempt's deals are ever
    used twice, and a result that a page has shown is never taken back. It costs one fsync per transaction,
    and results that arrive together share one.
    """

    def __init__(self, path: Path, *, patience_s: float = PATIENCE_S) -> None:
        self.path = path
        self._patience_s = patience_s
        self.engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": _BUSY_MS / 1000})
        event.listen(self.engine, "connect", _prepare)
        event.listen(self.engine, "begin", _begin)
        self._writing = self.engine.execution_options(write=True)

    def read(self, query: Callable[[Connection], T]) -> T:
        """What `query` returns on one snapshot of the database."""
        return self._attempt(self.engine, query)

    def write(self, change: Callable[[Connection], T]) -> T:
        """Run `change` in one transaction that is the only writer; WorldTrouble if that stays impossible.

        `change` is run again from its start when the database was busy or full, so it must change nothing
        else.
        """
        return self._attempt(self._writing, change)

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()

    def _attempt(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        deadline = time.monotonic() + self._patience_s
        tries = 0
        while True:
            try:
                with engine.begin() as connection:
                    return work(connection)
            except OperationalError as error:
                if (trouble := _passing_trouble(error)) is None:
                    raise
                if time.monotonic() >= deadline:
                    text = f"{self.path}: {trouble} for {self._patience_s:g} s; nothing was written"
                    raise WorldTrouble(text) from error
            time.sleep(_BACKOFF_S[min(tries, len(_BACKOFF_S) - 1)])
            tries += 1


def _passing_trouble(error: OperationalError) -> str | None:
    """SQLite's words for a trouble that may pass; None if it is another."""
    name = getattr(error.orig, "sqlite_errorname", "")
    return str(error.orig) if name.startswith(_PASSING) else None


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # no hidden BEGIN: `_begin` says which one
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {_BUSY_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    options: Any = connection.get_execution_options()
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("write") else "BEGIN")
