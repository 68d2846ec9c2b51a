from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic import command
from sqlalchemy import inspect, select

from arena.store.columns import Row
from arena.store.database import Database
from arena.store.entrants import Upload, register
from arena.store.migrate import alembic_config, migrate
from arena.store.tables import BOT


@pytest.fixture
def fresh(tmp_path):
    database = Database(tmp_path / "fresh.db")
    yield database
    database.close()


def tables(database):
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_the_history_makes_exactly_the_tables_of_the_models(fresh):
    migrate(fresh.engine)

    assert tables(fresh) == set(Row.metadata.tables)
    command.check(alembic_config(fresh.engine))


def test_every_step_can_be_taken_back_and_again(fresh):
    migrate(fresh.engine)
    command.downgrade(alembic_config(fresh.engine), "base")

    assert tables(fresh) == set()

    migrate(fresh.engine)
    command.check(alembic_config(fresh.engine))


def test_migrating_again_changes_nothing(database):
    database.write(lambda c: register(c, Upload("ann", "d", "/ann"), datetime.now(UTC)))
    migrate(database.engine)

    assert database.read(lambda c: c.execute(select(BOT.c.name)).scalars().all()) == ["ann"]


def test_every_constraint_has_a_name():
    for table in Row.metadata.tables.values():
        assert all(constraint.name for constraint in table.constraints)


def test_times_come_back_aware_and_in_utc(database):
    there = datetime(2026, 12, 1, 13, 30, 0, 123456, timezone(timedelta(hours=1)))
    database.write(lambda c: register(c, Upload("ann", "d", "/ann"), there))

    (back,) = database.read(lambda c: c.execute(select(BOT.c.created_at)).scalars().all())
    assert back == there
    assert back.tzinfo is UTC


def test_a_time_without_a_zone_is_refused(database):
    with pytest.raises(Exception, match="has no time zone"):
        database.write(lambda c: register(c, Upload("ann", "d", "/ann"), datetime(2026, 1, 1)))
