"""The whole program as a user starts, stops and kills it: nothing of it is left running, nothing recorded is lost."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

ARENA = Path(sys.executable).with_name("arena")
FIRST_ROTATION_S = 15
GONE_S = 15
KILLS = 10


class Program:
    """`arena demo` on a home of its own; all its processes carry the folder's path in their environment."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.pids = set()
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [ARENA, "demo", "--home", folder / "home", "--port", "0", *arguments],
            env=os.environ | {"TMPDIR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def address(self):
        """What it says where it is."""
        for line in self.process.stdout:
            if found := re.search(r"http://[\d.:]+", line):
                return found[0]
        raise AssertionError(self.process.stderr.read())

    def end(self, wait_s=30):
        """Wait for it: exit code, what it printed, what it complained of."""
        out, err = self.process.communicate(timeout=wait_s)
        return self.process.returncode, out, err

    def running(self):
        """Processes that belong to it, by pid."""
        pids = {int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()}
        marked = {pid for pid in pids if self._marked(pid)}
        self.pids |= marked
        return marked

    def kill(self):
        """`kill -9` of the program and its workers at once; bots and their keepers have to see to themselves."""
        self.running()
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def left(self):
        """What is still there once everything has had time to end: processes, and sockets of its referees."""
        deadline = time.monotonic() + GONE_S
        while (running := self.running()) and time.monotonic() < deadline:
            time.sleep(0.05)
        sockets = [
            str(path) for path in Path("/tmp").glob("stockpit-*-*") if path.name.split("-")[1] in map(str, self.pids)
        ]
        return {self._command(pid) for pid in running}, sockets

    def _marked(self, pid):
        try:
            return str(self.folder).encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False

    @staticmethod
    def _command(pid):
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            return ""


def recorded(folder):
    """Rotations that are facts, and whether each has all its matches exactly once."""
    with sqlite3.connect(folder / "home" / "arena.sqlite", timeout=10) as database:
        counts = database.execute("SELECT count(*) FROM match GROUP BY rotation_id").fetchall()
        done = database.execute("SELECT count(*) FROM rotation WHERE lower(state) = 'done'").fetchone()[0]
    database.close()
    return done, len(counts) == done and all(count == 4 for (count,) in counts)


def wait_for_rotations(folder, more_than, seconds=FIRST_ROTATION_S):
    deadline = time.monotonic() + seconds
    while (done := recorded(folder)[0]) <= more_than and time.monotonic() < deadline:
        time.sleep(0.05)
    return done


def verify(folder):
    return subprocess.run(
        [ARENA, "verify", "--all", "--home", folder / "home"], capture_output=True, text=True, check=False
    )


def test_the_demo_rates_a_rotation_within_15_s_and_ends_by_itself_with_its_leaderboard(tmp_path):
    program = Program(tmp_path, "--for", "12")
    address = program.address()
    page, seen_s = "", None
    while time.monotonic() - program.begun < FIRST_ROTATION_S and seen_s is None:
        page = httpx.get(address, follow_redirects=True, timeout=5).text
        if re.search(r"[1-9]\d* rotations", page):
            seen_s = time.monotonic() - program.begun
        program.running()
        time.sleep(0.1)
    code, out, err = program.end()
    assert seen_s is not None, page
    assert (code, err, "python_trader_careful" in out) == (0, "", True)
    assert program.left() == (set(), [])
    assert verify(tmp_path).returncode == 0


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_program_as_its_time_does(tmp_path, end):
    program = Program(tmp_path)
    program.address()
    wait_for_rotations(tmp_path, 0)
    program.running()
    program.process.send_signal(end)
    code, out, err = program.end()
    assert (code, err, "python_random" in out) == (0, "", True)
    assert program.left() == (set(), [])


def test_a_second_start_goes_on_where_the_first_was_and_a_second_program_beside_it_is_refused(tmp_path):
    first = Program(tmp_path, "--engine", "in-process", "--for", "4")
    first.end()
    before, _ = recorded(tmp_path)
    second = Program(tmp_path, "--engine", "in-process")
    second.address()
    after = wait_for_rotations(tmp_path, before)
    third = subprocess.run(
        [ARENA, "serve", "--home", tmp_path / "home", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    second.process.send_signal(signal.SIGINT)
    second.end()
    assert (before > 0, after > before, third.returncode) == (True, True, 4)
    assert (len(third.stderr.splitlines()), "Traceback" in third.stderr) == (1, False)


def test_killed_at_ten_random_moments_every_rotation_is_recorded_exactly_once(tmp_path):
    seed = random.randrange(1 << 32)
    dice = random.Random(seed)
    for kill in range(KILLS):
        program = Program(tmp_path, "--engine", "embedded" if kill % 3 == 0 else "in-process")
        program.address()
        time.sleep(dice.uniform(0.2, 3.5))
        program.kill()
        assert program.left()[0] == set(), f"seed {seed}, kill {kill}"
    last = Program(tmp_path, "--engine", "in-process", "--for", "5")
    last.end()
    done, once = recorded(tmp_path)
    checked = verify(tmp_path)
    assert (done > 0, once, checked.returncode, checked.stderr) == (True, True, 0, ""), f"seed {seed}"
    assert last.left() == (set(), [])


def test_what_cannot_be_a_home_is_refused_in_one_line(tmp_path):
    (tmp_path / "file").write_text("no folder")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "arena.sqlite").write_bytes(os.urandom(8192))
    found = [
        subprocess.run(
            [ARENA, "serve", "--home", home, "--port", "0"], capture_output=True, text=True, timeout=30, check=False
        )
        for home in (tmp_path / "file", broken)
    ]
    assert [(ran.returncode in (2, 4), len(ran.stderr.splitlines())) for ran in found] == [(True, 1), (True, 1)]


def test_the_table_of_the_demo_as_json_has_every_sample_bot(tmp_path):
    Program(tmp_path, "--engine", "in-process", "--for", "3").end()
    ran = subprocess.run(
        [ARENA, "ladder", "show", "--json", "--home", tmp_path / "home"], capture_output=True, text=True, check=True
    )
    bots = {row["bot"] for row in json.loads(ran.stdout)[0]["standings"]}
    assert {"python_random", "python_trader", "python_trader_bold", "python_trader_careful"} <= bots
