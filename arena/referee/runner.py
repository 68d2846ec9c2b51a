"""Plays a chunk: starts its processes, seats them, and reports each rotation as soon as its last match is over.

Everything here runs on the referee's one loop. A match starts when all its seats have a free place, taken in one
step. A process that dies forfeits its open matches and is started once more; a second death forfeits the rest.
"""

import asyncio
import traceback
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from arena.model.clock import Pace, Ponder, TimeControl
from arena.model.errors import WorldTrouble
from arena.model.faults import Cause, Ejection
from arena.model.isolation import Isolation
from arena.model.matches import (
    Chunk,
    ChunkRemains,
    DecisionTime,
    Entrant,
    MatchRecord,
    ProcessRemains,
    Rotation,
    RotationRecord,
    SeatReport,
)
from arena.ports.bots import BotProcess, Exit, Launcher
from arena.ports.links import Answer, End, Gate, GateKeeper, Joined
from arena.referee.clock import Reading
from arena.referee.player import Player, Seated
from arena.referee.session import MatchSession
from engine.contract import Game, Seat
from engine.streams import Streams

STARTS = 2
"""How often a bot's process is started in one chunk."""
EXIT_GRACE_S = 2.0
"""How long a process that closed its stream may take to exit before that counts as closing the stream."""
GOODBYE_GRACE_S = 1.0
"""How long a process may take to exit after Goodbye before it is killed."""


class Clocks(Protocol):
    """The host's clocks."""

    def wall_us(self) -> int:
        """Monotonic, microseconds."""

    def lag_us(self, at_us: int) -> int:
        """How late the loop has been in all, up to a reading of `wall_us`."""


@dataclass(frozen=True, slots=True)
class House:
    """What a chunk needs of the machine it is played on."""

    launcher: Launcher
    gatekeeper: GateKeeper
    clocks: Clocks


def bot_seed(streams: Streams, seat: Seat) -> int:
    """What the bot of this seat is given to draw from, by the streams of its match."""
    return streams(f"bot_seed/{seat}", 1 << 64)


async def to_the_end(work: Coroutine[object, object, None]) -> None:
    """Await work that must not be left half done; a cancellation meanwhile waits, and is dropped."""
    task = asyncio.ensure_future(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)


class Occasion(Protocol):
    """What a contender's process is started for: a chunk, or whatever else has questions for it."""

    house: House
    closing: bool
    """Set when it is over: processes that end now are not missed."""

    @property
    def control(self) -> TimeControl:
        """How its time is counted."""

    def died(self, contender: "Contender", ejection: Ejection) -> None:
        """A process has ended."""

    def pump(self) -> None:
        """Start what waits for this contender, or go on without it: it has joined, or is lost for good."""

    def flush_soon(self) -> None:
        """Send what has become due, once all messages that have arrived by now are dealt with."""


