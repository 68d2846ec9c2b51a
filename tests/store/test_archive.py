"""The daily archive: each match on one day, in order, and nothing of what bots said."""

import gzip
import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from stores import Desk, make_ladder

from arena.model.faults import Cause, Fault
from arena.model.matches import SeatReport, Termination
from arena.model.standings import NoSuchThing
from arena.store import archive
from arena.store.coordination import Coordination
from arena.store.reading import SqlReading
from arena.store.unrated import Purpose, unrated_ladder
from engine.archive import InvalidArchive, read_archive
from engine.transcript import final_state

MIDNIGHT = datetime(2026, 12, 2, tzinfo=UTC)
FIRST, SECOND = date(2026, 12, 1), date(2026, 12, 2)
STEP = timedelta(microseconds=1)


class DatedDesk(Desk):
    """A coordinator's hands with a watch that is set."""

    def __init__(self, database, ladder):
        self.ladder = ladder
        self.now = MIDNIGHT
        self.coordination = Coordination.begin(database, lambda: self.now)

    def play_at(self, *moments, change=lambda record: record):
        """Record a rotation at each of these moments."""
        for self.now in moments:
            self.record(*(change(self.play(leased)) for leased in self.lease()))


@pytest.fixture
def dated(database, ladder):
    desk = DatedDesk(database, ladder)
    yield desk
    desk.coordination.close()


def archived(reading, day):
    text = gzip.decompress(b"".join(reading.archive_file(reading.archive_day("main", day))))
    return list(read_archive(text.splitlines()))


def test_every_match_is_on_the_utc_day_on_which_it_was_recorded(database, dated):
    dated.play_at(MIDNIGHT - timedelta(hours=5), MIDNIGHT - STEP, MIDNIGHT, MIDNIGHT + timedelta(days=9))
    reading = SqlReading(database)

    days = reading.archive_days("main")

    assert [(day.day, day.first, day.last) for day in days] == [
        (date(2026, 12, 11), 10, 12),
        (SECOND, 7, 9),
        (FIRST, 1, 6),
    ]
    assert [reading.archive_day("main", day.day) for day in days] == days
    assert reading.archive_days("main", before=SECOND) == reading.archive_days("main", limit=9)[2:]
    assert reading.archive_days("main", limit=1) == days[:1]
    for nothing in (date(2026, 11, 30), date(2026, 12, 3), date(2026, 12, 12), date.min, date.max):
        with pytest.raises(NoSuchThing, match="no match was recorded on ladder 'main'"):
            reading.archive_day("main", nothing)


def test_a_new_ladder_has_no_days(database, ladder):
    assert SqlReading(database).archive_days("main") == []


def test_archived_matches_are_those_of_the_ladder_and_play_again(database, dated, monkeypatch):
    monkeypatch.setattr(archive, "PAGE", 2)
    dated.play_at(*[MIDNIGHT - STEP] * 3)
    reading = SqlReading(database)

    matches = archived(reading, FIRST)

    shown = reading.matches("main")[::-1]
    assert [match.match for match in matches] == [line.id for line in shown]
    for match, line in zip(matches, shown, strict=True):
        assert match.transcript == reading.match(line.id).transcript
        assert final_state(match.transcript).scores() == match.scores
        assert match.bots == tuple(f"{seat.bot}@{seat.version}" for seat in line.seats)
        assert match.places == tuple(seat.place for seat in line.seats)
        assert (match.ladder, match.rotation, match.termination) == ("main", line.rotation, "completed")
        assert datetime.fromisoformat(match.recorded_at) == line.recorded_at


def test_an_archive_tells_of_faults_but_not_what_bots_said(database, dated):
    def with_secrets(record):
        faults = (Fault(0, 0, Cause.EXITED, "exited after it joined: exit code 1: SECRET of stderr"),)
        reports = (SeatReport(3, "0: SECRET of debug"), SeatReport(), SeatReport())
        change = {"faults": faults, "reports": reports, "termination": Termination.FORFEITED}
        return replace(record, matches=tuple(replace(match, **change) for match in record.matches))

    dated.play_at(MIDNIGHT, change=with_secrets)
    reading = SqlReading(database)

    data = gzip.decompress(b"".join(reading.archive_file(reading.archive_day("main", SECOND))))
    assert [(fault.seat, fault.decision, fault.cause) for fault in archived(reading, SECOND)[0].faults] == [
        (0, 0, "exited")
    ]
    assert b"SECRET" not in data
    assert set(json.loads(data.splitlines()[0])) == {
        *("match", "ladder", "rotation", "recorded_at", "bots", "places", "scores", "termination", "faults"),
        "transcript",
    }
    assert "SECRET" not in repr((reading.match(1), reading.bot("ann"), reading.rotation("main", 1)))


def test_the_same_day_is_the_same_bytes(database, dated):
    dated.play_at(MIDNIGHT)
    reading = SqlReading(database)
    first, again = (b"".join(reading.archive_file(reading.archive_day("main", SECOND))) for _ in range(2))
    assert first == again


def test_ladders_that_are_not_rated_have_no_archive(database, ladder):
    database.write(lambda c: unrated_ladder(c, ladder.spec, Purpose.CHALLENGE, MIDNIGHT))
    reading = SqlReading(database)
    with pytest.raises(NoSuchThing, match="'challenge-main' is for challenge; only rated ladders have an archive"):
        reading.archive_days("challenge-main")
    with pytest.raises(NoSuchThing, match="only rated ladders"):
        reading.archive_day("challenge-main", FIRST)
    with pytest.raises(NoSuchThing, match="no ladder 'none'; ladders are main, challenge-main"):
        reading.archive_days("none")


def test_a_ladder_has_only_its_own_matches(database, dated):
    other = DatedDesk.__new__(DatedDesk)
    other.ladder, other.coordination = make_ladder(database, "other"), dated.coordination
    dated.play_at(MIDNIGHT)
    other.record(*(other.play(leased) for leased in other.lease()))
    dated.play_at(MIDNIGHT)
    assert [match.ladder for match in archived(SqlReading(database), SECOND)] == ["main"] * 6


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"", "Expecting value"),
        (b"[]", "it is no JSON object"),
        (b"{}", "match is missing or not whole"),
        (b'{"match": true}', "match is missing or not whole"),
        (b"\xff", "utf-8"),
        (b"[" * 100_000, "recursion"),
    ],
)
def test_a_line_that_is_none_is_named(line, words):
    with pytest.raises(InvalidArchive, match=f"^line 1 is no match of an archive: .*{words}"):
        list(read_archive([line]))
