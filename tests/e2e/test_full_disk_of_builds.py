"""Builds that the machine fails: its disk is full, or their worker is killed. The bot has no part in it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "app"))

from serving_home import Served
from tiny_disks import tiny_disk  # noqa: F401

PATIENCE_S = 150
"""After the machine failed a build none is begun for half a minute."""
MIB = 1 << 20
MANIFEST = """name = "{name}"
games = ["stockpile"]
kit = "python"
build = ["{build}"]
run = "python3 main.py"
"""
SLEEP = b"sleep\x00301.7"
"""By which a build is known among the processes."""
MAIN = (Path(__file__).parents[2] / "sample_bots" / "python_random" / "main.py").read_text()


def bot_of(tmp_path, name, build):
    """The folder of a bot with one build command."""
    folder = tmp_path / name
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST.format(name=name, build=build))
    (folder / "main.py").write_text(MAIN)
    return folder


def until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize(("full", "mib", "noise_mib"), [("objects", 4, 8), ("artifacts", 4, 8), (".", 24, 40)])
def test_a_build_for_whose_result_there_is_no_space_is_built_once_there_is(
    full,
    mib,
    noise_mib,
    tmp_path,
    tiny_disk,  # noqa: F811
):
    home = tmp_path / "home"
    (home / full).mkdir(parents=True)
    disk = tiny_disk(home / full, mib * 1024)
    bot = bot_of(tmp_path, "noisy", f"sh -c 'head -c {noise_mib * MIB} /dev/urandom > noise'")
    served = Served(home)

    def asked():
        return served.get("bots/noisy/versions/latest")

    try:
        assert served.arena("submit", bot, "--no-wait").returncode == 0
        until(lambda: len(asked()["stages"]) >= 3)
        stages = asked()["stages"]
        assert [stage["state"] for stage in stages] == ["received", "building", "received"]
        assert stages[-1]["text"] == "the machine failed; it is built again in a while"
        sources = [path.parent.name for path in (home / "objects").rglob("*") if path.is_file()]
        assert (sources, list((home / "artifacts").glob("*"))) == (["sources"], [])

        subprocess.run(["mount", "-o", f"remount,size={8 * noise_mib * MIB}", disk], check=True)
        until(lambda: "validating" in [stage["state"] for stage in asked()["stages"]])
        assert [stage["state"] for stage in asked()["stages"][3:5]] == ["building", "validating"]
        assert list((home / "artifacts").glob("making-*")) == []
    finally:
        served.end()


def workers_of(pid):
    """The worker processes of an arena."""
    children = Path(f"/proc/{pid}/task").glob("*/children")
    found = {int(child) for path in children for child in path.read_text().split()}
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def test_a_build_whose_worker_is_killed_three_times_is_given_up_and_leaves_nothing(tmp_path):
    bot = bot_of(tmp_path, "deadly", "sh -c 'echo begun; sleep 301.7'")
    served = Served(tmp_path / "home")

    def asked():
        return served.get("bots/deadly/versions/latest")

    def building(attempt):
        begun = sum(stage["state"] == "building" for stage in asked()["stages"])
        return begun == attempt and any(SLEEP in command for command in commands())

    try:
        assert served.arena("submit", bot, "--no-wait").returncode == 0
        for attempt in (1, 2, 3):
            until(lambda attempt=attempt: building(attempt))
            for worker in workers_of(served.process.pid):
                os.kill(worker, signal.SIGKILL)

        until(lambda: asked()["state"] == "rejected")
        assert [stage["state"] for stage in asked()["stages"]] == [*("received", "building") * 3, "rejected"]
        assert asked()["rejection"]["reason"] == "its build was lost 3 times with the worker that ran it"
        until(lambda: not any(SLEEP in command for command in commands()))
        until(lambda: list(Path("/tmp").glob(f"arena-*-{served.process.pid}-*")) == [])
    finally:
        served.end()


def commands():
    """The command lines of all processes."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield path.read_bytes()
        except OSError:
            continue
