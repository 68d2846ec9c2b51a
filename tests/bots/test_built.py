"""A bot is built once, and again only when something in its folder has changed."""

import os
from contextlib import contextmanager

import pytest

from arena.app.playing import build_bots
from arena.bots.manifest import load_manifest

TOML = 'name = "b"\ngames = ["stockpile"]\nkit = "python"\nrun = "awk -f main.awk"\nbuild = ["sh build.sh"]\n'


@pytest.fixture
def bot(tmp_path):
    """Run by a program of the machine; its build leaves a result alone that would come out the same."""
    (tmp_path / "bot.toml").write_text(TOML)
    (tmp_path / "source").write_text("x")
    (tmp_path / "build.sh").write_text("cmp -s source main.awk || cp source main.awk\n")
    return tmp_path


@pytest.fixture
def builds(bot):
    """Plays it being named to `arena play`; how often it was built for that."""

    def build():
        done = []

        @contextmanager
        def building(name):
            yield done.append(name)

        build_bots([load_manifest(bot)] * 2, building, bot / "kits")
        return len(done)

    return build


def test_a_bot_is_built_once(builds):
    assert [builds(), builds()] == [1, 0]


def change(bot):
    (bot / "source").write_text("y")


def touch(bot):
    os.utime(bot / "source", (1, 1))


def lose_the_result(bot):
    (bot / "main.awk").unlink()


def add(bot):
    (bot / "another").touch()


def build_otherwise(bot):
    (bot / "bot.toml").write_text(TOML.replace("build.sh", "./build.sh"))


@pytest.mark.parametrize("alter", [change, touch, lose_the_result, add, build_otherwise])
def test_whatever_changes_in_its_folder_has_it_built_once_more(bot, builds, alter):
    builds()
    alter(bot)
    assert [builds(), builds()] == [1, 0]


def test_a_build_that_failed_is_tried_again(bot, builds):
    (bot / "build.sh").write_text("exit 1\n")
    for _ in range(2):
        with pytest.raises(Exception, match="cannot be built"):
            builds()
