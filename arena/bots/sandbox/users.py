"""Users of running bots: one number each out of a block that no system gives to anybody."""

import os
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from arena.model.errors import WorldTrouble

FIRST = 1_900_000_000
COUNT = 4096
"""systemd's list of user numbers (UIDS-GIDS.md) leaves everything from 1,879,048,192 to 2,147,352,575 free."""
LOCKS = Path("/run/stockpit/users")


class BotUser:
    """A number that is ours alone as long as its lock is open, in us or in the keeper that was handed it."""

    def __init__(self, number: int, lock: int) -> None:
        self.number = number
        self.lock = lock
        """Descriptor of the locked file; freed by the kernel when all who hold it are gone."""

    def close(self) -> None:
        """Give it back."""
        os.close(self.lock)


class Users:
    """Hands out numbers, also while other workers on this machine do."""

    def __init__(self, locks: Path = LOCKS, first: int = FIRST, count: int = COUNT) -> None:
        self._locks = locks
        self._first = first
        self._count = count
        self._next = os.getpid() % count
        """Workers begin at different places, and a number just freed is not taken at once."""

    def take(self) -> BotUser:
        """One that nobody has; WorldTrouble if all are taken or no lock can be made."""
        try:
            self._locks.mkdir(mode=0o700, parents=True, exist_ok=True)
            for _ in range(self._count):
                number = self._first + self._next
                self._next = (self._next + 1) % self._count
                lock = os.open(self._locks / str(number), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
                with suppress(BlockingIOError):
                    flock(lock, LOCK_EX | LOCK_NB)
                    return BotUser(number, lock)
                os.close(lock)
        except OSError as error:
            raise WorldTrouble(f"no user for a bot: {error}") from error
        raise WorldTrouble(f"all {self._count} users for bots are taken")
