"""The referee of a worker process: one thread with one event loop for the process's whole life.

All gRPC servers, bot processes and clocks live on that thread (the kernel's parent-death signal follows the thread that
started a child). Others hand it a chunk and wait.
"""

import asyncio
import gc
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue

import structlog
import uvloop

from arena.app.quarters import PLAIN, Quarters
from arena.model.errors import WorldTrouble
from arena.model.matches import Chunk, ChunkRemains, RotationRecord
from arena.ports.bots import Launcher
from arena.ports.links import GateKeeper
from arena.referee.lag import LagMeter, now_us
from arena.referee.runner import ChunkRunner, House
from arena.wire.gate import TableGates
from engine.games import make_game

SWEEP_S = 0.05
"""How often overdue decisions are looked for; what a decision cost is measured, not rounded to this."""

GC_OBJECTS = 50_000
"""New objects between two looks for cycles; at Python's 700 these cost a twentieth of the referee's CPU."""

log = structlog.get_logger()


class HostClocks:
    """The clocks of a running loop; `arena.referee.runner.Clocks`."""

    def __init__(self) -> None:
        self._meter = LagMeter()
        self._meter.start()

    def wall_us(self) -> int:
        """Monotonic, microseconds."""
        return now_us()

    def lag_us(self, at_us: int) -> int:
        """How late the loop has been in all."""
        return self._meter.total_us(at_us)


class RefereeThread:
    """Runs chunks on its own loop, any number at a time."""

    def __init__(self, launcher: Launcher, gatekeeper: GateKeeper) -> None:
        self._launcher = launcher
        self._gatekeeper = gatekeeper
        self._house: House | None = None
        self._runners: set[ChunkRunner] = set()
        self._loop = uvloop.new_event_loop()
        self._thread = threading.Thread(target=self._live, name="referee", daemon=True)
        self._thread.start()

    def play(
        self, chunk: Chunk, report: Callable[[RotationRecord], None], should_stop: Callable[[], bool]
    ) -> ChunkRemains:
        """Play a chunk from another thread, calling `report` on the caller's thread; returns when it is over."""
        records: SimpleQueue[RotationRecord | None] = SimpleQueue()
        future = asyncio.run_coroutine_threadsafe(self._run(chunk, records.put, should_stop), self._loop)
        future.add_done_callback(lambda _: records.put(None))
        while (record := records.get()) is not None:
            if record.aborted:
                log.error("rotation aborted: our bug", rotation=record.id, reason=record.aborted)
            report(record)
        return future.result()

    def close(self) -> None:
        """Stop what is running and end the thread; every bot is gone afterwards."""
        stopped: Future[None] = asyncio.run_coroutine_threadsafe(self._stop(), self._loop)
        stopped.result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _live(self) -> None:
        # What is there now stays; of what comes nearly all dies young and without cycles.
        gc.freeze()
        gc.set_threshold(GC_OBJECTS)
        asyncio.set_event_loop(self._loop)
        self._loop.call_soon(self._sweep)
        self._loop.run_forever()
        self._loop.close()

    async def _run(
        self, chunk: Chunk, report: Callable[[RotationRecord], None], should_stop: Callable[[], bool]
    ) -> ChunkRemains:
        if self._house is None:
            self._house = House(self._launcher, self._gatekeeper, HostClocks())
        table = chunk.table
        game = make_game(table.game, table.players, dict(table.settings))
        runner = ChunkRunner(chunk, game, self._house, report)
        self._runners.add(runner)
        watch = asyncio.ensure_future(_watch(runner, should_stop))
        try:
            await runner.run()
        except OSError as error:
            raise WorldTrouble(f"the machine failed: {error}") from error
        finally:
            watch.cancel()
            self._runners.discard(runner)
        return runner.remains()

    def _sweep(self) -> None:
        for runner in list(self._runners):
            runner.sweep()
        self._loop.call_later(SWEEP_S, self._sweep)

    async def _stop(self) -> None:
        for runner in list(self._runners):
            runner.stop()
        while self._runners:
            await asyncio.sleep(SWEEP_S)


async def _watch(runner: ChunkRunner, should_stop: Callable[[], bool]) -> None:
    while not should_stop():
        await asyncio.sleep(SWEEP_S)
    runner.stop()


_thread: RefereeThread | None = None
_quarters: Quarters = PLAIN
_lock = threading.Lock()


def settle(quarters: Quarters) -> None:
    """Have the bots of this process kept so; once, before its referee has started any."""
    global _quarters
    with _lock:
        if _thread is not None and quarters != _quarters:
            raise RuntimeError("the referee has started already, with bots kept otherwise")
        _quarters = quarters


def present_quarters() -> Quarters:
    """How the bots of this process are kept."""
    return _quarters


def take_up(quarters: Quarters) -> None:
    """Start this process's referee, with bots kept so; what a worker prepares with before it takes any work."""
    settle(quarters)
    referee_thread()


def referee_thread() -> RefereeThread:
    """This process's referee, started at the first call; WorldTrouble if its bots cannot be kept as they should."""
    global _thread
    with _lock:
        if _thread is None:
            _quarters.check()
            _thread = RefereeThread(_quarters.launcher(), TableGates())
        return _thread


def close_referee() -> None:
    """End this process's referee, if it has one; every bot is gone afterwards."""
    global _thread
    with _lock:
        thread, _thread = _thread, None
    if thread is not None:
        thread.close()


def play_chunk(
    chunk: Chunk, report: Callable[[RotationRecord | ChunkRemains], None], should_stop: Callable[[], bool]
) -> None:
    """Play a chunk on this process's referee, and report at last what its bots left behind; the job of a worker."""
    report(referee_thread().play(chunk, report, should_stop))
