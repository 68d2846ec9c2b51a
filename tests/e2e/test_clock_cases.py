"""The clock with real processes: what only a real referee, stopped or busy, can show."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.app.host import RefereeThread, play_chunk
from arena.bots.launcher import PlainLauncher
from arena.model.clock import SECOND, TimeControl
from arena.model.faults import Cause
from arena.model.matches import Chunk, Entrant, Rotation, Table
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[2]
RANDOM = ROOT / "sample_bots" / "python_random" / "bot.toml"
ONE_MATCH = ROOT / "tests" / "e2e" / "clock_bots" / "one_match" / "bot.toml"
THINKER = ROOT / "tests" / "e2e" / "clock_bots" / "thinker" / "bot.toml"

STOPPED_S = 2.0
STRICT = TimeControl(bank_us=3 * SECOND // 2, soft_limit_us=SECOND, max_matches=2)
"""A bot that was charged with the stop would be late."""


@pytest.fixture
def referee():
    thread = RefereeThread(PlainLauncher(), TableGates())
    yield thread
    thread.close()


def chunk_of(bots, control, rotations=1, order=None):
    entrants = tuple(Entrant(str(number), str(bot)) for number, bot in enumerate(bots))
    seats = tuple(order or range(len(bots)))
    seeds = [tuple(bytes([rotation, match]) * 16 for match in seats) for rotation in range(rotations)]
    table = Table("stockpile", len(bots), (), control, entrants)
    return Chunk(table, tuple(Rotation(number, 1, seats, seed) for number, seed in enumerate(seeds)))


def play_and_tell():
    """The program that is stopped: plays, and prints each rotation's faults and times as it ends."""

    def tell(record):
        matches = [([fault.detail for fault in match.faults], match.times) for match in record.matches]
        print(json.dumps(matches), flush=True)

    play_chunk(chunk_of([RANDOM] * 3, STRICT, rotations=200), tell, lambda: False)


def test_a_referee_stopped_for_two_seconds_charges_nobody():
    script = "from tests.e2e.test_clock_cases import play_and_tell; play_and_tell()"
    faults, costs_us, forgiven_us = [], [0], [0]
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        program.stdout.readline()
        while sum(forgiven_us) < 0.9 * STOPPED_S * SECOND:  # it may be stopped at a moment when nobody is asked
            os.kill(program.pid, signal.SIGSTOP)
            time.sleep(STOPPED_S)
            os.kill(program.pid, signal.SIGCONT)
            for _ in range(2 * STRICT.max_matches):  # what was open then, and more
                for details, times in json.loads(program.stdout.readline()):
                    faults += details
                    costs_us += [cost_us for cost_us, _ in times]
                    forgiven_us += [forgiven_us for _, forgiven_us in times]
        program.kill()
    assert (faults, max(costs_us) < SECOND) == ([], True)


def test_two_tables_of_the_same_one_match_bots_finish_at_the_same_time(referee):
    control = TimeControl(max_matches=4)
    chunks = [
        chunk_of([ONE_MATCH, RANDOM, ONE_MATCH], control, rotations=2, order=order) for order in [(0, 1, 2), (2, 1, 0)]
    ]

    def played(chunk):
        records = []
        referee.play(chunk, records.append, lambda: False)
        return [[len(match.faults) for match in record.matches] for record in records]

    with ThreadPoolExecutor(len(chunks)) as threads:
        assert list(threads.map(played, chunks)) == [[[0, 0, 0]] * 2] * 2


def test_who_thinks_long_on_one_of_eight_and_answers_others_meanwhile_is_struck_at_eight_soft_limits(referee):
    control = TimeControl(soft_limit_us=SECOND // 4, max_matches=8)
    records = []
    referee.play(chunk_of([THINKER, *[RANDOM] * 3], control, rotations=2), records.append, lambda: False)

    played = [match for record in records for match in record.matches]
    faults = [(fault.cause, fault.detail) for match in played for fault in match.faults]
    said = [report.debug for match in played for report in match.reports if report.debug]
    assert faults == [(Cause.OUT_OF_TIME, "open for longer than 2.000 s (of 8 that were open)")]
    struck_s = float(re.search(r"struck after (\S+) s", said[0])[1])
    assert 2 <= struck_s < 3
