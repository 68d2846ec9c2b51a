"""Whoever has to wait for another process is told what for."""

import subprocess
import sys

from arena.bots.alone import alone

WAIT = """
import sys
from pathlib import Path
from arena.bots.alone import alone
with alone(Path(sys.argv[1]), "tea"):
    pass
"""


def test_the_second_maker_says_what_it_waits_for_and_goes_on_when_the_first_is_done(tmp_path):
    lock = tmp_path / "kits" / ".lock"
    with alone(lock, "tea"):
        second = subprocess.Popen([sys.executable, "-c", WAIT, lock], stderr=subprocess.PIPE, text=True)
        assert second.stderr.readline() == f"waiting: another process is making tea ({lock})\n"
    assert (second.communicate(timeout=30)[1], second.returncode) == ("", 0)
