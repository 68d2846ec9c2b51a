"""Whole chunks with real processes: what they leave behind, and that they repeat."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.app.host import RefereeThread
from arena.bots.launcher import PlainLauncher
from arena.model.clock import TimeControl
from arena.model.matches import Chunk, Entrant, Rotation, Table
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_bots"
TRADERS = [SAMPLES / "python_heuristic" / f"{name}.toml" for name in ("bot", "bold", "careful")]
RANDOM = SAMPLES / "python_random" / "bot.toml"
DAEMON = ROOT / "tests" / "e2e" / "bots" / "forks_daemon" / "bot.toml"


@pytest.fixture
def referee():
    thread = RefereeThread(PlainLauncher(), TableGates())
    yield thread
    thread.close()


def chunk_of(bots, rotations=1):
    entrants = tuple(Entrant(str(number), str(bot)) for number, bot in enumerate(bots))
    seeds = [tuple(bytes([rotation, match]) * 16 for match in range(len(bots))) for rotation in range(rotations)]
    order = tuple(range(len(bots)))
    table = Table("stockpile", len(bots), (), TimeControl(), entrants)
    return Chunk(table, tuple(Rotation(number, 1, order, seed) for number, seed in enumerate(seeds)))


def played(referee, chunk, should_stop=lambda: False):
    records = []
    referee.play(chunk, records.append, should_stop)
    return records


def bots_below(pid):
    """Processes with a bot's environment whose ancestors include `pid`, by their name."""
    return [child for child in descendants(pid) if b"\0ARENA_TOKEN=" in environment(child)]


def descendants(pid):
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in found} - found
        found, grown = found | more, bool(more)
    return found - {pid}


def environment(pid):
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


def test_the_same_seeds_are_played_the_same_again(referee):
    chunk = chunk_of([*TRADERS, RANDOM])

    def outcome():
        return [(match.transcript, match.scores, match.places) for match in played(referee, chunk)[0].matches]

    assert outcome() == outcome()


def test_nothing_is_left_when_a_chunk_is_stopped(referee):
    reported = []
    chunk = chunk_of([RANDOM, RANDOM, DAEMON, RANDOM], rotations=4)
    referee.play(chunk, reported.append, lambda: bool(bots_below(os.getpid())))
    assert (bots_below(os.getpid()), len(reported) < 4) == ([], True)


def test_a_second_chunk_needs_no_more_descriptors_than_the_first(referee):
    def open_after_a_chunk():
        played(referee, chunk_of([RANDOM] * 3))
        return len(list(Path("/proc/self/fd").iterdir()))

    first = open_after_a_chunk()
    assert max(open_after_a_chunk(), open_after_a_chunk()) <= first


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_when_the_program_is_killed_every_bot_and_every_daemon_ends(end):
    script = """
from arena.app.host import play_chunk
from tests.e2e.test_processes import chunk_of, DAEMON, RANDOM
play_chunk(chunk_of([DAEMON, RANDOM, RANDOM], rotations=4 * 50), lambda record: None, lambda: False)
"""
    program = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    with program:
        until(lambda: len(bots_below(program.pid)) >= 3 * 2 + 1)
        bots = bots_below(program.pid)
        program.send_signal(end)
    until(lambda: not any(environment(bot) for bot in bots))


def until(condition):
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
