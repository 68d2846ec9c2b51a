"""A built bot: kept under its digest, and unpacked whole or not at all."""

import io
import os
import stat
import threading

import pytest
from archiving import FILES, entry, tarred

from arena.bots.archives.artifact import keep_artifact, unpack
from arena.bots.archives.source import read_archive_bytes
from arena.model.errors import BadInput, WorldTrouble

SOURCE = read_archive_bytes(tarred(FILES))


def kept(files, folder):
    data = tarred(files, "w")
    return keep_artifact(io.BytesIO(data), len(data), SOURCE.manifest, folder)


@pytest.fixture
def artifact(tmp_path):
    program = entry("run", mode=0o4711)
    return kept([*FILES.items(), ("run", program)], tmp_path / "artifacts")


def test_it_is_kept_under_its_digest(tmp_path):
    made = kept(FILES, tmp_path)
    assert (made.path, made.digest) == (tmp_path / f"{SOURCE.digest}.tar", SOURCE.digest)
    assert made.path.read_bytes() == SOURCE.tar
    assert list(tmp_path.iterdir()) == [made.path]


def test_what_is_not_taken_is_not_kept(tmp_path):
    for files, said in (
        ({**FILES, "bot.toml": FILES["bot.toml"].replace(b"main", b"other")}, "the build changed bot.toml"),
        ([*FILES.items(), ("x", entry("x", b"2", linkname="/etc/shadow"))], "it is a link"),
    ):
        with pytest.raises(BadInput, match=said):
            kept(files, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_it_is_unpacked_for_everybody_to_read(artifact, tmp_path):
    mask = os.umask(0o077)
    try:
        unpack(artifact.path, tmp_path / "bots" / "1")
    finally:
        os.umask(mask)
    found = {str(path.relative_to(tmp_path / "bots")): path for path in (tmp_path / "bots").rglob("*")}
    modes = {name: stat.S_IMODE(path.stat().st_mode) for name, path in found.items()}
    folders = dict.fromkeys(("1", "1/lib", "1/lib/deep"), 0o755)
    assert modes == {**folders, **dict.fromkeys((f"1/{name}" for name in FILES), 0o644), "1/run": 0o755}
    assert {name: found[f"1/{name}"].read_bytes() for name in FILES} == FILES


def test_many_may_unpack_it_at_once_and_again(artifact, tmp_path):
    failures = []

    def once():
        try:
            unpack(artifact.path, tmp_path / "bots" / "1")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=once) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    once()
    assert failures == []
    assert [path.name for path in (tmp_path / "bots").iterdir()] == ["1"]


def test_a_damaged_one_leaves_nothing_and_is_the_worlds_trouble(artifact, tmp_path):
    artifact.path.write_bytes(artifact.path.read_bytes()[:1500])
    with pytest.raises(WorldTrouble, match=r"\.tar is damaged: what was built is cut in the middle"):
        unpack(artifact.path, tmp_path / "bots" / "1")
    assert list((tmp_path / "bots").iterdir()) == []
    with pytest.raises(WorldTrouble, match=r"cannot be unpacked: .*No such file"):
        unpack(tmp_path / "nothing", tmp_path / "bots" / "1")


def test_what_a_killed_process_was_making_is_removed_by_the_next(artifact, tmp_path):
    left = tmp_path / "bots" / f"making-{2**22 + 1}-0"
    (left / "lib").mkdir(parents=True)
    unpack(artifact.path, tmp_path / "bots" / "1")
    assert not left.exists()
