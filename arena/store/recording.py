"""Recording: one transaction turns finished rotations into facts, standings and changes, or leaves no trace."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from arena.ladder.standings import Result
from arena.model.ladders import Ladder, Purpose, Topic
from arena.model.matches import Termination
from arena.scheduler.leases import LeaseEvent, RotationState, after
from arena.store.changes import announce
from arena.store.digests import START, MatchFacts, chain, moment, version_name
from arena.store.ladders import ladder_of
from arena.store.packing import PackedMatch, PackedRotation
from arena.store.queue import HOLDS, Lease, hold, lose
from arena.store.ratings import update_ratings
from arena.store.suspensions import suspend_forfeiters
from arena.store.tables import BOT, BOT_VERSION, FAULT, LATE_RESULT, MATCH, ROTATION, SEAT, TRANSCRIPT

_RECORDED = after(RotationState.LEASED, LeaseEvent.RECORD)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a batch of records."""

    rotations: tuple[int, ...] = ()
    """Ids of those that are facts now."""
    results: tuple[Result, ...] = ()
    aborted: int = 0
    late: int = 0
    """Kept in `late_result`, not rated."""


def record_rotations(
    connection: Connection, ladder: Ladder, epoch: int, batch: Sequence[PackedRotation], now: datetime
) -> Recorded:
    """Record each rotation whose lease still holds, with all its matches, seats, faults and transcripts.

    A record for a lease that does not hold, or whose matches are not those of the rotation, is kept in
    `late_result` with the reason. An aborted one goes back to the queue as a loss.
    """
    ladder = ladder_of(connection, ladder.id)  # its rule of rating may have been fitted anew meanwhile
    rows = _rows(connection, batch)
    good: dict[int, tuple[Row[Any], PackedRotation]] = {}
    late, aborted = 0, []
    for record in batch:
        row = rows.get(record.id)
        reason = _unfit(row, ladder, record) or _not_held(row, record, epoch, recorded=record.id in good)
        if reason:
            late += 1
            _keep_late(connection, record, epoch, reason, now)
        elif record.aborted:
            aborted.append(record)
        else:
            assert row is not None
            good[record.id] = (row, record)
    lost = sum(lose(connection, [_lease(record)], epoch, record.aborted, now) for record in aborted)
    if not good:
        return Recorded(aborted=lost, late=late)
    _settle(connection, [record for _, record in good.values()], epoch, now)
    results = _Facts(connection, ladder, now).add(list(good.values()))
    if ladder.purpose is Purpose.RATED:
        update_ratings(connection, ladder, results)
        suspend_forfeiters(connection, ladder, results, now)
    announce(connection, Topic.ROTATION, ladder.id, list(good), now)
    return Recorded(tuple(good), tuple(results), lost, late)


def _rows(connection: Connection, batch: Sequence[PackedRotation]) -> dict[int, Row[Any]]:
    query = select(ROTATION).where(ROTATION.c.id.in_({record.id for record in batch}))
    return {row.id: row for row in connection.execute(query)}


def _unfit(row: Row[Any] | None, ladder: Ladder, record: PackedRotation) -> str:
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
        if match.game != ladder.spec.game or match.players != seats:
            return f"match {no} is {match.game} for {match.players}"
    return ""


def _not_held(row: Row[Any] | None, record: PackedRotation, epoch: int, *, recorded: bool) -> str:
    """Why a record's lease does not hold; empty if it does."""
    assert row is not None
    state = RotationState.DONE if recorded else row.state
    if (state, row.attempt, row.epoch) == (RotationState.LEASED, record.attempt, epoch):
        return ""
    return (
        f"lease of attempt {record.attempt} by coordinator {epoch} does not hold: "
        f"the rotation is {state.value}, attempt {row.attempt}, coordinator {row.epoch}"
    )


def _settle(connection: Connection, records: Sequence[PackedRotation], epoch: int, now: datetime) -> None:
    """End the leases of these records, each of which must hold."""
    done = update(ROTATION).where(HOLDS).values(state=_RECORDED, finished_at=now)
    ended = connection.execute(done, [hold(_lease(record), epoch) for record in records]).rowcount
    if ended != len(records):
        raise AssertionError(f"{ended} of {len(records)} leases held, though all did a moment ago")


def _lease(record: PackedRotation) -> Lease:
    return Lease(record.id, record.attempt)


def _keep_late(connection: Connection, record: PackedRotation, epoch: int, reason: str, now: datetime) -> None:
    kept = {
        "aborted": record.aborted,
        "matches": [
            {
                "scores": list(match.scores),
                "places": list(match.places),
                "transcript": b64encode(match.transcript).decode(),
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

    def add(self, rotations: Sequence[tuple[Row[Any], PackedRotation]]) -> list[Result]:
        """Write them all; what the ladder takes of them, in order."""
        versions = {version for row, _ in rotations for version in row.versions}
        self._names = version_names(self._connection, versions)
        results = [self._match(row, no, match) for row, record in rotations for no, match in enumerate(record.matches)]
        for table, rows in (
            (MATCH, self._matches),
            (SEAT, self._seats),
            (FAULT, self._faults),
            (TRANSCRIPT, self._transcripts),
        ):
            if rows:
                self._connection.execute(insert(table), rows)
        return results

    def _match(self, row: Row[Any], no: int, match: PackedMatch) -> Result:
        n = len(row.versions)
        versions = tuple(row.versions[row.cyclic_order[(seat + no) % n]] for seat in range(n))
        match_id = self._next_id
        self._next_id += 1
        self._recorded_no += 1
        facts = MatchFacts(
            ladder=self._ladder.spec.name,
            rotation=row.number,
            attempt=row.attempt,
            no=no,
            recorded_no=self._recorded_no,
            versions=tuple(self._names[version] for version in versions),
            places=match.places,
            scores=match.scores,
            ignored=match.ignored,
            debug=match.debug,
            termination=match.termination.value,
            decisions=match.decisions,
            wall_us=match.wall_us,
            recorded_at=moment(self._now),
            isolation=match.isolation.value,
        )
        self._digest = chain(self._digest, facts, match.transcript_sha256)
        self._matches.append(self._match_row(match_id, row.id, facts, match))
        self._seats += [
            {
                "match_id": match_id,
                "seat": seat,
                "version_id": version,
                "place": match.places[seat],
                "score": match.scores[seat],
                "ignored": match.ignored[seat],
                "debug": match.debug[seat],
            }
            for seat, version in enumerate(versions)
        ]
        self._faults += _fault_rows(match_id, match)
        self._transcripts.append({"match_id": match_id, "dictionary_id": None, "data": match.transcript})
        counts = tuple(sum(fault.seat == seat for fault in match.faults) for seat in range(n))
        return Result(row.id, versions, match.places, counts)

    def _match_row(self, match_id: int, rotation_id: int, facts: MatchFacts, match: PackedMatch) -> dict[str, Any]:
        return {
            "id": match_id,
            "ladder_id": self._ladder.id,
            "rotation_id": rotation_id,
            "no": facts.no,
            "recorded_no": facts.recorded_no,
            "termination": match.termination,
            "decisions": facts.decisions,
            "wall_us": facts.wall_us,
            "isolation": match.isolation,
            "recorded_at": self._now,
            "digest": self._digest,
        }


def _fault_rows(match_id: int, match: PackedMatch) -> list[dict[str, Any]]:
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
