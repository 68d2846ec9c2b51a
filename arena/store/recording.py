"""Recording: one transaction turns finished rotations into facts, standings and changes, or leaves no trace."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from arena.ladder.standings import Result
from arena.model.ladders import Ladder, Topic
from arena.model.matches import MatchRecord, RotationRecord, Termination
from arena.scheduler.leases import LeaseEvent, RotationState, after
from arena.store.changes import announce
from arena.store.digests import START, MatchFacts, chain, moment, version_name
from arena.store.queue import HOLDS, Lease, hold, lose
from arena.store.ratings import update_ratings
from arena.store.tables import BOT, BOT_VERSION, FAULT, LATE_RESULT, MATCH, ROTATION, SEAT, TRANSCRIPT
from arena.store.transcripts import press, to_bytes

_RECORDED = after(RotationState.LEASED, LeaseEvent.RECORD)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A rotation's record with its transcripts made ready outside the transaction."""

    record: RotationRecord
    transcripts: tuple[bytes, ...]
    blobs: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a batch of records."""

    rotations: tuple[int, ...] = ()
    """Ids of those that are facts now."""
    results: tuple[Result, ...] = ()
    aborted: int = 0
    late: int = 0
    """Kept in `late_result`, not rated."""


def prepare(record: RotationRecord) -> Prepared:
    """Write and compress the transcripts: the slow part, for which no lock is held."""
    texts = tuple(to_bytes(match.transcript, match.times, match.faults) for match in record.matches)
    return Prepared(record, texts, tuple(press().compress(text) for text in texts))


def record_rotations(
    connection: Connection, ladder: Ladder, epoch: int, batch: Sequence[Prepared], now: datetime
) -> Recorded:
    """Record each rotation whose lease still holds, with all its matches, seats, faults and transcripts.

    A record for a lease that does not hold, or whose matches are not those of the rotation, is kept in
    `late_result` with the reason. An aborted one goes back to the queue as a loss.
    """
    aborted = late = 0
    good: list[tuple[Row[Any], Prepared]] = []
    for item in batch:
        record = item.record
        row = connection.execute(select(ROTATION).where(ROTATION.c.id == record.id)).one_or_none()
        if (reason := _unfit(row, ladder, record)) or not _settle(connection, record, epoch, now):
            late += 1
            _keep_late(connection, record, epoch, reason or _why_not(row, record, epoch), now)
        elif record.aborted:
            aborted += 1
        else:
            assert row is not None
            good.append((row, item))
    if not good:
        return Recorded(aborted=aborted, late=late)
    results = _Facts(connection, ladder, now).add(good)
    update_ratings(connection, ladder, results)
    rotations = tuple(row.id for row, _ in good)
    announce(connection, Topic.ROTATION, ladder.id, rotations, now)
    return Recorded(rotations, tuple(results), aborted, late)


def _unfit(row: Row[Any] | None, ladder: Ladder, record: RotationRecord) -> str:
    """Why a record can't be one of its rotation; empty if it can."""
    seats = ladder.spec.players
    if row is None or row.ladder_id != ladder.id:
        return f"no rotation {record.id} on ladder {ladder.spec.name}"
    if record.aborted:
        return ""
    if len(record.matches) != seats:
        return f"{len(record.matches)} matches; the rotation has {seats}"
    for no, match in enumerate(record.matches):
        if match.termination is Termination.ABORTED:
            return f"match {no} was aborted"
        if len(match.scores) != seats or len(match.places) != seats:
            return f"match {no} has {len(match.scores)} scores and {len(match.places)} places; seats are {seats}"
        if match.transcript.game != ladder.spec.game or match.transcript.players != seats:
            return f"match {no} is {match.transcript.game} for {match.transcript.players}"
    return ""


def _settle(connection: Connection, record: RotationRecord, epoch: int, now: datetime) -> bool:
    """End the lease of a record; False if it does not hold."""
    held = Lease(record.id, record.attempt)
    if record.aborted:
        return lose(connection, [held], epoch, record.aborted, now) == 1
    done = update(ROTATION).where(HOLDS).values(state=_RECORDED, finished_at=now)
    return connection.execute(done, hold(held, epoch)).rowcount == 1


def _why_not(row: Row[Any] | None, record: RotationRecord, epoch: int) -> str:
    assert row is not None
    return (
        f"lease of attempt {record.attempt} by coordinator {epoch} does not hold: "
        f"the rotation is {row.state.value}, attempt {row.attempt}, coordinator {row.epoch}"
    )


def _keep_late(connection: Connection, record: RotationRecord, epoch: int, reason: str, now: datetime) -> None:
    kept = {
        "aborted": record.aborted,
        "matches": [
            {
                "scores": list(match.scores),
                "places": list(match.places),
                "play": to_bytes(match.transcript, match.times, match.faults).decode(),
            }
            for match in record.matches
        ],
    }
    values = {"rotation_id": record.id, "attempt": record.attempt, "epoch": epoch, "reason": reason}
    connection.execute(insert(LATE_RESULT).values(values | {"record": kept, "received_at": now}))


