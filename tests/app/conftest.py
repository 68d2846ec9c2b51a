import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from arena.app.demo_setup import ladder_spec
from arena.model.ratings import RatingRule
from arena.store.database import Database
from arena.store.entrants import Upload, enter, register
from arena.store.ladders import open_ladder
from arena.store.migrate import migrate

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
BOTS = ("ann", "bob", "cyd", "dan", "eve")


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
    database = Database(path, patience_s=0.3)
    yield database
    database.close()


@pytest.fixture
def ladder(database):
    """A ladder of five house bots for tables of three."""
    spec = ladder_spec("main", "stockpile", 3)

    def change(connection):
        ladder = open_ladder(connection, spec, RatingRule(), NOW, key=b"k" * 32)
        for bot in BOTS:
            enter(connection, ladder.id, register(connection, Upload(bot, f"digest of {bot}", f"/{bot}"), NOW), NOW)
        return ladder

    return database.write(change)
