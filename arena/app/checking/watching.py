"""What is seen of a bot's process from outside: how it started, what it said, how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from arena.bots.tree import STOPPED, Listed, descendants
from arena.model.clock import TimeControl
from arena.model.faults import Ejection
from arena.model.isolation import Isolation
from arena.ports.bots import BotProcess, Exit, Launcher
from arena.ports.links import Answer, BotLink, BotListener, End, Joined, Question, Start
from arena.referee.lag import now_us
from arena.wire.gate import TableGate


class TableGateKeeper(Protocol):
    """Makes gates that tell of refused calls."""

    async def new_gate(self) -> TableGate:
        """A gate with a fresh address."""


@dataclass
class Sightings:
    """All that was seen of one process."""

    begun_us: int = 0
    joined_us: int | None = None
    asked: set[tuple[int, int]] = field(default_factory=set)
    """Decisions sent to it: match and number."""
    answered: set[tuple[int, int]] = field(default_factory=set)
    struck: set[tuple[int, int]] = field(default_factory=set)
    twice: int = 0
    """Choices for decisions it had answered before."""
    foreign: int = 0
    """Choices for decisions it was never asked."""
    late: int = 0
    """First choices for decisions that had been struck."""
    most_at_once: int = 0
    """Decisions in the fullest message."""
    peak_kib: int = 0
    """The most memory its processes have held."""
    waited: float = 0.0
    """Share of its life in which it was ready to run and got no core, when last looked at after a strike."""
    orphans: int = 0
    """Processes it started whose parents have ended."""
    stopped: bool = False
    """Whether a process of it was found stopped by a signal."""
    goodbye_s: float | None = None
    """Seconds from Goodbye to its end; None if it had to be killed, or was told no Goodbye."""
    had_goodbye: bool = False
    exit: Exit | None = None
    process: BotProcess | None = None
    gate: TableGate | None = None

    @property
    def start_s(self) -> float | None:
        """From starting it to its Join, in seconds."""
        return None if self.joined_us is None else (self.joined_us - self.begun_us) / 1e6

    @property
    def calls(self) -> int:
        """Calls at its gate."""
        return 0 if self.gate is None else self.gate.calls

    @property
    def refused(self) -> str:
        """Why a call was refused, if one was."""
        return "" if self.gate is None else self.gate.refused

    @property
    def printed_bytes(self) -> int:
        """What it wrote to stdout and stderr in all."""
        if self.exit is None:
            return 0
        output = self.exit.output
        return len(output.stdout.encode()) + len(output.stderr.encode()) + output.cut_bytes

    def strike(self, match: int, decision: int) -> None:
        """A decision was struck; whether the process runs at all is seen now or never."""
        self.struck.add((match, decision))
        self.look()
        waited_us = sum(one.waited_us for one in self._tree())
        self.waited = waited_us / max(1, now_us() - self.begun_us)

    def look(self) -> int:
        """Look at its processes; KiB of memory they hold now."""
        tree = self._tree()
        self.peak_kib = max(self.peak_kib, sum(one.peak_kib for one in tree))
        self.stopped = self.stopped or any(one.state == STOPPED for one in tree)
        if self.process is not None:
            below_keeper = sum(one.parent == self.process.keeper_pid for one in tree)
            self.orphans = max(self.orphans, below_keeper - 1)
        return sum(one.resident_kib for one in tree)

    def hear(self, answers: Sequence[Answer]) -> None:
        """Count what a message says."""
        for answer in answers:
            if answer.match is None or answer.decision is None:
                continue
            key = (answer.match, answer.decision)
            if key not in self.asked:
                self.foreign += 1
            elif key in self.answered:
                self.twice += 1
            else:
                self.answered.add(key)
                self.late += key in self.struck

    def _tree(self) -> list[Listed]:
        if self.process is None or self.process.exited.done():
            return []
        return descendants(self.process.keeper_pid)


class WatchedLauncher:
    """A launcher that notes when and as what a process was started."""

    def __init__(self, inner: Launcher, seen: Sightings) -> None:
        self._inner = inner
        self._seen = seen

    @property
    def isolation(self) -> Isolation:
        """As of the launcher."""
        return self._inner.isolation

    async def start(self, manifest: str, address: str, token: str) -> BotProcess:
        """As the launcher does."""
        self._seen.begun_us = now_us()
        process = await self._inner.start(manifest, address, token)
        self._seen.process = process
        return process


class WatchedGates:
    """A gatekeeper whose gates note what passes through."""

    def __init__(self, inner: TableGateKeeper, seen: Sightings) -> None:
        self._inner = inner
        self._seen = seen

    async def new_gate(self) -> "WatchedGate":
        """A gate with a fresh address."""
        self._seen.gate = await self._inner.new_gate()
        return WatchedGate(self._seen.gate, self._seen)


class WatchedGate:
    """A gate, its link and its listener, with a note of everything; `Gate`, `BotLink` and `BotListener`."""

    def __init__(self, inner: TableGate, seen: Sightings) -> None:
        self.address = inner.address
        self.token = inner.token
        self._inner = inner
        self._seen = seen
        self._link: BotLink = inner
        self._listener: BotListener | None = None

    async def joined(self) -> Joined | Ejection:
        """Wait for the process's Join."""
        answer = await self._inner.joined()
        self._seen.joined_us = now_us()
        return answer

    def open(self, listener: BotListener, control: TimeControl, max_matches: int) -> BotLink:
        """Welcome it."""
        self._listener = listener
        self._link = self._inner.open(self, control, max_matches)
        return self

    async def close(self) -> None:
        """End the stream."""
        await self._inner.close()

    def send(self, starts: Sequence[Start], questions: Sequence[Question], ends: Sequence[End]) -> None:
        """Pass it on to the process."""
        self._seen.asked |= {(question.match, question.decision) for question in questions}
        self._seen.most_at_once = max(self._seen.most_at_once, len(questions))
        self._link.send(starts, questions, ends)

    def goodbye(self) -> None:
        """Say that there are no more matches."""
        self._seen.had_goodbye = True
        self._link.goodbye()

    def answered(self, answers: Sequence[Answer]) -> None:
        """One message of the bot."""
        self._seen.hear(answers)
        assert self._listener is not None
        self._listener.answered(answers)

    def broke(self, ejection: Ejection) -> None:
        """Its stream ended or was misused."""
        assert self._listener is not None
        self._listener.broke(ejection)
