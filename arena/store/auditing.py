"""What an audit reads: every fact of a ladder, in the order in which it was recorded."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, select
from zstandard import ZstdError

from arena.ladder.standings import Standing
from arena.model.errors import NotSo
from arena.model.faults import Fault
from arena.model.ladders import Ladder
from arena.model.matches import Termination
from arena.scheduler.leases import RotationState
from arena.store.digests import MatchFacts, moment
from arena.store.ratings import standings
from arena.store.recording import version_names
from arena.store.seeds import commitment, match_seed
from arena.store.tables import DEAL_EPOCH, FAULT, MATCH, ROTATION, SEAT, TRANSCRIPT
from arena.store.transcripts import Play, dictionary_of, from_bytes, press

_BLOCK = 500
"""Matches read at a time."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with all that is kept of it and of the rotation it belongs to."""

    id: int
    facts: MatchFacts
    digest: str
    rotation_id: int
    expected_versions: tuple[int, ...]
    """By seat, as the rotation seats them."""
    versions: tuple[int, ...]
    """By seat, as they are stored."""
    seed: bytes
    """Drawn again from the key of the deal epoch."""
    termination: Termination
    faults: tuple[Fault, ...]
    text: bytes
    """The transcript as it was before compression."""
    play: Play

    @property
    def name(self) -> str:
        """What to call it by."""
        facts = self.facts
        return f"match {self.id} (ladder {facts.ladder}, rotation {facts.rotation}, match {facts.no})"


def stored_matches(connection: Connection, ladder: Ladder) -> Iterator[StoredMatch]:
    """Every match of a ladder by `recorded_no`; NotSo for one that cannot be read or is missing."""
    done = 0
    while True:
        rows = list(connection.execute(_block(ladder, done)))
        reader = _Reader(connection, ladder, rows)
        for row in rows:
            done += 1
            if row.recorded_no != done:
                raise NotSo(f"match {row.id}: recorded as number {row.recorded_no}, but number {done} is missing")
            yield reader.match(row)
        if len(rows) < _BLOCK:
            return


def stored_ratings(connection: Connection, ladder: Ladder) -> dict[int, Standing]:
    """The stored standings of a ladder."""
    return standings(connection, ladder)


def check_epochs(connection: Connection, ladder: Ladder) -> None:
    """NotSo if a deal key is not the one its hash was published of."""
    for row in connection.execute(select(DEAL_EPOCH).where(DEAL_EPOCH.c.ladder_id == ladder.id)):
        if commitment(row.key) != row.key_sha256:
            raise NotSo(f"deal epoch {row.id} of ladder {ladder.spec.name}: the key does not fit its hash")


def check_rotations(connection: Connection, ladder: Ladder) -> int:
    """How many rotations are recorded; NotSo if numbers have gaps or a rotation has too few matches or too many."""
    here = ROTATION.c.ladder_id == ladder.id
    count, last = connection.execute(select(func.count(), func.max(ROTATION.c.number)).where(here)).one()
    if count != (last or 0):
        raise NotSo(f"ladder {ladder.spec.name}: {count} rotations, but the last has number {last}")
    matches = func.count(MATCH.c.id)
    query = (
        select(ROTATION.c.number, ROTATION.c.state, matches.label("matches"))
        .outerjoin(MATCH, MATCH.c.rotation_id == ROTATION.c.id)
        .where(here)
        .group_by(ROTATION.c.id)
    )
    done = 0
    for row in connection.execute(query):
        expected = ladder.spec.players if row.state is RotationState.DONE else 0
        if row.matches != expected:
            raise NotSo(
                f"rotation {row.number} of ladder {ladder.spec.name} is {row.state.value} "
                f"and has {row.matches} matches, not {expected}"
            )
        done += row.state is RotationState.DONE
    return done


def _block(ladder: Ladder, after: int) -> Any:
    return (
        select(
            MATCH,
            ROTATION.c.number,
            ROTATION.c.attempt,
            ROTATION.c.versions,
            ROTATION.c.cyclic_order,
            DEAL_EPOCH.c.key,
            TRANSCRIPT.c.dictionary_id,
            TRANSCRIPT.c.data,
        )
        .join(ROTATION, ROTATION.c.id == MATCH.c.rotation_id)
        .join(DEAL_EPOCH, DEAL_EPOCH.c.id == ROTATION.c.deal_epoch_id)
        .outerjoin(TRANSCRIPT, TRANSCRIPT.c.match_id == MATCH.c.id)
        .where(MATCH.c.ladder_id == ladder.id, MATCH.c.recorded_no > after)
        .order_by(MATCH.c.recorded_no)
        .limit(_BLOCK)
    )


class _Reader:
    """Puts the matches of a block together."""

    def __init__(self, connection: Connection, ladder: Ladder, rows: list[Row[Any]]) -> None:
        self._connection = connection
        self._ladder = ladder
        ids = [row.id for row in rows]
        self._seats: dict[int, list[Row[Any]]] = {match_id: [] for match_id in ids}
        self._faults: dict[int, list[Fault]] = {match_id: [] for match_id in ids}
        seats = select(SEAT).where(SEAT.c.match_id.in_(ids)).order_by(SEAT.c.seat)
        for row in connection.execute(seats):
            self._seats[row.match_id].append(row)
        faults = select(FAULT).where(FAULT.c.match_id.in_(ids)).order_by(FAULT.c.no)
        for row in connection.execute(faults):
            self._faults[row.match_id].append(Fault(row.seat, row.decision, row.cause, row.detail))
        playing = {seat.version_id for seats in self._seats.values() for seat in seats}
        self._names = version_names(connection, playing)

    def match(self, row: Row[Any]) -> StoredMatch:
        """One match; NotSo if its transcript can't be read."""
        seats = self._seats[row.id]
        facts = MatchFacts(
            ladder=self._ladder.spec.name,
            rotation=row.number,
            attempt=row.attempt,
            no=row.no,
            recorded_no=row.recorded_no,
            versions=tuple(self._names[seat.version_id] for seat in seats),
            places=tuple(seat.place for seat in seats),
            scores=tuple(seat.score for seat in seats),
            ignored=tuple(seat.ignored for seat in seats),
            debug=tuple(seat.debug for seat in seats),
            termination=row.termination.value,
            decisions=row.decisions,
            wall_us=row.wall_us,
            recorded_at=moment(row.recorded_at),
            isolation=row.isolation.value,
        )
        text, play = self._play(row)
        n = len(row.versions)
        return StoredMatch(
            id=row.id,
            facts=facts,
            digest=row.digest,
            rotation_id=row.rotation_id,
            expected_versions=tuple(row.versions[row.cyclic_order[(s + row.no) % n]] for s in range(n)),
            versions=tuple(seat.version_id for seat in seats),
            seed=match_seed(row.key, self._ladder.spec.name, row.number, row.attempt, row.no),
            termination=row.termination,
            faults=tuple(self._faults[row.id]),
            text=text,
            play=play,
        )

    def _play(self, row: Row[Any]) -> tuple[bytes, Play]:
        if row.data is None:
            raise NotSo(f"match {row.id}: its transcript is missing")
        try:
            text = press(dictionary_of(self._connection, row.dictionary_id)).expand(row.data)
            return text, from_bytes(text)
        except (ZstdError, ValueError, KeyError, TypeError) as error:
            raise NotSo(f"match {row.id}: its transcript can't be read ({error})") from error
