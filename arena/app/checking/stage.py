"""One life of a bot's process: it is started as for a chunk, asked what is wanted, and told goodbye."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType

from arena.app.checking.asking import Asking
from arena.app.checking.sittings import Sitting
from arena.app.checking.watching import Sightings, TableGateKeeper, WatchedGates, WatchedLauncher
from arena.app.host import SWEEP_S
from arena.model.clock import TimeControl
from arena.model.faults import Ejection, Fault
from arena.model.matches import Entrant
from arena.ports.bots import Launcher
from arena.referee.player import Player
from arena.referee.runner import Clocks, Contender, House


class Stage:
    """An `arena.referee.runner.Occasion` with one contender, in a block of `async with`; an `Asker`."""

    def __init__(
        self,
        entrant: Entrant,
        launcher: Launcher,
        gates: TableGateKeeper,
        clocks: Clocks,
        control: TimeControl,
        goodbye_s: float,
    ) -> None:
        self.seen = Sightings()
        self.house = House(WatchedLauncher(launcher, self.seen), WatchedGates(gates, self.seen), clocks)
        self.closing = False
        self.control = control
        self.ejection: Ejection | None = None
        """Why the process ended, if it ended before goodbye."""
        self.faults: list[Fault] = []
        """Of all its matches."""
        self._goodbye_s = goodbye_s
        self._contender = Contender(entrant, self, starts=1)
        self.over = False
        """Whether nothing is left of the process."""
        self._ready = asyncio.Event()
        self._waiting: deque[Sitting] = deque()
        self._open: set[Asking] = set()
        self._done: list[Asking] = []
        self._over = asyncio.Event()
        self._at_once = control.max_matches
        self._bug: Exception | None = None

    async def __aenter__(self) -> "Stage":
        """Start the process; returns when it has joined or ended."""
        self._life = asyncio.ensure_future(self._contender.live())
        self._sweeper = asyncio.ensure_future(self._sweep())
        try:
            ready = asyncio.ensure_future(self._ready.wait())
            await asyncio.wait([ready, self._life], return_when=asyncio.FIRST_COMPLETED)
            ready.cancel()
            if self._life.done():
                self._life.result()  # the world's trouble
        except BaseException:
            await self._clean_up()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Say goodbye and see it end."""
        try:
            if kind is None:
                await self._part()
        finally:
            await self._clean_up()

    @property
    def player(self) -> Player | None:
        """The process as one that can be asked; None before its Join and after its end."""
        return self._contender.player

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._contender.player is not None

    def cpu_us(self) -> int:
        """CPU time of the process so far, in microseconds."""
        return 0 if self.seen.process is None else self.seen.process.cpu_us()

    async def play(self, sittings: Iterable[Sitting], at_once: int | None = None) -> list[Asking]:
        """Ask all of it, so many matches at once as the process and the ladder allow; ends early if it dies."""
        self._at_once = at_once or self.control.max_matches
        self._waiting.extend(sittings)
        self._over.clear()
        self.pump()
        over = asyncio.ensure_future(self._over.wait())
        await asyncio.wait([over, self._life], return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if self._life.done():
            self._life.result()  # the world's trouble
        if self._bug is not None:
            raise self._bug
        done, self._done = self._done, []
        return done

    def begin(self, sitting: Sitting) -> Asking | None:
        """Ask one match without waiting for it; None if the process cannot be asked."""
        player = self._contender.player
        if player is None:
            return None
        asking = Asking(sitting, player, self)
        self._open.add(asking)
        self.guarded(asking.begin)
        return asking

    def died(self, contender: Contender, ejection: Ejection) -> None:
        """The process has ended: its matches end with it."""
        self.ejection = ejection
        self._note_exit()
        player, contender.player = contender.player, None
        self._waiting.clear()
        if player is not None:
            player.broke(ejection)
            for seated in player.seated:
                seated.board.gone(seated.seat, ejection)
        self._over.set()

    def pump(self) -> None:
        """Start what fits, then send."""
        self._ready.set()
        self._start_what_fits()
        self.flush()

    def flush(self) -> None:
        """Send what has become due; nothing after goodbye."""
        if self._contender.player is not None and not self.closing:
            self._contender.player.flush()

    def flush_soon(self) -> None:
        """Send once all messages that have arrived are dealt with."""
        asyncio.get_running_loop().call_soon(self.flush)

    def _start_what_fits(self) -> None:
        player = self._contender.player
        while player is not None and self._waiting and player.free > 0 and len(self._open) < self._at_once:
            self.begin(self._waiting.popleft())
        if player is None:
            self._waiting.clear()
        if not self._open and not self._waiting:
            self._over.set()

    def ended(self, asking: Asking) -> None:
        """A match is over for the bot."""
        self._open.discard(asking)
        self._done.append(asking)
        self.faults += asking.faults
        self._start_what_fits()

    def guarded(self, step: Callable[[], None]) -> None:
        """Do a step; our own bug ends the check loudly, not a gRPC handler silently."""
        try:
            step()
        except Exception as bug:
            self._bug = self._bug or bug
            self._over.set()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            if self._contender.player is not None:
                self._contender.player.sweep()
                self.flush()

    async def _part(self) -> None:
        self.closing = True
        self.seen.look()
        player, process = self._contender.player, self.seen.process
        if player is None or process is None:
            return
        player.goodbye()
        begun = self.house.clocks.wall_us()
        await asyncio.wait([process.exited], timeout=self._goodbye_s)
        if process.exited.done():
            self.seen.goodbye_s = (self.house.clocks.wall_us() - begun) / 1e6

    async def _clean_up(self) -> None:
        self.closing = True
        for task in (self._sweeper, self._life):
            task.cancel()
        await asyncio.gather(self._sweeper, self._life, return_exceptions=True)
        self._note_exit()
        self.over = True

    def _note_exit(self) -> None:
        """How it ended, if it has; the world's trouble is told by the life itself."""
        process = self.seen.process
        if process is not None and process.exited.done() and process.exited.exception() is None:
            self.seen.exit = process.exited.result()
