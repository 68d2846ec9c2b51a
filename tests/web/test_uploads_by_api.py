"""Hostile archives through the API and the page: one clear line each, and nothing is left of them."""

import sys
import tarfile
import zlib
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

sys.path.insert(0, str(Path(__file__).parents[1] / "bots"))

from archiving import FILES, MANIFEST, entry, tarred, zip_entry, zipped

from arena.model.accounts import Scope
from arena.store.accounts import SqlAccounts
from arena.store.tables import BOT, BOT_VERSION, STAGE, SUBMISSION


def random_bytes(count):
    """What no compression makes smaller."""
    return Random(1).randbytes(count)


def with_files(*files):
    return [("bot.toml", MANIFEST), *files]


def a_million_empty_files():
    """1 GB of headers, in gzip."""
    header = tarfile.TarInfo("x").tobuf()
    gzip = zlib.compressobj(1, wbits=31)
    parts = [gzip.compress(header * 1000) for _ in range(1000)]
    return b"".join([*parts, gzip.flush()])


HOSTILE = {
    "a zip bomb": lambda: zipped(with_files(("zeros", bytes(60 << 20)))),
    "a tar bomb": lambda: tarred(with_files(("zeros", bytes(60 << 20)))),
    "a link out": lambda: tarred(with_files(("out", entry("out", tarfile.SYMTYPE, linkname="/etc/passwd")))),
    "a hard link": lambda: tarred(with_files(("out", entry("out", tarfile.LNKTYPE, linkname="../../etc/passwd")))),
    "a link in a zip": lambda: zipped(with_files((zip_entry("out", 0o120777), b"/etc/passwd"))),
    "a device": lambda: tarred(with_files(("dev", entry("dev", tarfile.CHRTYPE)))),
    "a path upwards": lambda: tarred(with_files(("../x", b""))),
    "an absolute path": lambda: zipped(with_files((zip_entry("/etc/x"), b""))),
    "a million empty files": a_million_empty_files,
    "control characters": lambda: tarred(with_files(("a\nb\x1b[31m", b""))),
    "a name of 10 kB": lambda: tarred(with_files(("x" * 10_000, b""))),
    "names equal after folding": lambda: zipped(with_files(("Strasse", b""), ("STRAẞE", b""))),
    "a tar cut in the middle": lambda: tarred(FILES)[:-40],
    "a zip cut in the middle": lambda: zipped(FILES)[:-40],
    "no bot": lambda: zipped({"main.py": b""}),
    "no archive": lambda: b"\x00" * 1000,
}


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Where temporary files are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture
def hand_in(site, database, people):
    token = SqlAccounts(database).new_token(people.ann.user, "test", {Scope.SUBMIT, Scope.READ})
    headers = {"Authorization": f"Bearer {token}"}
    return lambda data: site.post("/api/v1/bots/alice/versions", headers=headers, content=data)


def left(database, tmp_path, temporary):
    """Rows, objects and temporary files."""
    tables = (BOT, BOT_VERSION, SUBMISSION, STAGE)
    rows = database.read(
        lambda c: [c.execute(select(func.count()).select_from(table)).scalar_one() for table in tables]
    )
    files = [path.name for path in (tmp_path / "objects").rglob("*") if path.is_file()]
    return sum(rows), files, list(temporary.iterdir())


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_archive_gets_one_clear_line_and_leaves_nothing(hand_in, database, tmp_path, temporary, what):
    answer = hand_in(HOSTILE[what]())

    said = answer.json()["error"]
    assert (answer.status_code, said.isprintable(), len(said) < 400) == (422, True, True), said
    assert not any(ours in said for ours in (str(tmp_path), "arena-upload"))
    assert left(database, tmp_path, temporary) == (0, [], [])


def test_a_file_named_like_an_option_is_a_file(hand_in, database, tmp_path, temporary):
    answer = hand_in(tarred([*FILES.items(), ("-rf", b""), ("--help", b"")]))
    assert (answer.status_code, answer.json()["state"]) == (201, "received")
    rows, objects, files = left(database, tmp_path, temporary)
    assert (rows, len(objects), files) == (4, 1, [])


def test_a_full_disk_at_an_upload_is_told_and_leaves_nothing(hand_in, database, tmp_path, temporary, tiny_disk):
    tiny_disk(temporary, 64)
    answer = hand_in(zipped({**FILES, "noise": random_bytes(200_000)}))
    assert (answer.status_code, answer.json()["error"]) == (
        503,
        "what was handed in cannot be kept: No space left on device; nothing was",
    )
    assert left(database, tmp_path, temporary) == (0, [], [])
    assert hand_in(zipped(FILES)).status_code == 201


def test_a_full_object_store_at_an_upload_is_told_and_leaves_nothing(hand_in, database, tmp_path, temporary, tiny_disk):
    (tmp_path / "objects").mkdir(exist_ok=True)
    tiny_disk(tmp_path / "objects", 64)
    answer = hand_in(zipped({**FILES, "noise": random_bytes(200_000)}))
    assert (answer.status_code, "cannot be kept" in answer.json()["error"]) == (503, True)
    assert left(database, tmp_path, temporary) == (0, [], [])
    made = hand_in(zipped(FILES))
    assert (made.status_code, made.json()["number"]) == (201, 1)
