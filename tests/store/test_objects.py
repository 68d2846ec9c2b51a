import pytest

from arena.model.errors import WorldTrouble
from arena.store.objects import ObstoreObjects


@pytest.fixture
def objects(tmp_path):
    return ObstoreObjects((tmp_path / "objects").as_uri())


def test_an_object_comes_back_as_it_was_put(objects, tmp_path):
    (tmp_path / "in").write_bytes(b"\0\1" * 100_000)
    objects.put("sources/a.tar", tmp_path / "in")
    objects.get("sources/a.tar", tmp_path / "out")

    assert (tmp_path / "out").read_bytes() == b"\0\1" * 100_000
    assert objects.has("sources/a.tar")


def test_an_object_that_is_not_there_is_trouble_and_leaves_no_file(objects, tmp_path):
    assert not objects.has("sources/b.tar")
    with pytest.raises(WorldTrouble, match=r"object sources/b\.tar cannot be fetched"):
        objects.get("sources/b.tar", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_there_is_not_written_over(objects, tmp_path):
    (tmp_path / "in").write_bytes(b"new")
    objects.put("a", tmp_path / "in")
    with pytest.raises(WorldTrouble):
        objects.get("a", tmp_path / "in")
