"""The worker's part of a submission: fetch what was handed in, build it in the sandbox, keep what came out."""

import json
import time
from dataclasses import dataclass
from hashlib import sha256

from arena.app.host import present_quarters
from arena.bots.archives.source import read_stored
from arena.bots.sandbox.build_outcome import BuildFailure
from arena.bots.sandbox.building import build_in_sandbox
from arena.bots.sandbox.kits import Kit
from arena.model.submissions import Rejection
from arena.ports.execution import Report, ShouldStop
from arena.ports.objects import artifact_key, build_key, source_key
from arena.store.objects import ObstoreObjects

BUILD_BOT = "arena.app.building:build_bot"
"""The job of a worker."""
LIVE_EVERY_S = 0.5
LIVE_BYTES = 32 * 1024
"""What is shown of a build's log while it is built: its end."""


@dataclass(frozen=True, slots=True)
class BuildOrder:
    """What is to be built."""

    bot: str
    digest: str
    """Of its source, by which it is kept."""
    kit: str


@dataclass(frozen=True, slots=True)
class BuildLog:
    """All that a build has said so far."""

    text: str


@dataclass(frozen=True, slots=True)
class BuildEnd:
    """How a build ended."""

    artifact: str = ""
    """SHA-256 of the built bot, by which it is kept; empty if it was rejected."""
    rejection: Rejection | None = None


def build_bot(order: BuildOrder, report: Report, should_stop: ShouldStop) -> None:
    """Build a bot, reporting what it says and how it ends; nothing of the end if it was told to stop.

    What was built from the same source with the same kit before is not built again.
    """
    quarters = present_quarters()
    objects = ObstoreObjects(quarters.objects)
    kit = quarters.build_kit(order.kit)
    key = build_key(order.digest, _identity(kit))
    if objects.has(key):
        known = json.loads(objects.read(key))
        report(BuildLog(known["log"]))
        report(BuildEnd(known["artifact"]))
        return
    source = read_stored(objects.read(source_key(order.digest)))
    machine = quarters.sandbox().machine
    live = _LiveLog(report)
    outcome = build_in_sandbox(machine, kit, source, quarters.artifacts, listen=live.add, should_stop=should_stop)
    if outcome is None:
        return
    report(BuildLog(outcome.log))
    if isinstance(outcome.built, BuildFailure):
        report(BuildEnd(rejection=_rejection(outcome.built)))
        return
    digest = outcome.built.digest
    try:
        objects.put(artifact_key(digest), outcome.built.path)
    finally:  # whoever plays it fetches it from there
        outcome.built.path.unlink(missing_ok=True)
    objects.write(key, json.dumps({"artifact": digest, "log": outcome.log}).encode())
    report(BuildEnd(digest))


class _LiveLog:
    """Tells the end of what a build says while it says it, now and then."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._said = bytearray()
        self._next_s = 0.0

    def add(self, chunk: bytes) -> None:
        self._said += chunk
        del self._said[:-LIVE_BYTES]
        now = time.monotonic()
        if now >= self._next_s:
            self._next_s = now + LIVE_EVERY_S
            self._report(BuildLog(self._said.decode(errors="replace")))


def _identity(kit: Kit) -> str:
    """What a kit is made of: its folders are named after their content."""
    names = sorted(mount.source.name for mount in kit.mounts)
    return sha256(repr((kit.name, names)).encode()).hexdigest()[:16]


def _rejection(failure: BuildFailure) -> Rejection:
    return Rejection(f"its build failed: {failure.reason}", failure.remedy)
