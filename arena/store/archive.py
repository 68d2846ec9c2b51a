"""The daily archive of a ladder: its matches by UTC day, written as lines without replaying any.

A ladder's matches are numbered in the order of their recording, so a day is a range of numbers, whose ends are found by
bisection. It is written a page at a time, each page on a snapshot of its own: a day may have millions of matches.
"""

import json
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from arena.model.ladders import Ladder, Purpose
from arena.model.standings import ArchiveDay, MatchLine, NoSuchThing
from arena.store.database import Database
from arena.store.ladders import ladder_named
from arena.store.match_pages import lines
from arena.store.tables import FAULT, MATCH, TRANSCRIPT
from arena.store.transcripts import dictionary_of, press
from engine.archive import TRANSCRIPT_KEYS

PAGE = 100
"""Matches in memory at once: some hundred kilobytes."""
_LEVEL = 1
"""Of gzip: 16 us and 570 bytes a match of Stockpile for four; level 6 takes 84 us for 380."""
_GZIP = 31
"""What zlib calls gzip's format with its largest window."""


def archive_days(connection: Connection, ladder_name: str, limit: int, before: date | None) -> list[ArchiveDay]:
    """The days on which matches of a rated ladder were recorded, newest first, those before a day if one is given."""
    ladder = _rated(connection, ladder_name)
    numbers = _Numbers(connection, ladder)
    last = numbers.newest if before is None else numbers.before(before)
    days: list[ArchiveDay] = []
    while last and len(days) < limit:
        days.append(numbers.day(numbers.day_of(last)))
        last = days[-1].first - 1
    return days


def archive_day(connection: Connection, ladder_name: str, day: date) -> ArchiveDay:
    """One day of a rated ladder; NoSuchThing if nothing was recorded on it."""
    found = _Numbers(connection, _rated(connection, ladder_name)).day(day)
    if found.matches == 0:
        raise NoSuchThing(f"no match was recorded on ladder {ladder_name!r} on {day}, UTC; its archive lists the days")
    return found


def archive_file(database: Database, day: ArchiveDay) -> Iterator[bytes]:
    """The day's matches as JSON lines in gzip, in parts; the same day gives the same bytes."""
    gzip = zlib.compressobj(_LEVEL, wbits=_GZIP)
    for first in range(day.first, day.last + 1, PAGE):
        last = min(first + PAGE - 1, day.last)
        page = database.read(partial(archive_lines, ladder_name=day.ladder, first=first, last=last))
        yield gzip.compress(b"".join(page))
    yield gzip.flush()


def archive_lines(connection: Connection, ladder_name: str, first: int, last: int) -> list[bytes]:
    """The lines of a ladder's matches with these numbers, the last included, in their order."""
    ladder = ladder_named(connection, ladder_name)
    here = (MATCH.c.ladder_id == ladder.id) & MATCH.c.recorded_no.between(first, last)
    matches = sorted(lines(connection, select(MATCH.c.id).where(here)), key=lambda line: line.recorded_no)
    ids = [match.id for match in matches]
    transcripts, faults = _transcripts(connection, ids), _faults(connection, ids)
    return [_line(match, transcripts[match.id], faults.get(match.id, [])) for match in matches]


class _Numbers:
    """The numbers of a ladder's matches, looked up by when they were recorded."""

    def __init__(self, connection: Connection, ladder: Ladder) -> None:
        self._connection = connection
        self._ladder = ladder
        newest = select(MATCH.c.recorded_no).where(MATCH.c.ladder_id == ladder.id)
        found = connection.execute(newest.order_by(MATCH.c.recorded_no.desc()).limit(1)).scalar_one_or_none()
        self.newest: int = found or 0
        """0 if there is no match."""

    def day_of(self, number: int) -> date:
        """The UTC day on which a match was recorded."""
        moment: datetime = self._of(number, MATCH.c.recorded_at)
        return moment.astimezone(UTC).date()

    def before(self, day: date) -> int:
        """The last match before a day; 0 if there is none."""
        return bisect_left(self._all(), day, key=self.day_of)

    def day(self, day: date) -> ArchiveDay:
        """What a day has."""
        first, last = self.before(day) + 1, bisect_right(self._all(), day, key=self.day_of)
        digest = self._of(last, MATCH.c.digest) if last >= first else ""
        return ArchiveDay(self._ladder.spec.name, day, first, last, digest)

    def _all(self) -> range:
        return range(1, self.newest + 1)

    def _of(self, number: int, column: Any) -> Any:
        one = select(column).where(MATCH.c.ladder_id == self._ladder.id, MATCH.c.recorded_no == number)
        return self._connection.execute(one).scalar_one()


def _rated(connection: Connection, name: str) -> Ladder:
    ladder = ladder_named(connection, name)
    if ladder.purpose is not Purpose.RATED:
        raise NoSuchThing(f"ladder {name!r} is for {ladder.purpose.value}; only rated ladders have an archive")
    return ladder


def _transcripts(connection: Connection, ids: list[int]) -> dict[int, dict[str, Any]]:
    """By match: what an archive tells of its transcript (times and the words of faults are left out)."""
    found = {}
    for row in connection.execute(select(TRANSCRIPT).where(TRANSCRIPT.c.match_id.in_(ids))):
        fields = json.loads(press(dictionary_of(connection, row.dictionary_id)).expand(row.data))
        found[row.match_id] = {key: fields[key] for key in TRANSCRIPT_KEYS}
    return found


def _faults(connection: Connection, ids: list[int]) -> dict[int, list[dict[str, Any]]]:
    """By match; without their details, which may quote what a bot wrote."""
    found: dict[int, list[dict[str, Any]]] = {}
    query = select(FAULT).where(FAULT.c.match_id.in_(ids)).order_by(FAULT.c.match_id, FAULT.c.no)
    for row in connection.execute(query):
        fault = {"seat": row.seat, "decision": row.decision, "cause": row.cause.value}
        found.setdefault(row.match_id, []).append(fault)
    return found


def _line(match: MatchLine, transcript: dict[str, Any], faults: list[dict[str, Any]]) -> bytes:
    fields = {
        "match": match.id,
        "ladder": match.ladder,
        "rotation": match.rotation,
        "recorded_at": match.recorded_at.isoformat(),
        "bots": [f"{seat.bot}@{seat.version}" for seat in match.seats],
        "places": [seat.place for seat in match.seats],
        "scores": [seat.score for seat in match.seats],
        "termination": match.termination.value,
        "faults": faults,
        "transcript": transcript,
    }
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