class Contender:
    """An entrant within an occasion: its process, and the next one should that die."""

    def __init__(self, entrant: Entrant, runner: Occasion, starts: int = STARTS) -> None:
        self.player: Player | None = None
        self.lost: Ejection | None = None
        """Set when it has died for good: why."""
        self.exits: list[Exit] = []
        """How each of its processes ended."""
        self._entrant = entrant
        self._runner = runner
        self._starts_left = starts
        self._process: BotProcess | None = None
        self._gate: Gate | None = None
        self._ejected = asyncio.Event()
        self._ejection: Ejection | None = None

    async def live(self) -> None:
        """Start the process, again if it dies, until it is lost or the task is cancelled."""
        while self._starts_left:
            self._starts_left -= 1
            self._ejected.clear()
            self._ejection = None
            try:
                ejection = await self._one_life()
            finally:
                await to_the_end(self._clean_up())
            if self._runner.closing:
                return
            self._runner.died(self, ejection)
            self.lost = None if self._starts_left else ejection
        self._runner.pump()

    def eject(self, ejection: Ejection) -> None:
        """End its process for a fault."""
        if self._ejection is None:
            self._ejection = ejection
            self._ejected.set()

    async def leave(self) -> None:
        """Say goodbye and give the process a moment to exit by itself."""
        if self.player is not None and self._process is not None:
            exited = self._process.exited
            self.player.goodbye()
            await asyncio.wait([exited], timeout=GOODBYE_GRACE_S)

    async def _one_life(self) -> Ejection:
        house, control = self._runner.house, self._runner.control
        self._gate = await house.gatekeeper.new_gate()
        self._process = await house.launcher.start(self._entrant.manifest, self._gate.address, self._gate.token)
        joined = asyncio.ensure_future(self._gate.joined())
        exited = self._process.exited
        try:
            await self._wait_for_join(joined, exited, control.start_us)
            if not joined.done():
                return self._not_joined(exited, control.start_us)
            answer = joined.result()
        finally:
            joined.cancel()
        if isinstance(answer, Ejection):
            return answer
        self._seat_player(answer)
        return await self._until_it_ends(exited)

    async def _wait_for_join(self, joined: "asyncio.Future[Any]", exited: "asyncio.Future[Any]", start_us: int) -> None:
        clocks = self._runner.house.clocks
        begun = clocks.wall_us()
        lag = clocks.lag_us(begun)
        while not joined.done() and not exited.done():
            now = clocks.wall_us()
            left = start_us - (now - begun) + (clocks.lag_us(now) - lag)
            if left <= 0:
                return
            await asyncio.wait([joined, exited], timeout=left / 1e6, return_when=asyncio.FIRST_COMPLETED)

    def _not_joined(self, exited: "asyncio.Future[Any]", start_us: int) -> Ejection:
        if exited.done():
            return self._exit_ejection("before it joined")
        return Ejection(Cause.NOT_READY, f"no Join within {start_us / 1e6:g} s")

    def _seat_player(self, joined: Joined) -> None:
        runner = self._runner
        control = runner.control
        process, gate, clocks = self._process, self._gate, runner.house.clocks
        assert process is not None
        assert gate is not None

        def read() -> Reading:
            wall = clocks.wall_us()
            return Reading(wall, clocks.lag_us(wall), process.cpu_us())

        relay = _Relay(runner)
        link = gate.open(relay, control, min(joined.max_matches, control.max_matches))
        self.player = relay.player = Player(link, control, joined, read, self.eject, process)
        runner.pump()

    async def _until_it_ends(self, exited: "asyncio.Future[Any]") -> Ejection:
        ejected = asyncio.ensure_future(self._ejected.wait())
        try:
            await asyncio.wait([exited, ejected], return_when=asyncio.FIRST_COMPLETED)
            if self._ejection is not None and self._ejection.cause is Cause.STREAM_CLOSED:
                await asyncio.wait([exited], timeout=EXIT_GRACE_S)
                if exited.done():
                    return self._exit_ejection("after it joined")
        finally:
            ejected.cancel()
        return self._ejection if self._ejection is not None else self._exit_ejection("after it joined")

    def _exit_ejection(self, when: str) -> Ejection:
        assert self._process is not None
        end = self._process.exited.result()
        cause = Cause.OUT_OF_MEMORY if end.out_of_memory else Cause.EXITED
        return Ejection(cause, f"exited {when}: {end.text()}")

    async def _clean_up(self) -> None:
        process, gate = self._process, self._gate
        self._process = self._gate = None
        if process is not None:
            process.kill()
        if gate is not None:
            await gate.close()
        if process is not None:
            self.exits.append(await process.exited)


class _Relay:
    """Hands a process's messages to its player inside one turn of the runner, which then sends all that is due."""

    def __init__(self, runner: Occasion) -> None:
        self.player: Player | None = None
        self._runner = runner

    def answered(self, answers: Sequence[Answer]) -> None:
        assert self.player is not None
        self.player.answered(answers)
        self._runner.flush_soon()

    def broke(self, ejection: Ejection) -> None:
        if self.player is not None:
            self.player.broke(ejection)


