from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy import update
from stores import NOW, make_ladder

from arena.ladder.batch import fit
from arena.ladder.certainty import better
from arena.ladder.standings import ranked
from arena.model.faults import Cause
from arena.model.ladders import Change, Topic
from arena.model.ratings import Rating
from arena.model.standings import NoSuchThing
from arena.store.changes import KEPT, announce, changes_since, last_change
from arena.store.entrants import Upload, enter, register, withdraw_others
from arena.store.ratings import standings
from arena.store.reading import SqlReading
from arena.store.tables import RATING


@pytest.fixture
def reading(database):
    return SqlReading(database)


@pytest.fixture
def played(desk):
    """Twenty rotations of five bots for three seats."""
    records = [desk.play(leased) for leased in desk.lease(20)]
    desk.record(*records)
    return records


def test_a_new_ladder_shows_its_bots_unranked(reading, ladder):
    board = reading.leaderboard("main")

    assert [row.bot for row in board.rows] == ["ann", "bob", "cyd", "dan", "eve"]
    assert {(row.rank, row.mu, row.matches, row.mean_points, row.batch) for row in board.rows} == {
        (None, 25.0, 0, None, None)
    }
    assert (board.ladder.rotations, board.ladder.matches, board.ladder.bots) == (0, 0, 5)
    assert len(board.ladder.deal_commitment) == 64


def test_the_leaderboard_is_the_ladders_table(database, reading, desk, played):
    desk.lease(2)
    table = ranked(database.read(lambda c: standings(c, desk.ladder)))

    board = reading.leaderboard("main")
    assert [(row.version_id, row.rank) for row in board.rows] == [(row.version, row.rank) for row in table]
    assert (board.ladder.rotations, board.ladder.matches, board.ladder.leased) == (20, 60, 2)
    assert sum(row.rotations for row in board.rows) == 60
    assert sum(row.mean_points * row.matches for row in board.rows) == pytest.approx(90)
    assert sum(row.faults for row in board.rows) == 12
    assert reading.leaderboard("main", limit=2, offset=1).rows == board.rows[1:3]


def test_the_batch_fit_stands_beside_the_live_rating(reading, desk, played):
    rows = fit(desk.ladder.rule, desk.coordination.results_since(desk.ladder, 0))
    desk.coordination.write_batch(desk.ladder, rows, frozenset({rows[0].version}))

    board = reading.leaderboard("main")
    batch = {row.version_id: row.batch for row in board.rows}
    assert [batch[row.version].rank for row in rows] == [1, 2, 3, 4, 5]
    assert [batch[row.version].disagrees for row in rows] == [True, False, False, False, False]
    assert batch[rows[0].version].low <= batch[rows[0].version].rating <= batch[rows[0].version].high


def test_a_bot_page_has_versions_matches_and_faults(reading, desk, played):
    page = reading.bot("ann", recent=10)

    (version,) = page.versions
    assert (version.number, version.ladder, version.active) == (1, "main", True)
    assert version.row == next(row for row in reading.leaderboard("main").rows if row.bot == "ann")
    assert len(page.matches) == 10
    assert all("ann" in [seat.bot for seat in match.seats] for match in page.matches)
    assert [match.id for match in page.matches] == sorted((match.id for match in page.matches), reverse=True)
    assert {(line.bot, line.fault.cause) for line in page.faults} == {("ann", Cause.ILLEGAL_ACTION)}
    assert len(page.faults) == version.row.faults


def test_a_match_page_has_all_that_is_kept(reading, desk, played):
    page = reading.match(14)

    record = played[4].matches[1]
    assert page.transcript.decisions == record.transcript.decisions
    assert page.transcript.deal == record.transcript.deal
    assert (page.times, page.faults) == (record.times, record.faults)
    assert (page.line.rotation, page.line.no, page.line.recorded_no) == (5, 1, 14)
    assert tuple(seat.place for seat in page.line.seats) == record.places
    assert [seat.faults for seat in page.line.seats] == [0, 1, 0]
    assert page.spec == desk.ladder.spec
    assert page.line.recorded_at == NOW