class _Facts:
    """Collects the rows of a batch and writes each table at once."""

    def __init__(self, connection: Connection, ladder: Ladder, now: datetime) -> None:
        self._connection = connection
        self._ladder = ladder
        self._now = now
        self._matches: list[dict[str, Any]] = []
        self._seats: list[dict[str, Any]] = []
        self._faults: list[dict[str, Any]] = []
        self._transcripts: list[dict[str, Any]] = []
        self._next_id = (connection.execute(select(func.max(MATCH.c.id))).scalar_one() or 0) + 1
        last = select(MATCH.c.recorded_no, MATCH.c.digest).where(MATCH.c.ladder_id == ladder.id)
        newest = connection.execute(last.order_by(MATCH.c.recorded_no.desc()).limit(1)).one_or_none()
        self._recorded_no: int = newest.recorded_no if newest else 0
        self._digest: str = newest.digest if newest else START
        self._names: dict[int, str] = {}

    def add(self, rotations: Sequence[tuple[Row[Any], Prepared]]) -> list[Result]:
        """Write them all; what the ladder takes of them, in order."""
        versions = {version for row, _ in rotations for version in row.versions}
        self._names = version_names(self._connection, versions)
        results = [
            self._match(row, no, match, item) for row, item in rotations for no, match in enumerate(item.record.matches)
        ]
        for table, rows in (
            (MATCH, self._matches),
            (SEAT, self._seats),
            (FAULT, self._faults),
            (TRANSCRIPT, self._transcripts),
        ):
            if rows:
                self._connection.execute(insert(table), rows)
        return results

    def _match(self, row: Row[Any], no: int, match: MatchRecord, item: Prepared) -> Result:
        n = len(row.versions)
        versions = tuple(row.versions[row.cyclic_order[(seat + no) % n]] for seat in range(n))
        match_id = self._next_id
        self._next_id += 1
        self._recorded_no += 1
        ignored = tuple(report.ignored for report in match.reports) or (0,) * n
        debug = tuple(report.debug for report in match.reports) or ("",) * n
        facts = MatchFacts(
            ladder=self._ladder.spec.name,
            rotation=row.number,
            attempt=row.attempt,
            no=no,
            recorded_no=self._recorded_no,
            versions=tuple(self._names[version] for version in versions),
            places=match.places,
            scores=match.scores,
            ignored=ignored,
            debug=debug,
            termination=match.termination.value,
            decisions=len(match.transcript.decisions),
            wall_us=match.wall_us,
            recorded_at=moment(self._now),
        )
        self._digest = chain(self._digest, facts, item.transcripts[no])
        self._matches.append(self._match_row(match_id, row.id, facts, match.termination))
        self._seats += [
            {
                "match_id": match_id,
                "seat": seat,
                "version_id": version,
                "place": match.places[seat],
                "score": match.scores[seat],
                "ignored": ignored[seat],
                "debug": debug[seat],
            }
            for seat, version in enumerate(versions)
        ]
        self._faults += _fault_rows(match_id, match)
        self._transcripts.append({"match_id": match_id, "dictionary_id": None, "data": item.blobs[no]})
        counts = tuple(sum(fault.seat == seat for fault in match.faults) for seat in range(n))
        return Result(row.id, versions, match.places, counts)

    def _match_row(
        self, match_id: int, rotation_id: int, facts: MatchFacts, termination: Termination
    ) -> dict[str, Any]:
        return {
            "id": match_id,
            "ladder_id": self._ladder.id,
            "rotation_id": rotation_id,
            "no": facts.no,
            "recorded_no": facts.recorded_no,
            "termination": termination,
            "decisions": facts.decisions,
            "wall_us": facts.wall_us,
            "recorded_at": self._now,
            "digest": self._digest,
        }


def _fault_rows(match_id: int, match: MatchRecord) -> list[dict[str, Any]]:
    return [
        {
            "match_id": match_id,
            "no": no,
            "seat": fault.seat,
            "decision": fault.decision,
            "cause": fault.cause,
            "detail": fault.detail,
        }
        for no, fault in enumerate(match.faults)
    ]


def version_names(connection: Connection, versions: set[int]) -> dict[int, str]:
    """By version id: what it is called in the facts."""
    query = (
        select(BOT_VERSION.c.id, BOT.c.name, BOT_VERSION.c.number, BOT_VERSION.c.digest)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT_VERSION.c.id.in_(versions))
    )
    return {row.id: version_name(row.name, row.number, row.digest) for row in connection.execute(query)}
