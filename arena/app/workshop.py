"""The coordinator's hand for versions that were handed in: has them built, and judges their validation matches."""

import time
from collections.abc import Set
from dataclasses import dataclass

import structlog
from sqlalchemy import Connection

from arena.app.building import BUILD_BOT, BuildEnd, BuildLog, BuildOrder
from arena.ports.execution import Engine, Event, EventKind, Job
from arena.store.builds import (
    BuildLease,
    ToBuild,
    any_received,
    built,
    failed,
    give_back_builds,
    holds,
    lease_builds,
    lost,
    write_log,
)
from arena.store.coordination import Coordination
from arena.store.validations import any_validating, judge_validations

PRIORITY = 20
"""Of builds, before validation matches (10) and rated ones (0): somebody waits and watches."""
AT_ONCE = 1
"""Builds that run at a time; the other slots go on playing."""
PAUSE_S = 30.0
"""No build is begun for so long after the machine failed one."""
_LOOK_S = 0.5

log = structlog.get_logger()


@dataclass(slots=True)
class _Build:
    """A build that is out."""

    job: Job
    lease: BuildLease


class Workshop:
    """Used on the coordinator's thread only."""

    def __init__(self, coordination: Coordination, engine: Engine, build: str = BUILD_BOT) -> None:
        self._coordination = coordination
        self._engine = engine
        self._job = build
        self._out: dict[str, _Build] = {}
        self._paused_until_s = 0.0
        self._look_s = 0.0

    def hand_out(self, free: int) -> int:
        """Have versions built that wait for it, in up to so many slots; how many."""
        wanted = min(free, AT_ONCE - len(self._out))
        if wanted <= 0 or time.monotonic() < self._paused_until_s or not self._due():
            return 0
        if not self._coordination.read(any_received):
            return 0
        epoch, now = self._coordination.epoch, self._coordination.now()
        leased = self._coordination.write(lambda c: lease_builds(c, epoch, now, wanted))
        for one in leased:
            self._submit(one)
        return len(leased)

    def judge(self, playing: Set[int]) -> None:
        """Decide on the versions whose validation matches are over; none of those in `playing` is."""
        if self._coordination.read(any_validating):
            now = self._coordination.now()
            self._coordination.write(lambda c: judge_validations(c, now, playing))

    def take(self, event: Event) -> bool:
        """Whether this is news of a build; then it is dealt with."""
        build = self._out.get(event.job.key)
        if build is None:
            return event.job.fn == self._job  # of one that was called off
        self._coordination.write(lambda c: self._note(c, build, event))
        if event.kind is not EventKind.PROGRESS or isinstance(event.data, BuildEnd):
            del self._out[event.job.key]
        if event.kind is EventKind.ERROR:
            log.warning("a build was lost to trouble of ours", bot=build.lease.version, text=str(event.data))
            self._paused_until_s = time.monotonic() + PAUSE_S
        return True

    def call_off(self) -> None:
        """Stop what is being built and take it back."""
        for build in self._out.values():
            self._engine.cancel(build.job)
        leases = [build.lease for build in self._out.values()]
        self._out.clear()
        if leases:
            self._coordination.write(lambda c: give_back_builds(c, leases, self._coordination.now()))

    def _due(self) -> bool:
        now = time.monotonic()
        if now < self._look_s:
            return False
        self._look_s = now + _LOOK_S
        return True

    def _submit(self, one: ToBuild) -> None:
        order = BuildOrder(bot=one.bot, digest=one.digest, kit=one.kit)
        job = Job(one.lease.version, one.lease.attempt, self._job, order, PRIORITY)
        self._out[job.key] = _Build(job, one.lease)
        self._engine.submit(job)

    def _note(self, connection: Connection, build: _Build, event: Event) -> None:
        """Write what became of a build, unless it is nobody's any more."""
        lease, now = build.lease, self._coordination.now()
        if not holds(connection, lease, self._coordination.epoch):
            return
        match event.kind, event.data:
            case EventKind.PROGRESS, BuildLog(text):
                write_log(connection, lease.version, text)
            case EventKind.PROGRESS, BuildEnd(rejection=None, artifact=artifact):
                built(connection, lease, artifact, now)
            case EventKind.PROGRESS, BuildEnd(rejection=rejection):
                assert rejection is not None
                failed(connection, lease, rejection, now)
            case EventKind.ERROR, _:
                give_back_builds(connection, [lease], now, "the machine failed; it is built again in a while")
            case _:
                lost(connection, lease, now, str(event.data or "it ended without a result"))
