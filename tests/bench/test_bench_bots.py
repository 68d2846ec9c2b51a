"""`arena bench bots`: which tables it plays and what it says of them."""

import json
import os

import pytest
from typer.testing import CliRunner

from arena.app.host import close_referee
from arena.bench import bots
from arena.cli.app import app
from arena.model.clock import Pace, TimeControl
from arena.model.errors import BadInput

RANDOM = "sample_bots/python_random"
SLOW = TimeControl(pace=Pace.SLOW, max_matches=1)


@pytest.fixture(autouse=True)
def _in_project(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    yield
    close_referee()


def bench(*options):
    ran = CliRunner().invoke(app, ["bench", "bots", RANDOM, RANDOM, "--json", *options], catch_exceptions=False)
    return json.loads(ran.stdout)


def test_it_plays_any_game_with_settings_at_the_slow_pace_at_tables_of_two():
    found = bench("--game", "stonks", "--seats", "2", "--set", "length=long", "--parallel", "1", "--rotations", "1")
    assert {name: found[name] for name in ("game", "table", "rotations", "faults")} == {
        "game": "stonks",
        "table": ["python_random", "python_random#2"],
        "rotations": 1,
        "faults": 0,
    }
    keys = ["game", "table", "rotations", "points_a", "points_b", "p_a_beats_b", "faults", "standings"]
    assert list(found) == keys


def test_several_tables_at_once_play_the_same_deals_as_one():
    plan = {"rotations": 6, "time_control": TimeControl(), "seats": 2}
    results = [bots.run(RANDOM, RANDOM, tables=tables, **plan) for tables in (1, 2)]
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"seats": 3}, "--seats is 3; A and B sit in turn, so it is an even number"),
        ({"tables": 1 + (os.cpu_count() or 1)}, "at the slow pace each table needs one"),
    ],
)
def test_tables_that_would_measure_nothing_are_refused(plan, said):
    with pytest.raises(BadInput, match=said):
        bots.run(RANDOM, RANDOM, rotations=1, time_control=SLOW, **plan)


def test_what_stops_one_table_stops_all():
    told = []

    def stop(done):
        told.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bots.run(RANDOM, RANDOM, rotations=400, time_control=TimeControl(), seats=2, tables=2, progress=stop)
    assert len(told) < 20
