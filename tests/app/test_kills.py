import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from sqlalchemy import text

from arena.app.audit import verify_all

PROCESS = Path(__file__).parent / "coordinating_process.py"
FOREVER = 1_000_000


def start(database, wanted, *more):
    command = [sys.executable, str(PROCESS), str(database.path), str(wanted), *map(str, more)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    return process


def ended(process):
    process.stdout.close()
    return process.wait(timeout=120)


def recorded(database):
    query = "SELECT r.number, COUNT(m.id) FROM rotation r JOIN match m ON m.rotation_id = r.id GROUP BY r.id ORDER BY 1"
    return database.read(lambda c: [tuple(row) for row in c.execute(text(query))])


def assert_every_rotation_is_recorded_exactly_once(database):
    wanted = max((number for number, _ in recorded(database)), default=0) + 20  # none yet on a busy machine
    process = start(database, wanted)
    assert ended(process) == 0

    done = recorded(database)
    assert [matches for _, matches in done] == [3] * len(done)
    assert verify_all(database).matches == 3 * len(done)
    numbers = {number for number, _ in done}
    assert set(range(1, min(numbers | {wanted}) + 1)) <= numbers
    assert database.read(lambda c: c.execute(text("SELECT COUNT(*) FROM late_result")).scalar_one()) == 0
    assert database.read(lambda c: c.execute(text("SELECT SUM(losses) FROM rotation")).scalar_one()) == 0


def test_killed_at_random_moments_every_rotation_is_recorded_exactly_once(database, ladder):
    dice = Random(11)
    for _ in range(5):
        process = start(database, FOREVER)
        time.sleep(dice.uniform(0.02, 0.5))
        os.kill(process.pid, signal.SIGKILL)
        assert ended(process) == -signal.SIGKILL

    assert_every_rotation_is_recorded_exactly_once(database)


def test_killed_between_commit_and_answer_every_rotation_is_recorded_exactly_once(database, ladder):
    for times in (1, 2, 4):
        assert ended(start(database, FOREVER, times)) == -signal.SIGKILL

    assert_every_rotation_is_recorded_exactly_once(database)
