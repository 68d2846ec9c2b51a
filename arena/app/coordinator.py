"""The coordinator: keeps tables paired, workers busy and results recorded, until it is told to stop."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil

import structlog

from arena.app.building import BUILD_BOT
from arena.app.coordinator_fits import BatchFits
from arena.app.coordinator_plan import tables_plan
from arena.app.recording import PLAY_PACKED, Assignment
from arena.app.workshop import Workshop
from arena.model.ladders import Ladder, Purpose
from arena.model.matches import Chunk, ChunkRemains, Table
from arena.ports.execution import Engine, Event, EventKind, Job
from arena.scheduler.chunks import rotations_per_chunk
from arena.store.coordination import Coordination
from arena.store.database import Database
from arena.store.packing import PackedRotation
from arena.store.queue import Lease, Leased

PLAY_CHUNK = "arena.app.host:play_chunk"
LEASE_FACTOR = 1.5
"""Chunks that are out, per slot: the half more waits at the workers, so that none runs dry."""
ASKED_FOR = 10
"""Priority of matches that somebody waits for: validation and challenges."""
_POLL_S = 0.2
_GATHER_S = 0.05
"""Results that come so close together share a transaction; the half more chunks keeps the slots busy meanwhile."""
_CALL_OFF_S = 5.0
"""How long jobs that were called off may take to end."""
_LOOK_S = 1.0
"""How often new ladders are looked for."""
_SMOOTHING = 0.2

log = structlog.get_logger()


@dataclass(slots=True)
class _Flight:
    """A chunk that is out."""

    job: Job
    run: "_LadderRun"
    rotations: tuple[int, ...]
    versions: tuple[int, ...]
    """By entrant of its table."""
    open: dict[int, Lease]
    """By rotation: leases that nothing has been heard of."""


class _LadderRun:
    """A ladder while it is played."""

    def __init__(self, ladder: Ladder, fits: BatchFits | None) -> None:
        self.ladder = ladder
        self.fits = fits
        """None: nobody is rated."""
        self.seconds_per_rotation: float | None = None

    @property
    def rated(self) -> bool:
        return self.ladder.purpose is Purpose.RATED

    @property
    def chunk_size(self) -> int:
        return rotations_per_chunk(self.seconds_per_rotation)

    def measure(self, record: PackedRotation) -> None:
        """Learn how long a rotation takes; its matches are played at the same time."""
        if record.matches:
            took = max(match.wall_us for match in record.matches) / 1_000_000
            old = self.seconds_per_rotation
            self.seconds_per_rotation = took if old is None else old + _SMOOTHING * (took - old)


class Coordinator:
    """Runs every open ladder of a database on an engine; one thread, which alone writes results."""

    def __init__(
        self, coordination: Coordination, engine: Engine, *, play: str = PLAY_CHUNK, build: str = BUILD_BOT
    ) -> None:
        self._coordination = coordination
        self._engine = engine
        self._play = play
        self._flights: dict[str, _Flight] = {}
        self._workshop = Workshop(coordination, engine, build)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="batch-fit")
        self._runs: list[_LadderRun] = []
        self._looked_s = -_LOOK_S

    def run(self, should_stop: Callable[[], bool], *, for_s: float | None = None, drain_s: float = 0.0) -> None:
        """Play until told to stop, or for so long; then wait `drain_s` for chunks to end and call off the rest."""
        until = None if for_s is None else time.monotonic() + for_s
        while not should_stop() and (until is None or time.monotonic() < until):
            self.step()
        self._wind_down(drain_s)

    def step(self, timeout_s: float = _POLL_S) -> None:
        """Hand out what there are slots for, and record what has come back within the time."""
        self._look_for_ladders()
        self._hand_out()
        self._take_in(timeout_s)
        self._workshop.judge({rotation for flight in self._flights.values() for rotation in flight.rotations})
        for run in self._runs:
            if run.fits is not None:
                run.fits.step(time.monotonic())

    def _wind_down(self, drain_s: float) -> None:
        self._workshop.call_off()
        deadline = time.monotonic() + drain_s
        while self._flights and time.monotonic() < deadline:
            self._take_in(_POLL_S)
        for flight in self._flights.values():
            self._engine.cancel(flight.job)
        deadline = time.monotonic() + _CALL_OFF_S
        while self._flights and time.monotonic() < deadline:
            self._take_in(_POLL_S, called_off=True)
        leases = [lease for flight in self._flights.values() for lease in flight.open.values()]
        self._flights.clear()
        self._coordination.give_back(leases)
        self._threads.shutdown(wait=True)
        for run in self._runs:
            if run.fits is not None:
                run.fits.finish()

    def _look_for_ladders(self) -> None:
        """Take up ladders that were opened or rated anew, and drop those that were paused or closed."""
        if time.monotonic() - self._looked_s < _LOOK_S:
            return
        self._looked_s = time.monotonic()
        open_ladders = self._coordination.ladders()
        self._runs = [run for run in self._runs if run.ladder in open_ladders]
        known = [run.ladder for run in self._runs]
        for ladder in open_ladders:
            if ladder not in known:
                self._runs.append(_LadderRun(ladder, self._fits_of(ladder)))

    def _fits_of(self, ladder: Ladder) -> BatchFits | None:
        """Nothing is fitted where nobody is rated."""
        return BatchFits(self._coordination, ladder, self._threads) if ladder.purpose is Purpose.RATED else None

    def _hand_out(self) -> None:
        """Builds first, then tables that somebody has asked for, then the ladders in turn."""
        slots = self._engine.slots()
        self._workshop.hand_out(slots)
        free = ceil(LEASE_FACTOR * slots) - len(self._flights)
        for run in self._unrated():
            free -= self._hand_out_of(run, max(free, 1))  # one goes before what waits at the workers
        rated = [run for run in self._runs if run.rated]
        for turn, run in enumerate(rated):
            share = ceil(free / (len(rated) - turn))
            if share > 0:
                self._pair(run, share)
                free -= self._hand_out_of(run, share)
        self._runs = self._runs[1:] + self._runs[:1]

    def _unrated(self) -> list[_LadderRun]:
        """Those whose tables are named: with more of them at the workers than there are slots, none just now."""
        out = sum(not flight.run.rated for flight in self._flights.values())
        return [run for run in self._runs if not run.rated] if out < self._engine.slots() else []

    def _pair(self, run: _LadderRun, chunks: int) -> None:
        """Pair new tables as far as those that are ready do not make so many chunks."""
        tables = chunks - ceil(self._coordination.ready(run.ladder) / run.chunk_size)
        if tables > 0:
            self._coordination.plan(run.ladder, tables_plan(run.ladder, tables, run.chunk_size))

    def _hand_out_of(self, run: _LadderRun, chunks: int) -> int:
        """Hand out up to so many chunks of one ladder; how many."""
        leased = self._coordination.lease(run.ladder, chunks, run.chunk_size)
        for chunk in leased:
            self._submit(run, chunk)
        return len(leased)

    def _submit(self, run: _LadderRun, leased: Sequence[Leased]) -> None:
        spec = run.ladder.spec
        entrants = self._coordination.entrants(set(leased[0].table))
        table = Table(
            game=spec.game,
            players=spec.players,
            settings=spec.settings,
            time_control=spec.time_control,
            entrants=tuple(entrants[version] for version in leased[0].table),
        )
        chunk = Chunk(table, tuple(one.rotation for one in leased))
        first = leased[0].rotation
        job = Job(first.id, first.attempt, PLAY_PACKED, Assignment(self._play, chunk), 0 if run.rated else ASKED_FOR)
        self._flights[job.key] = _Flight(
            job,
            run,
            tuple(one.rotation.id for one in leased),
            leased[0].table,
            {one.rotation.id: one.lease for one in leased},
        )
        self._engine.submit(job)

    def _take_in(self, timeout_s: float, *, called_off: bool = False) -> None:
        events = [event for event in self._gathered(timeout_s) if not self._workshop.take(event)]
        self._record([event for event in events if event.kind is EventKind.PROGRESS])
        for event in events:
            if event.kind is not EventKind.PROGRESS and event.job.key in self._flights:
                self._end(event, called_off)

    def _gathered(self, timeout_s: float) -> list[Event]:
        """What there is within the time, and what comes shortly after."""
        events = self._engine.poll(timeout_s)
        deadline = time.monotonic() + _GATHER_S
        while events and (left := deadline - time.monotonic()) > 0:
            events += self._engine.poll(left)
        return events

    def _record(self, events: Sequence[Event]) -> None:
        by_ladder: dict[int, tuple[_LadderRun, list[PackedRotation]]] = {}
        for event in events:
            flight = self._flights.get(event.job.key)
            if flight is not None and isinstance(event.data, PackedRotation):
                flight.open.pop(event.data.id, None)
                by_ladder.setdefault(flight.run.ladder.id, (flight.run, []))[1].append(event.data)
        for run, records in by_ladder.values():
            recorded = self._coordination.record(run.ladder, records)
            if run.fits is not None:
                run.fits.add(recorded.results)
            for record in records:
                run.measure(record)
            if recorded.late or recorded.aborted:
                log.warning("results not rated", late=recorded.late, aborted=recorded.aborted)
        for event in events:
            if isinstance(event.data, ChunkRemains) and event.job.key in self._flights:
                self._coordination.keep_outputs(self._flights[event.job.key].versions, event.data)

    def _end(self, event: Event, called_off: bool) -> None:
        flight = self._flights.pop(event.job.key)
        left = list(flight.open.values())
        if not left:
            return
        if called_off and event.kind is EventKind.LOST:
            self._coordination.give_back(left)
            return
        reason = str(event.data or "the chunk ended without it").strip().splitlines()[-1]
        log.warning("rotations lost", rotations=sorted(flight.open), reason=reason, text=str(event.data))
        self._coordination.lose(left, reason)


def begin_coordination(database: Database) -> Coordination:
    """Take the coordinator's lock; WorldTrouble, naming the holder, if one is running."""
    return Coordination.begin(database, lambda: datetime.now(UTC))
