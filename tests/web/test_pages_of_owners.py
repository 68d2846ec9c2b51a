"""An owner's page of a version: kept current as long as there may be news."""

import httpx
import pytest
from handing_in import archive
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from arena.store.accounts import SqlAccounts


@pytest.fixture
def ann(site, database, people, monkeypatch):
    """Ann's browser, signed in."""
    hasher = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1),))
    monkeypatch.setattr("arena.store.accounts._hasher", hasher)
    SqlAccounts(database).set_password("ann_owner", "correct horse")
    with httpx.Client(base_url=site.base_url, timeout=20) as client:
        client.post("/sign-in", data={"name": "ann_owner", "password": "correct horse"})
        yield client


def test_a_settled_version_is_asked_for_a_moment_longer(ann, counter, people, database, tmp_path):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    counter.withdraw(people.ann, "newbie")
    page = "/me/bots/newbie/1"
    assert 'hx-trigger="every 1s"' in ann.get(page).text

    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE stage SET at = '2020-01-01 00:00:00.000000'")
    assert "hx-trigger" not in ann.get(page).text
