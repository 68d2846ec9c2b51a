"""Who may write results: one coordinator at a time, and none that was replaced."""

import fcntl
import os
import socket
from datetime import datetime
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, insert, select, update

from arena.model.errors import WorldTrouble
from arena.store.database import Database
from arena.store.tables import COORDINATOR

_COORDINATOR = 1


class CoordinatorLock:
    """The right to coordinate, from `take_lock` to `release` or the end of the process.

    The file's lock is the kernel's: it goes with the process, however that ends. The epoch in the database
    is for what the kernel can't see (a lock on another machine, a stalled process): every write checks it.
    """

    def __init__(self, file: IO[str], epoch: int) -> None:
        self._file = file
        self.epoch = epoch

    def check(self, connection: Connection) -> None:
        """WorldTrouble if another coordinator has taken over; to be called in every write."""
        row = connection.execute(select(COORDINATOR.c.epoch, COORDINATOR.c.holder)).one()
        if row.epoch != self.epoch:
            raise WorldTrouble(
                f"another coordinator ({row.holder}, epoch {row.epoch}) has taken over from epoch {self.epoch}; "
                "nothing was written"
            )

    def release(self) -> None:
        """Let the next one in."""
        self._file.close()


def take_lock(database: Database, now: datetime) -> CoordinatorLock:
    """Become the coordinator; WorldTrouble, naming the holder, if there is one."""
    file = _lock_file(Path(f"{database.path}.coordinator"))
    holder = f"process {os.getpid()} on {socket.gethostname()}"
    file.seek(0)
    file.truncate()
    file.write(holder)
    file.flush()
    try:
        epoch = database.write(lambda connection: _raise_epoch(connection, holder, now))
    except BaseException:
        file.close()
        raise
    return CoordinatorLock(file, epoch)


def _lock_file(path: Path) -> IO[str]:
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise WorldTrouble(f"{holder} already runs the ladders of {path.parent}; stop it first") from None
    return file


def _raise_epoch(connection: Connection, holder: str, now: datetime) -> int:
    old = connection.execute(select(COORDINATOR.c.epoch)).scalar_one_or_none()
    values = {"epoch": (old or 0) + 1, "holder": holder, "taken_at": now}
    if old is None:
        connection.execute(insert(COORDINATOR).values(id=_COORDINATOR, **values))
    else:
        connection.execute(update(COORDINATOR).values(**values))
    return (old or 0) + 1
