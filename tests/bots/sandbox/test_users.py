import subprocess
import sys

import pytest

from arena.bots.sandbox.users import Users
from arena.model.errors import WorldTrouble


def test_a_number_is_handed_out_once_until_it_is_given_back(tmp_path):
    users = Users(tmp_path, first=500, count=2)
    first, second = users.take(), users.take()
    with pytest.raises(WorldTrouble, match="all 2 users for bots are taken"):
        users.take()
    first.close()
    third = users.take()

    assert {first.number, second.number} == {500, 501}
    assert third.number == first.number
    for user in (second, third):
        user.close()


def test_a_number_of_another_worker_is_not_taken_and_free_again_when_it_is_gone(tmp_path):
    script = """
import sys
from pathlib import Path
from arena.bots.sandbox.users import Users
user = Users(Path(sys.argv[1]), first=500, count=1).take()
print(user.number, flush=True)
sys.stdin.read()
"""
    ours = Users(tmp_path, first=500, count=1)
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "500\n"
        with pytest.raises(WorldTrouble):
            ours.take()
        other.kill()
    user = ours.take()
    assert user.number == 500
    user.close()
