"""The worker's part of a submission: fetch what was handed in, build it in the sandbox, keep what came out."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from arena.app.host import present_quarters
from arena.app.quarters import Quarters
from arena.bots.archives.source import read_stored
from arena.bots.sandbox.build_outcome import BuildFailure, BuildOutcome
from arena.bots.sandbox.building import build_in_sandbox
from arena.bots.sandbox.kits import Kit
from arena.model.submissions import Rejection
from arena.ports.execution import Report, ShouldStop
from arena.ports.objects import Objects, artifact_key, build_key, source_key
from arena.store.objects import ObstoreObjects

BUILD_BOT = "arena.app.building:build_bot"
"""The job of a worker."""


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
    outcome = _build(order, kit, quarters, objects, lambda text: report(BuildLog(text)), should_stop)
    if outcome is None:
        return
    report(BuildLog(outcome.log))
    if outcome.failure is not None:
        report(BuildEnd(rejection=_rejection(outcome.failure)))
        return
    assert outcome.artifact is not None
    objects.put(artifact_key(outcome.artifact.digest), outcome.artifact.path)
    objects.write(key, json.dumps({"artifact": outcome.artifact.digest, "log": outcome.log}).encode())
    report(BuildEnd(outcome.artifact.digest))


def _build(
    order: BuildOrder,
    kit: Kit,
    quarters: Quarters,
    objects: Objects,
    listen: Callable[[str], None],
    should_stop: ShouldStop,
) -> BuildOutcome | None:
    source = read_stored(objects.read(source_key(order.digest)))
    machine = quarters.sandbox().machine
    return build_in_sandbox(machine, kit, source, quarters.artifacts, listen=listen, should_stop=should_stop)


def _identity(kit: Kit) -> str:
    """What a kit is made of: its folders are named after their content."""
    names = sorted(mount.source.name for mount in kit.mounts)
    return sha256(repr((kit.name, names)).encode()).hexdigest()[:16]


def _rejection(failure: BuildFailure) -> Rejection:
    return Rejection(f"its build failed: {failure.reason}", failure.remedy)
