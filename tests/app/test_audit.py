import json

import pytest
from sqlalchemy import text
from test_coordinator import played

from arena.app.audit import rebuild, verify_all
from arena.model.errors import NotSo
from arena.store.transcripts import press

ROTATIONS = 12


@pytest.fixture
def database_with_matches(database, ladder):
    played(database, ladder, ROTATIONS)
    return database


def edit_transcript(database, match, edit):
    """Change a stored transcript and compress it again, as someone would who knows the format."""
    data = database.read(
        lambda c: c.execute(text("SELECT data FROM transcript WHERE match_id = :id"), {"id": match}).scalar_one()
    )
    play = json.loads(press().expand(data))
    edit(play)
    again = press().compress(json.dumps(play, separators=(",", ":"), sort_keys=True).encode())
    database.write(
        lambda c: c.execute(text("UPDATE transcript SET data = :d WHERE match_id = :id"), {"d": again, "id": match})
    )


def run(database, statement):
    assert database.write(lambda c: c.execute(text(statement)).rowcount) == 1


def test_what_was_recorded_passes(database_with_matches):
    report = verify_all(database_with_matches)

    assert (report.ladders, report.matches, report.ratings) == (1, 3 * report.rotations, 5)
    assert report.decisions > 50 * report.matches / 2
    assert report.faults > 0


def swap_first_cards(play):
    deck = next(value for value in play["deal"].values() if isinstance(value, list) and len(value) > 2)
    i = next(i for i, card in enumerate(deck) if card != deck[0])
    deck[0], deck[i] = deck[i], deck[0]


def change_action(play):
    play["actions"][3] += 1


def change_time(play):
    play["cost_us"][5] += 1


def change_recorded_fault(play):
    play["faults"].append([0, 0, "out_of_time", "said to be late"])


@pytest.mark.parametrize("edit", [swap_first_cards, change_action, change_time, change_recorded_fault])
def test_a_changed_transcript_is_found_and_its_match_named(database_with_matches, edit):
    edit_transcript(database_with_matches, 20, edit)

    with pytest.raises(NotSo, match=r"^match 20 "):
        verify_all(database_with_matches)


FAULT = "(SELECT MIN(match_id) FROM fault)"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE seat SET score = score + 1 WHERE match_id = 20 AND seat = 1",
        "UPDATE seat SET place = 4 - place WHERE match_id = 20 AND seat = (SELECT seat FROM seat "
        "WHERE match_id = 20 AND place = 1)",
        "UPDATE seat SET version_id = version_id % 5 + 1 WHERE match_id = 20 AND seat = 0",
        "UPDATE seat SET ignored = 1 WHERE match_id = 20 AND seat = 0",
        "UPDATE match SET termination = 'forfeited' WHERE id = 20",
        "UPDATE match SET wall_us = wall_us + 1 WHERE id = 20",
        "UPDATE match SET decisions = decisions + 1 WHERE id = 20",
        "UPDATE match SET digest = replace(digest, substr(digest, 1, 1), 'x') WHERE id = 20",
        "DELETE FROM transcript WHERE match_id = 20",
    ],
)
def test_a_flipped_value_of_a_match_is_found_and_the_match_named(database_with_matches, statement):
    run(database_with_matches, statement)

    with pytest.raises(NotSo, match=r"^match 20( |:)"):
        verify_all(database_with_matches)


@pytest.mark.parametrize(
    "statement",
    [
        f"DELETE FROM fault WHERE match_id = {FAULT} AND no = 0",
        f"UPDATE fault SET seat = (seat + 1) % 3 WHERE match_id = {FAULT} AND no = 0",
        f"UPDATE fault SET decision = decision + 1 WHERE match_id = {FAULT} AND no = 0",
        f"UPDATE fault SET cause = 'out_of_time' WHERE match_id = {FAULT} AND no = 0",
        f"UPDATE fault SET detail = 'x' WHERE match_id = {FAULT} AND no = 0",
        "INSERT INTO fault SELECT MIN(id), 0, 0, 0, 'exited', 'exit code 1' FROM match "
        "WHERE id NOT IN (SELECT match_id FROM fault)",
    ],
)
def test_a_flipped_fault_is_found_and_its_match_named(database_with_matches, statement):
    run(database_with_matches, statement)

    with pytest.raises(NotSo, match=r"^match \d+ .*faults are stored"):
        verify_all(database_with_matches)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE rating SET mu = mu + 0.00001 WHERE version_id = 2", r"version 2 .* up to match \d+"),
        ("UPDATE rating SET sigma = sigma - 0.00001 WHERE version_id = 2", "version 2"),
        ("UPDATE rating SET matches = matches + 1 WHERE version_id = 2", "version 2"),
        ("UPDATE rating SET faults = faults + 1 WHERE version_id = 2", "version 2"),
        ("DELETE FROM rating WHERE version_id = 2", "version 2"),
        ("UPDATE bot SET name = 'bobby' WHERE name = 'bob'", "digests breaks"),
        ("UPDATE deal_epoch SET key = zeroblob(32)", "does not fit its hash"),
        ("UPDATE rotation SET attempt = attempt + 1 WHERE id = 3", "its deal is not"),
        ("UPDATE rotation SET cyclic_order = '[0, 0, 1]' WHERE id = 3", "seats hold"),
        ("UPDATE rotation SET state = 'failed' WHERE id = 3", "rotation 3 "),
        ("UPDATE match SET recorded_no = 10000 WHERE id = 20", "number 20 is missing"),
    ],
)
def test_a_flipped_value_elsewhere_is_found(database_with_matches, statement, named):
    run(database_with_matches, statement)

    with pytest.raises(NotSo, match=named):
        verify_all(database_with_matches)


def test_a_removed_match_is_found(database_with_matches):
    for table in ("fault", "seat", "transcript"):
        database_with_matches.write(lambda c, t=table: c.execute(text(f"DELETE FROM {t} WHERE match_id = 20")))
    run(database_with_matches, "DELETE FROM match WHERE id = 20")

    with pytest.raises(NotSo, match="has 2 matches, not 3"):
        verify_all(database_with_matches)


def test_rebuilding_gives_the_ratings_that_were_stored(database_with_matches):
    before = verify_all(database_with_matches)
    run(database_with_matches, "UPDATE rating SET mu = 0 WHERE version_id = 1")

    assert rebuild(database_with_matches, "main") == 5
    assert verify_all(database_with_matches) == before
