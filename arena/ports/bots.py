"""What the referee needs of a bot's process, whatever starts it, plainly or in a sandbox."""

from asyncio import Future
from dataclasses import dataclass
from typing import Protocol

from arena.model.isolation import Isolation


@dataclass(frozen=True, slots=True)
class Output:
    """What a process printed, bounded: the first and the last part of each stream."""

    stdout: str
    stderr: str
    cut_bytes: int
    """Bytes that were read and thrown away because the cap was reached."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended."""

    code: int | None
    """Exit status; None if a signal ended it."""
    signal: int | None
    out_of_memory: bool
    output: Output

    def text(self) -> str:
        """In words, with the last line of stderr: "exit code 1: KeyError: 'x'"."""
        how = f"exit code {self.code}" if self.signal is None else f"signal {self.signal}"
        lines = self.output.stderr.strip().splitlines()
        return f"{how}: {lines[-1][:200]}" if lines else how


class BotProcess(Protocol):
    """A running bot with all its children; used on the referee's loop only."""

    exited: "Future[Exit]"
    """Done when the whole tree is gone and reaped."""

    @property
    def keeper_pid(self) -> int:
        """The process below which all of the bot is found."""

    def cpu_us(self) -> int:
        """CPU time of the bot so far, in microseconds; cheap enough to call per message."""

    def suspend(self) -> None:
        """Stop the whole tree until `resume`; only where the launcher's isolation is full, else nothing happens."""

    def resume(self) -> None:
        """Let it go on; nothing happens if it is not suspended."""

    def kill(self) -> None:
        """End the whole tree, suspended or not; `exited` follows. Calling it again changes nothing."""


class Launcher(Protocol):
    """Starts bots; raises `WorldTrouble` if the machine cannot, never for what the bot does."""

    @property
    def isolation(self) -> Isolation:
        """How far its bots are kept apart; stamped on every match."""

    async def start(self, manifest: str, address: str, token: str) -> BotProcess:
        """Start the bot of a manifest's path with ARENA_ADDRESS and ARENA_TOKEN set."""