def test_a_rotation_page_has_its_matches_in_order(reading, desk, played):
    page = reading.rotation("main", 5)

    assert (page.state, page.attempt, len(page.bots)) == ("done", 1, 3)
    assert [match.no for match in page.matches] == [0, 1, 2]


def test_the_latest_matches_come_newest_first_and_page_on(reading, desk, played):
    latest = reading.matches("main", limit=4)
    earlier = reading.matches("main", limit=2, before=57)

    assert [match.recorded_no for match in latest] == [60, 59, 58, 57]
    assert [match.recorded_no for match in earlier] == [56, 55]


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda reading: reading.leaderboard("x"), "no ladder 'x'; ladders are main"),
        (lambda reading: reading.bot("zoe"), "no bot 'zoe'"),
        (lambda reading: reading.match(9), "no match 9"),
        (lambda reading: reading.rotation("main", 9), "no rotation 9 on ladder 'main'"),
    ],
)
def test_what_is_not_there_is_named(reading, ladder, ask, text):
    with pytest.raises(NoSuchThing, match=text):
        ask(reading)


def test_each_rotation_is_one_change_and_nothing_else_is(reading, desk):
    begun = reading.last_change()
    leased = desk.lease(2)
    assert reading.changes_since(begun) == []

    desk.record(*[desk.play(one) for one in leased])

    changes = reading.changes_since(begun)
    assert changes == [
        Change(begun + 1, Topic.ROTATION, desk.ladder.id, 1),
        Change(begun + 2, Topic.ROTATION, desk.ladder.id, 2),
    ]
    assert reading.changes_since(begun + 1) == changes[1:]
    assert reading.last_change() == begun + 2


def test_old_changes_are_dropped(database, ladder):
    database.write(lambda c: announce(c, Topic.ROTATION, ladder.id, range(KEPT + 50), NOW))
    last = database.read(last_change)

    assert database.read(lambda c: changes_since(c, 0, limit=1))[0].id == last - KEPT + 1


def test_a_new_version_takes_the_place_of_the_old(database, reading, desk, played):
    later = NOW + timedelta(days=1)

    def change(connection):
        enter(connection, desk.ladder.id, register(connection, Upload("ann", "other", "/ann"), later), later)

    database.write(change)

    ann = next(row for row in reading.leaderboard("main").rows if row.bot == "ann")
    assert (ann.version, ann.rank, ann.matches) == (2, None, 0)
    assert [(line.number, line.active) for line in reading.bot("ann").versions] == [(2, True), (1, False)]


def test_the_same_files_are_the_same_version(database, ladder):
    again = database.write(lambda c: register(c, Upload("ann", "digest of ann", "/elsewhere"), NOW))

    assert again == 1


def test_entrants_that_are_left_out_are_not_paired_any_more(database, reading, ladder):
    database.write(lambda c: withdraw_others(c, ladder.id, {1, 2, 3}, NOW))

    assert [row.bot for row in reading.leaderboard("main").rows] == ["ann", "bob", "cyd"]


def test_ladders_are_listed_oldest_first(database, reading, ladder):
    make_ladder(database, "four", players=4)

    assert [(one.spec.name, one.spec.players) for one in reading.ladders()] == [("main", 3), ("four", 4)]


def test_level_ratings_keep_the_order_of_entry(database, reading, desk, played):
    database.write(lambda c: c.execute(update(RATING).values(mu=30, sigma=1)))

    assert [row.bot for row in reading.leaderboard("main").rows] == ["ann", "bob", "cyd", "dan", "eve"]


def test_a_ranked_row_says_how_surely_it_is_better_than_the_next(reading, desk):
    for _ in range(25):
        desk.record(*(desk.play(leased) for leased in desk.lease(2)))
    rows = reading.leaderboard("main").rows

    expected = [better(Rating(row.mu, row.sigma), Rating(low.mu, low.sigma)) for row, low in pairwise(rows)]
    assert [row.better_than_next for row in rows] == [*expected, None]
    assert reading.leaderboard("main", limit=2).rows == rows[:2]