class Playing:
    """One match in progress."""

    def __init__(self, runner: "ChunkRunner", rotation: "OpenRotation", number: int) -> None:
        self._runner = runner
        self._rotation = rotation
        self._number = number
        self._contenders = [runner.contenders[index] for index in rotation.spec.seating(number)]
        self._begun_us = runner.house.clocks.wall_us()
        streams = Streams(rotation.spec.seeds[number])
        game = runner.game
        players = [contender.player for contender in self._contenders]
        events = any(player.events for player in players if player is not None)
        strikes = runner.chunk.table.time_control.strikes
        deal = rotation.spec.deal or game.deal(streams)
        self.session = MatchSession(game, deal, strikes, events=events)
        self._seats: list[tuple[Player, Seated] | None] = []
        """None: its bot was lost before the match began."""
        for seat, player in enumerate(players):
            seed = bot_seed(streams, seat)
            self._seats.append(None if player is None else (player, player.seat(self, seat, seed)))

    def begin(self) -> None:
        """Put out those who are lost for the chunk, and ask the first seat."""
        try:
            for seat, contender in enumerate(self._contenders):
                if contender.lost is not None:
                    self.session.eject(seat, contender.lost)
            self._go_on()
        except Exception:
            self._our_bug()

    def gone(self, seat: Seat, ejection: Ejection) -> None:
        """A seat's process has ended; if it was asked, the match goes on without it."""
        if self._rotation.aborted:
            return
        try:
            asked = self.session.to_act
            self.session.eject(seat, ejection)
            if asked == seat:
                self._go_on()
        except Exception:
            self._our_bug()

    def play(self, action: int, time: DecisionTime) -> None:
        """The seat to act has chosen."""
        if self._rotation.aborted:
            return
        try:
            self.session.answer(action, time)
            self._go_on()
        except Exception:
            self._our_bug()

    def strike(self, cause: Cause, detail: str, time: DecisionTime) -> None:
        """The seat to act has broken the contract."""
        if self._rotation.aborted:
            return
        try:
            self.session.strike(cause, detail, time)
            self._go_on()
        except Exception:
            self._our_bug()

    def leave(self, places: tuple[int, ...], scores: tuple[int, ...]) -> None:
        """Free the places it held."""
        self._rotation.playing.discard(self)
        for place in self._seats:
            if place is not None:
                player, seated = place
                player.finish(seated, End(seated.match, places, scores, self.session.faults_of(seated.seat)))

    def _go_on(self) -> None:
        """Ask the seat to act, or finish."""
        seat = self.session.to_act
        if seat is None:
            self._finish()
            return
        place = self._seats[seat]
        assert place is not None
        player, seated = place
        player.ask(seated)

    def _our_bug(self) -> None:
        """An exception here is our bug: it aborts the rotation loudly and nobody is rated."""
        self._runner.abort(self._rotation, traceback.format_exc())

    def _finish(self) -> None:
        wall = self._runner.house.clocks.wall_us() - self._begun_us
        reports = tuple(SeatReport() if place is None else place[1].report() for place in self._seats)
        record = replace(self.session.record(wall, reports), isolation=self._runner.house.launcher.isolation)
        self.leave(record.places, record.scores)
        self._rotation.records[self._number] = record
        self._runner.finished(self._rotation)


class OpenRotation:
    """A rotation being played."""

    def __init__(self, spec: Rotation) -> None:
        self.spec = spec
        self.playing: set[Playing] = set()
        self.records: dict[int, MatchRecord] = {}
        self.aborted = ""


