"""Commands in an empty folder, and a home in which something has been played."""

import subprocess
import time

import pytest
from running import ARENA, Ran, played

from arena.cli import exit_code


@pytest.fixture
def arena(capsys, monkeypatch, tmp_path):
    """`arena(...)` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_HOME", raising=False)

    def run(*arguments):
        return Ran(exit_code([str(argument) for argument in arguments]), *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """A home with some rated rotations of the demo."""
    path = tmp_path_factory.mktemp("cli") / "home"
    command = [ARENA, "demo", "--home", path, "--port", "0", "--engine", "in-process"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as demo:
        deadline = time.monotonic() + 60
        while not played(path) and time.monotonic() < deadline:
            time.sleep(0.1)
        demo.terminate()
    assert (demo.returncode, played(path) > 0) == (0, True)
    return path
