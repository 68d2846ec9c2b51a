"""The whole program as a user runs it: how it ends, what it leaves, and that a kill loses nothing."""

import os
import random
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

ARENA = Path(sys.executable).with_name("arena")
FIRST_ROTATION_S = 15
"""From the start of the program until its first rated rotation is on the page."""
ENDING_S = 30
KILLS = 10


class Program:
    """`arena demo` on a home, in a session of its own."""

    def __init__(self, home, *more):
        self.begun = time.monotonic()
        command = [ARENA, "demo", "--home", home, "--port", "0", *more]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if name != "COLUMNS"},
        )
        self.pids = {self.process.pid}

    def address(self):
        """Once it is told."""
        for line in self.process.stdout:
            if told := re.match(r"Stockpit is at (\S+)", line):
                return told[1]
        raise AssertionError("it ended before it told its address")

    def look(self):
        """Note the processes there are now; what they leave is known by these."""
        self.pids |= of_session(self.process.pid)

    def ended(self):
        """All that it has still said, once it has ended by itself."""
        text, _ = self.process.communicate(timeout=ENDING_S)
        return text

    def left(self):
        """Processes, bots and sockets that are still there; they get a moment to go."""
        return lasting(self._found)

    def zombies(self):
        """Processes that have ended and wait for init to reap them; they get a moment."""
        return lasting(lambda: [pid for pid in self.pids if Path(f"/proc/{pid}").exists()])

    def _found(self):
        sockets = [str(folder) for pid in self.pids for folder in Path("/tmp").glob(f"stockpit-{pid}-*")]
        marks = [f"ARENA_ADDRESS=unix:/tmp/stockpit-{pid}-".encode() for pid in self.pids]
        bots = [pid for pid in processes() if any(mark in environment(pid) for mark in marks)]
        return sockets + bots + list(of_session(self.process.pid))


