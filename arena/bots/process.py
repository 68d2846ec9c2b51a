"""A running bot as the referee sees it: the other end of its keeper's control socket."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from arena.bots.remains import kill_marked
from arena.model.errors import WorldTrouble
from arena.ports.bots import Exit, Output

PATIENCE_SECONDS = 5.0
"""How long a keeper told to end may take; one that takes longer was stopped by its bot, and is killed."""

HEARD_BYTES = 2 * 1024 * 1024
"""A keeper never says more: 128 KiB of output, at most 12 bytes each in JSON."""

EXIT_CANNOT_RUN = 127
"""The shell's exit code for a command that is not there."""


@dataclass(frozen=True, slots=True)
class Keeper:
    """A keeper's process, our end of its control socket, and a descriptor that is readable once it ended."""

    process: "subprocess.Popen[bytes]"
    control: socket.socket
    pidfd: int


class Enclosure(Protocol):
    """What is around a bot's process."""

    def began(self, pid: int) -> None:
        """The process is there and about to run."""

    def cpu_us(self) -> int:
        """CPU time so far, in microseconds; one system call. Stays when the process is gone."""

    def suspend(self) -> None:
        """Stop everything, if that can be done."""

    def resume(self) -> None:
        """Let it go on."""

    def exit_of(self, said: dict[str, Any]) -> Exit:
        """How the bot ended, from all its keeper said; WorldTrouble if that was our doing."""

    def clear(self) -> None:
        """Remove what is left when the keeper has ended; may block. WorldTrouble if something does not go."""


class OpenGround:
    """Nothing: one of our own processes; an `Enclosure`."""

    def __init__(self) -> None:
        self._clock: int | None = None
        self._cpu_us = 0

    def began(self, pid: int) -> None:
        """Find its clock."""
        # A process's CPU clock is ~pid << 3 | CPUCLOCK_SCHED (Linux, include/linux/posix-timers.h).
        self._clock = (~pid << 3) | 2
        self.cpu_us()

    def cpu_us(self) -> int:
        """Of the bot's own process, without its children."""
        if self._clock is not None:
            try:
                self._cpu_us = time.clock_gettime_ns(self._clock) // 1000
            except OSError:  # the process is gone: its last value stands
                self._clock = None
        return self._cpu_us

    def suspend(self) -> None:
        """There is nothing to stop it with that it could not undo."""

    def resume(self) -> None:
        """It was never stopped."""

    def exit_of(self, said: dict[str, Any]) -> Exit:
        """As it was said."""
        return exit_of(said)

    def clear(self) -> None:
        """Nothing is left."""


class KeptProcess:
    """A bot and its keeper; a `BotProcess`, used on the loop it was made on only."""

    def __init__(self, keeper: Keeper, private: Path, token: str, enclosure: Enclosure | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._keeper = keeper
        self._private = private
        self._token = token
        self._heard = bytearray()
        self._enclosure = enclosure or OpenGround()
        self._patience: asyncio.TimerHandle | None = None
        self._burial: asyncio.Task[None] | None = None
        self.started: asyncio.Future[None] = self._loop.create_future()
        """Done when the bot is there and about to run; WorldTrouble if the machine could not."""
        self.exited: asyncio.Future[Exit] = self._loop.create_future()
        self._loop.add_reader(keeper.control, self._hear)
        self._loop.add_reader(keeper.pidfd, self._on_keeper_end)

    def cpu_us(self) -> int:
        """CPU time so far, in microseconds; one system call. Of the whole tree where the enclosure can tell."""
        return self._enclosure.cpu_us()

    @property
    def keeper_pid(self) -> int:
        """The process below which all of the bot is found."""
        return self._keeper.process.pid

    def suspend(self) -> None:
        """Stop the bot until `resume`, where its enclosure can; not once it is to end."""
        if self._patience is None and self._burial is None:
            self._enclosure.suspend()

    def resume(self) -> None:
        """Let it go on."""
        self._enclosure.resume()

    def kill(self) -> None:
        """End the whole tree; `exited` follows."""
        if self._patience is None and self._burial is None:
            self._enclosure.resume()  # what is stopped does not die
            self._patience = self._loop.call_later(PATIENCE_SECONDS, self._keeper.process.kill)
            with suppress(OSError):  # it is closed already: the end is under way
                self._keeper.control.shutdown(socket.SHUT_WR)
            self._keeper.process.send_signal(signal.SIGCONT)

    def _hear(self) -> None:
        """Take what the keeper says; its first line settles the start."""
        try:
            data = self._keeper.control.recv(65536)
        except BlockingIOError:
            return
        except ConnectionResetError:
            data = b""
        self._heard += data
        if not data or len(self._heard) > HEARD_BYTES:
            self._loop.remove_reader(self._keeper.control)
        if not self.started.done() and b"\n" in self._heard:
            self._settle_start(self._said()[0])

    def _settle_start(self, said: dict[str, Any]) -> None:
        if "pid" in said:
            self._enclosure.began(int(said["pid"]))
        if "trouble" in said:
            self.started.set_exception(WorldTrouble(said["trouble"]))
        else:
            self.started.set_result(None)

    def _said(self) -> list[dict[str, Any]]:
        """The whole lines heard so far."""
        return [json.loads(line) for line in bytes(self._heard).split(b"\n")[:-1]]

    def _on_keeper_end(self) -> None:
        self._loop.remove_reader(self._keeper.pidfd)
        self._burial = self._loop.create_task(self._bury())

    async def _bury(self) -> None:
        """The keeper is dead: close everything, clear what is left, tell how it was."""
        self._keeper.process.wait()
        while self._loop.remove_reader(self._keeper.control):
            self._loop.add_reader(self._keeper.control, self._hear)
            self._hear()
        self._keeper.control.close()
        os.close(self._keeper.pidfd)
        if self._patience is not None:
            self._patience.cancel()
        said: dict[str, Any] = {}
        for line in self._said():
            said |= line
        if not {"code", "failed", "trouble"} & said.keys():
            await self._loop.run_in_executor(None, kill_marked, self._token)
        if self._private.exists():
            await self._loop.run_in_executor(None, shutil.rmtree, self._private, True)
        if not self.started.done():
            self.started.set_result(None)
        try:
            self.exited.set_result(await self._end(said))
        except Exception as error:
            self.exited.set_exception(error)

    async def _end(self, said: dict[str, Any]) -> Exit:
        """How it ended; raises if that was our bug or the world's trouble."""
        try:
            if "bug" in said:
                raise RuntimeError(f"the keeper failed: {said['bug']}")
            if "trouble" in said:
                raise WorldTrouble(said["trouble"])
            return self._enclosure.exit_of(said)
        finally:
            await self._loop.run_in_executor(None, self._enclosure.clear)


def exit_of(said: dict[str, Any]) -> Exit:
    """How the bot ended, from all its keeper said."""
    if "code" in said:
        output = Output(said["stdout"], said["stderr"], said["cut_bytes"])
        return Exit(said["code"], said["signal"], out_of_memory=False, output=output)
    if "failed" in said:
        output = Output("", said["failed"], 0)
        return Exit(EXIT_CANNOT_RUN, None, out_of_memory=False, output=output)
    # A bot may kill its keeper, and is killed by the system for it: that is the bot's end like any other.
    return Exit(None, 9, out_of_memory=False, output=Output("", "the process that keeps the bot was killed", 0))
