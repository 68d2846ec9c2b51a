"""A migrated database and a ladder on it, for every test that needs one."""

import shutil
from datetime import UTC, datetime

import pytest
from scripted_play import play_rotation

from arena.app.coordinator_plan import tables_plan
from arena.app.demo_setup import ladder_spec
from arena.model.matches import Table
from arena.model.ratings import RatingRule
from arena.store.coordination import Coordination
from arena.store.database import Database
from arena.store.entrants import Upload, enter, register
from arena.store.ladders import open_ladder
from arena.store.migrate import migrate
from arena.store.packing import pack

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
BOTS = ("ann", "bob", "cyd", "dan", "eve")
PATIENCE_S = 0.3


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "empty.db"
    database = Database(path)
    migrate(database.engine)
    database.close()
    return path


@pytest.fixture
def database(tmp_path, empty_database):
    path = tmp_path / "arena.db"
    shutil.copy(empty_database, path)
    database = Database(path, patience_s=PATIENCE_S)
    yield database
    database.close()


@pytest.fixture
def ladder(database):
    """A ladder of five house bots for tables of three."""
    return make_ladder(database)


def make_ladder(database, name="main", players=3, game="stockpile"):
    spec = ladder_spec(name, game, players)

    def change(connection):
        ladder = open_ladder(connection, spec, RatingRule(), NOW, key=b"k" * 32)
        for bot in BOTS:
            version = register(connection, Upload(bot, f"digest of {bot}", f"/{bot}"), NOW)
            enter(connection, ladder.id, version, NOW)
        return ladder

    return database.write(change)


class Desk:
    """A coordinator's hands, without an engine."""

    def __init__(self, database, ladder):
        self.ladder = ladder
        self.coordination = Coordination.begin(database, lambda: NOW)

    def lease(self, rotations=1):
        """Pair and lease so many rotations."""
        self.coordination.plan(self.ladder, tables_plan(self.ladder, rotations, 1))
        chunks = self.coordination.lease(self.ladder, rotations, 1)
        return [leased for chunk in chunks for leased in chunk]

    def play(self, leased):
        """The record of a leased rotation."""
        spec = self.ladder.spec
        table = Table(spec.game, spec.players, spec.settings, spec.time_control, ())
        return play_rotation(table, leased.rotation)

    def record(self, *records):
        return self.coordination.record(self.ladder, [pack(record) for record in records])


@pytest.fixture
def desk(database, ladder):
    desk = Desk(database, ladder)
    yield desk
    desk.coordination.close()