class ChunkRunner:
    """Plays all rotations of a chunk on the running loop; an `Occasion`."""

    def __init__(self, chunk: Chunk, game: Game, house: House, report: Callable[[RotationRecord], None]) -> None:
        self.chunk = chunk
        self.game = game
        self.house = house
        self.contenders: list[Contender] = [Contender(entrant, self) for entrant in chunk.table.entrants]
        self.closing = False
        self._report = report
        rotations = [OpenRotation(spec) for spec in chunk.rotations]
        self._to_start = deque((rotation, k) for rotation in rotations for k in range(len(rotation.spec.order)))
        self._open = set(rotations)
        self._flushing = False
        self._one_at_a_time = chunk.table.time_control.pace is Pace.SLOW
        self._suspends = chunk.table.time_control.ponder is Ponder.SUSPEND
        if self._suspends and house.launcher.isolation is not Isolation.FULL:
            raise WorldTrouble("ponder is suspend, but only a sandbox with full limits can suspend its bots")
        self._done = asyncio.Event()

    @property
    def control(self) -> TimeControl:
        """How its table counts time."""
        return self.chunk.table.time_control

    async def run(self) -> None:
        """Play until every rotation is reported; WorldTrouble if the machine fails."""
        lives = [asyncio.ensure_future(contender.live()) for contender in self.contenders]
        done = asyncio.ensure_future(self._done.wait())
        try:
            waiting: set[asyncio.Future[Any]] = {done, *lives}
            while not done.done():
                finished, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in finished:
                    task.result()
            if not self.closing:
                self.closing = True
                await asyncio.gather(*(contender.leave() for contender in self.contenders))
        finally:
            self.closing = True
            for task in (done, *lives):
                task.cancel()
            await asyncio.gather(done, *lives, return_exceptions=True)

    def remains(self) -> ChunkRemains:
        """What its processes left behind; once it has run."""
        found = [
            ProcessRemains(entrant, life, end.output.stderr, end.text())
            for entrant, contender in enumerate(self.contenders)
            for life, end in enumerate(contender.exits)
            if end.output.stderr or end.code != 0
        ]
        return ChunkRemains(tuple(rotation.id for rotation in self.chunk.rotations), tuple(found))

    def stop(self) -> None:
        """Give up what is not finished; it is not reported."""
        self.closing = True
        self._done.set()

    def sweep(self) -> None:
        """Strike what is overdue, everywhere."""
        for contender in self.contenders:
            if contender.player is not None:
                contender.player.sweep()
        self.flush()

    def flush(self) -> None:
        """Send what the last step made due; called once at the end of a step, so that batches are full."""
        players = [contender.player for contender in self.contenders if contender.player is not None]
        for player in players:
            player.flush()
        if self._suspends:
            for player in players:
                player.rest()

    def flush_soon(self) -> None:
        """Flush once all messages that have arrived by now are dealt with: a busy referee then sends fuller batches."""
        if self._one_at_a_time:
            self.flush()
        elif not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        self.flush()

    def pump(self) -> None:
        """Start matches, in order, while the next one finds a place at every seat; then send."""
        self._start_what_fits()
        self.flush()

    def died(self, contender: Contender, ejection: Ejection) -> None:
        """A process has ended: what it had open is forfeited by it."""
        player, contender.player = contender.player, None
        contender.eject(ejection)
        if player is None:
            return
        player.broke(ejection)
        for seated in player.seated:
            seated.board.gone(seated.seat, ejection)
        self.flush()

    def finished(self, rotation: OpenRotation) -> None:
        """A match is over: report its rotation if it was the last, and start what may start now."""
        if len(rotation.records) == len(rotation.spec.order):
            records = tuple(rotation.records[k] for k in range(len(rotation.spec.order)))
            self._close(rotation, RotationRecord(rotation.spec.id, rotation.spec.attempt, records))
        self._start_what_fits()

    def abort(self, rotation: OpenRotation, reason: str) -> None:
        """Our own bug: nobody is rated for this rotation."""
        rotation.aborted = reason
        for playing in list(rotation.playing):
            playing.leave((), ())
        self._close(rotation, RotationRecord(rotation.spec.id, rotation.spec.attempt, (), reason))

    def _close(self, rotation: OpenRotation, record: RotationRecord) -> None:
        self._open.discard(rotation)
        self._report(record)
        if not self._open:
            self._done.set()

    def _start_what_fits(self) -> None:
        while self._to_start and self._places():
            rotation, number = self._to_start.popleft()
            if not rotation.aborted:
                self._start(rotation, number)

    def _places(self) -> bool:
        return all(
            contender.lost is not None or (contender.player is not None and contender.player.free > 0)
            for contender in self.contenders
        )

    def _start(self, rotation: OpenRotation, number: int) -> None:
        try:
            playing = Playing(self, rotation, number)
        except Exception:
            self.abort(rotation, traceback.format_exc())
            return
        rotation.playing.add(playing)
        playing.begin()
