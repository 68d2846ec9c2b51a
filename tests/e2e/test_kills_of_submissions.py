"""An arena killed while a version is in each of its states: nothing is lost, left or built twice."""

import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving_home import Served

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120
MANIFEST = """name = "slow_to_build"
games = ["stockpile"]
kit = "python"
build = ["sh -c 'echo begun; sleep 4; echo built'"]
run = "python3 main.py"
"""


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "main.py").write_text((ROOT / "sample_bots" / "python_random" / "main.py").read_text())
    return folder


def asked(served):
    return served.get("bots/slow_to_build/versions/latest")


def until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def left_of(pid):
    """What a killed arena may have left: boxes of bots and builds, their cgroups, uploads."""
    deadline = time.monotonic() + 10
    while found := [str(path) for path in Path("/tmp").glob(f"arena-*-{pid}-*")]:
        if time.monotonic() > deadline:
            return found
        time.sleep(0.05)
    return []


def test_a_version_goes_on_from_where_it_was_each_time(bot, tmp_path):
    """Killed once in each state, the arena goes on: the version is built, validated, and in its place at the end."""
    home = tmp_path / "home"
    served = Served(home)
    assert served.arena("submit", bot, "--no-wait").returncode == 0
    killed = []
    for state in ("building", "validating", "active"):
        until(lambda served=served, state=state: asked(served)["state"] == state)
        before = asked(served)
        served.kill()
        killed.append(served.process.pid)
        served = Served(home)
        after = asked(served)
        assert after["stages"][: len(before["stages"])] == before["stages"]
    end = asked(served)
    served.end()

    states = [stage["state"] for stage in end["stages"]]
    assert states == ["received", "building", "received", "building", "validating", "active"]
    assert [left_of(pid) for pid in killed] == [[], [], []]
    assert list((home / "artifacts").glob("making-*")) == []
