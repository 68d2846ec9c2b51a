"""The queue of builds. Every function here runs inside a write transaction of the coordinator."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from arena.model.submissions import ARTIFACT, Rejection, VersionEvent, VersionState
from arena.store.submissions import move
from arena.store.tables import BOT, BOT_VERSION, BUILD_LOG, SUBMISSION
from arena.store.validations import begin_validation

MAX_LOSSES = 3
"""Builds of one version that may be lost with their worker."""

POISON = Rejection(
    f"its build was lost {MAX_LOSSES} times with the worker that ran it",
    "look at the build log; if the build does nothing unusual, try again: `arena submit --revalidate`",
)


@dataclass(frozen=True, slots=True)
class BuildLease:
    """Names one handing out of one build."""

    version: int
    attempt: int


@dataclass(frozen=True, slots=True)
class ToBuild:
    """A version that was handed to a worker to be built."""

    lease: BuildLease
    bot: str
    digest: str
    """Of its source."""
    kit: str


def any_received(connection: Connection) -> bool:
    """Whether a version waits to be built; it needs no right to write."""
    waiting = select(SUBMISSION.c.version_id).where(SUBMISSION.c.state == VersionState.RECEIVED)
    return connection.execute(waiting.limit(1)).one_or_none() is not None


def lease_builds(connection: Connection, epoch: int, now: datetime, limit: int) -> list[ToBuild]:
    """Hand out up to so many of the versions that wait longest."""
    query = (
        select(SUBMISSION, BOT.c.name, BOT_VERSION.c.digest)
        .join(BOT_VERSION, BOT_VERSION.c.id == SUBMISSION.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(SUBMISSION.c.state == VersionState.RECEIVED)
        .order_by(SUBMISSION.c.attempt, SUBMISSION.c.version_id)  # one that the machine failed goes behind the others
        .limit(limit)
    )
    leased = []
    for row in connection.execute(query).all():
        attempt = row.attempt + 1
        move(connection, row.version_id, VersionEvent.BUILD, now, attempt=attempt, epoch=epoch)
        write_log(connection, row.version_id, "")
        leased.append(ToBuild(BuildLease(row.version_id, attempt), row.name, row.digest, row.kit))
    return leased


def holds(connection: Connection, lease: BuildLease, epoch: int) -> bool:
    """Whether a build is out under exactly this lease."""
    row = connection.execute(select(SUBMISSION).where(SUBMISSION.c.version_id == lease.version)).one()
    return (row.state, row.attempt, row.epoch) == (VersionState.BUILDING, lease.attempt, epoch)


def built(connection: Connection, lease: BuildLease, artifact: str, now: datetime) -> None:
    """A build went well: remember what it made and let the version be validated."""
    known = update(BOT_VERSION).where(BOT_VERSION.c.id == lease.version)
    connection.execute(known.values(manifest=f"{ARTIFACT}{artifact}"))
    begin_validation(connection, lease.version, now, VersionEvent.BUILT)


def failed(connection: Connection, lease: BuildLease, rejection: Rejection, now: datetime) -> None:
    """A build failed."""
    move(connection, lease.version, VersionEvent.REJECT, now, rejection=rejection)


def lost(connection: Connection, lease: BuildLease, now: datetime, reason: str) -> None:
    """A build was lost with its worker: it is tried again, or given up at the third time."""
    row = connection.execute(select(SUBMISSION.c.losses).where(SUBMISSION.c.version_id == lease.version)).one()
    losses = row.losses + 1
    if losses < MAX_LOSSES:
        text = f"the build was lost ({reason}) and is tried again"
        move(connection, lease.version, VersionEvent.GIVE_BACK, now, text=text, losses=losses)
    else:
        move(connection, lease.version, VersionEvent.REJECT, now, rejection=POISON, losses=losses)


def give_back_builds(
    connection: Connection,
    leases: Sequence[BuildLease],
    now: datetime,
    why: str = "the arena is stopped; it is built later",
) -> None:
    """Take builds back that were called off, or that the machine failed."""
    for lease in leases:
        move(connection, lease.version, VersionEvent.GIVE_BACK, now, text=why)


def take_all_builds_back(connection: Connection, now: datetime) -> None:
    """Take back whatever an earlier coordinator had out."""
    query = select(SUBMISSION.c.version_id).where(SUBMISSION.c.state == VersionState.BUILDING)
    for version in list(connection.execute(query).scalars()):
        move(connection, version, VersionEvent.GIVE_BACK, now, text="the arena was started anew; it is built again")


def write_log(connection: Connection, version: int, text: str) -> None:
    """Replace the build log of a version."""
    connection.execute(delete(BUILD_LOG).where(BUILD_LOG.c.version_id == version))
    connection.execute(insert(BUILD_LOG).values(version_id=version, text=text))