def lasting(find):
    """What is found, and still found after a while."""
    deadline = time.monotonic() + 10
    while (found := find()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def processes():
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def environment(pid):
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


def of_session(session):
    """Living processes of a session."""
    found = set()
    for pid in processes():
        try:
            state, _, _, its_session = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(its_session) == session and state not in "ZX":
            found.add(pid)
    return found


@contextmanager
def running(home, *more):
    """A program that is gone afterwards, whatever happens."""
    program = Program(home, *more)
    try:
        yield program
    finally:
        program.look()
        with program.process, suppress(ProcessLookupError):
            os.killpg(program.process.pid, signal.SIGKILL)


def rows(home, query):
    try:
        with closing(sqlite3.connect(f"file:{home / 'arena.sqlite'}?mode=ro", uri=True)) as connection:
            return connection.execute(query).fetchall()
    except sqlite3.OperationalError:  # not there yet
        return []


def rotations(home):
    """Numbers of the recorded rotations with how many matches each has, in order."""
    query = "SELECT r.number, COUNT(m.id) FROM rotation r JOIN match m ON m.rotation_id = r.id GROUP BY r.id ORDER BY 1"
    return rows(home, query)


def until_played(home, more_than, patience_s=30):
    deadline = time.monotonic() + patience_s
    while len(rotations(home)) <= more_than:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def verified(home):
    """Matches and rotations that `arena verify --all` has found to be so."""
    ran = subprocess.run(
        [ARENA, "verify", "--all", "--home", home], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    told = re.match(r"verified (\d+) matches of (\d+) rotations", ran.stdout)
    return int(told[1]), int(told[2])


def board(text):
    """Names in a printed leaderboard."""
    return set(re.findall(r"^(?:\d+|-) +(\w+)", text, re.MULTILINE))


def shown_rotations(address):
    """The count the ladder's page shows."""
    with urllib.request.urlopen(address, timeout=10) as page:
        return int(re.search(r"(\d+) rotations", page.read().decode())[1])


def test_a_demo_shows_its_first_rotation_soon_and_ends_by_itself_with_the_leaderboard(tmp_path):
    home = tmp_path / "home"
    with running(home, "--for", "12") as demo:
        address = demo.address()
        while shown_rotations(address) == 0:
            assert time.monotonic() - demo.begun < FIRST_ROTATION_S
            time.sleep(0.1)
        demo.look()
        text = demo.ended()
        assert (demo.process.returncode, demo.left()) == (0, [])
    assert re.search(r"^stockpile-4: [1-9]\d* rotations, [1-9]\d* matches$", text, re.MULTILINE)
    assert {"python_random", "python_heuristic", "python_heuristic_bold", "python_heuristic_careful"} <= board(text)
    assert verified(home) == (4 * len(rotations(home)), len(rotations(home)))


SIGNALS = {
    "Ctrl-C, which the whole group gets": (os.killpg, signal.SIGINT),
    "SIGTERM": (os.kill, signal.SIGTERM),
    "SIGTERM to all, as a service manager does": (os.killpg, signal.SIGTERM),
    "a terminal that is closed": (os.killpg, signal.SIGHUP),
}


def test_signals_end_it_as_the_time_does_and_the_next_start_goes_on(tmp_path):
    """One home for all, so that each start finds what the last has left."""
    home = tmp_path / "home"
    ends = []
    for send, number in SIGNALS.values():
        before = len(rotations(home))
        with running(home) as demo:
            demo.address()
            until_played(home, before)
            demo.look()
            send(demo.process.pid, number)
            text = demo.ended()
            ends.append((demo.process.returncode, demo.left(), "lost" in text, "Error" in text, len(board(text)) >= 4))
    assert ends == [(0, [], False, False, True)] * len(SIGNALS)
    assert rows(home, "SELECT SUM(losses) FROM rotation") == [(0,)]
    assert verified(home) == (4 * len(rotations(home)), len(rotations(home)))


def test_a_signal_while_it_starts_ends_it(tmp_path):
    dice = random.Random(3)
    for _ in range(3):
        with running(tmp_path / "home") as demo:
            demo.process.stdout.readline()  # its home
            time.sleep(dice.uniform(0, 1.5))
            demo.look()
            os.killpg(demo.process.pid, signal.SIGINT)
            text = demo.ended()
            assert (demo.process.returncode, demo.left(), "Traceback" in text) == (0, [], False)


def test_a_second_program_on_a_home_is_refused_and_the_first_plays_on(tmp_path):
    home = tmp_path / "home"
    with running(home, "--engine", "in-process") as first:
        first.address()
        with running(home) as second:
            text = second.ended()
        refusal = rf"arena: process {first.process.pid} on \S+ already runs the ladders of {home}; stop it first"
        assert (second.process.returncode, bool(re.search(refusal, text))) == (4, True)
        until_played(home, 0)


def test_killed_at_ten_random_moments_every_rotation_is_recorded_exactly_once(tmp_path):
    home = tmp_path / "home"
    dice = random.Random(seed := random.randrange(1000))
    print(f"seed {seed}")
    killed = []
    for number in range(KILLS):
        before = len(rotations(home))
        with running(home, "--engine", "embedded" if number % 3 == 0 else "in-process") as demo:
            demo.address()
            if number % 2:
                until_played(home, before)
            time.sleep(dice.uniform(0, 1.0))
            demo.look()
            os.killpg(demo.process.pid, signal.SIGKILL)
            demo.process.wait()
            killed.append(demo)
    assert [pid for program in killed for pid in program.zombies()] == []
    with running(home, "--engine", "in-process") as last:
        last.address()
        until_played(home, len(rotations(home)) + 8)
        last.process.send_signal(signal.SIGINT)
        last.ended()
        assert last.process.returncode == 0

    recorded = rotations(home)
    assert [matches for _, matches in recorded] == [4] * len(recorded)
    assert [number for number, _ in recorded] == list(range(1, len(recorded) + 1))
    assert rows(home, "SELECT COUNT(*) FROM late_result") == [(0,)]
    assert verified(home) == (4 * len(recorded), len(recorded))
    assert [left for program in killed for left in program.left()] == []


def test_a_full_disk_ends_it_with_one_line_and_what_was_recorded_holds(tmp_path):
    home = tmp_path / "home"
    with running(home, "--engine", "in-process") as demo:
        demo.address()
        demo.look()
        until_played(home, 0)
        largest = max(path.stat().st_size for path in home.glob("arena.sqlite*"))
        resource.prlimit(demo.process.pid, resource.RLIMIT_FSIZE, (largest, largest))
        text = demo.ended()
        assert (demo.process.returncode, demo.left()) == (4, [])
    assert re.fullmatch(rf"arena: {home}/arena.sqlite: .+ for 10 s; nothing was written\n", text)
    assert verified(home) == (4 * len(rotations(home)), len(rotations(home)))


def refused(*arguments):
    ran = subprocess.run([ARENA, *arguments], capture_output=True, text=True, timeout=60, check=False)
    return ran.returncode, ran.stderr


def test_a_port_that_is_taken_is_named(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        assert refused("serve", "--home", tmp_path / "home", "--port", str(port)) == (
            4,
            f"arena: cannot listen on '127.0.0.1', port {port}: Address already in use; --port 0 takes a free port\n",
        )


def test_an_address_that_is_not_ours_is_named(tmp_path):
    code, text = refused("serve", "--home", tmp_path / "home", "--host", "192.0.2.1", "--port", "0")
    assert (code, text.startswith("arena: cannot listen on '192.0.2.1', port 0: "), text.count("\n")) == (4, True, 1)


@pytest.mark.parametrize("command", ["serve", "verify", "ladder"])
def test_a_database_that_is_none_is_named(command, tmp_path):
    database = tmp_path / "arena.sqlite"
    database.write_bytes(random.Random(1).randbytes(9000))
    words = {"serve": ["serve", "--port", "0"], "verify": ["verify", "--all"], "ladder": ["ladder", "show"]}[command]
    assert refused(*words, "--home", tmp_path) == (4, f"arena: {database}: file is not a database\n")


def test_a_database_of_a_newer_release_is_left_alone(tmp_path):
    database = tmp_path / "arena.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('ffff')")
        connection.commit()
    code, text = refused("serve", "--home", tmp_path, "--port", "0")
    assert (code, text.count("\n"), "ffff" in text) == (4, 1, True)
    assert rows(tmp_path, "SELECT name, version_num FROM sqlite_master, alembic_version") == [
        ("alembic_version", "ffff")
    ]
