import sqlite3
import threading
import time

import pytest
from sqlalchemy import event, func, select
from stores import NOW, PATIENCE_S

from arena.model.errors import WorldTrouble
from arena.scheduler.leases import RotationState
from arena.store.database import Database
from arena.store.tables import MATCH, ROTATION


def matches(database):
    return database.read(lambda c: c.execute(select(func.count()).select_from(MATCH)).scalar_one())


@pytest.fixture
def other(database):
    """Another program's connection that holds the write lock."""
    connection = sqlite3.connect(database.path, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN IMMEDIATE")
    yield connection
    connection.close()


@pytest.fixture
def impatient(database, monkeypatch):
    """SQLite itself waits no longer than a moment."""

    def hurry(connection, _record, _proxy):
        connection.execute("PRAGMA busy_timeout = 10")

    event.listen(database.engine, "checkout", hurry)
    return database


def test_a_locked_database_is_reported_after_the_patience_and_nothing_is_written(desk, impatient, request):
    (leased,) = desk.lease()
    record = desk.play(leased)
    other = request.getfixturevalue("other")
    began = time.monotonic()

    with pytest.raises(WorldTrouble, match=r"database is locked for 0.3 s; nothing was written"):
        desk.record(record)
    assert time.monotonic() - began >= PATIENCE_S
    assert matches(impatient) == 0

    other.execute("ROLLBACK")
    assert desk.record(record).rotations == (1,)


def test_a_lock_that_is_given_up_in_time_costs_nothing(desk, impatient, request):
    (leased,) = desk.lease()
    record = desk.play(leased)
    other = request.getfixturevalue("other")
    release = threading.Timer(0.1, lambda: other.execute("ROLLBACK"))
    release.start()

    assert desk.record(record).rotations == (1,)
    release.join()


def test_reading_goes_on_while_somebody_writes(database, other):
    assert matches(database) == 0


def test_a_full_disk_is_reported_and_nothing_is_half_written(database, desk):
    leased = desk.lease(8)
    records = [desk.play(one) for one in leased]
    limit = {"pages": 0}

    def cap(connection, _record, _proxy):
        connection.execute(f"PRAGMA max_page_count = {limit['pages'] or 1_000_000}")

    event.listen(database.engine, "checkout", cap)
    limit["pages"] = database.read(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar_one()) + 1

    with pytest.raises(WorldTrouble, match=r"database or disk is full for 0.3 s; nothing was written"):
        desk.record(*records)
    assert matches(database) == 0

    limit["pages"] = 0
    assert len(desk.record(*records).rotations) == 8
    assert matches(database) == 24


def test_a_bug_of_ours_is_not_taken_for_trouble_of_the_world(database):
    with pytest.raises(Exception, match="no such table"):
        database.write(lambda c: c.exec_driver_sql("SELECT * FROM nowhere"))


def test_a_write_checks_references_and_is_safe_on_disk(tmp_path, database, ladder):
    pragmas = {
        name: database.read(lambda c, n=name: c.exec_driver_sql(f"PRAGMA {n}").scalar_one())
        for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

    with pytest.raises(Exception, match="FOREIGN KEY constraint failed"):
        database.write(lambda c: c.execute(ROTATION.insert().values(_orphan())))


def _orphan():
    return {
        "ladder_id": 99,
        "number": 1,
        "deal_epoch_id": 99,
        "versions": [1],
        "cyclic_order": [0],
        "state": RotationState.READY,
        "attempt": 0,
        "epoch": 0,
        "losses": 0,
        "reason": "",
        "created_at": NOW,
    }


def test_a_folder_that_is_not_there_is_reported(tmp_path):
    database = Database(tmp_path / "nowhere" / "arena.db", patience_s=0.05)

    with pytest.raises(WorldTrouble, match="unable to open database file"):
        database.read(lambda c: None)
