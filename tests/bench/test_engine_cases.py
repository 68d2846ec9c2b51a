"""What the benchmark of the engine measures of our games; the peers are in the bench extra only."""

import random

import pytest

from arena.bench.engine_cases import CALLS, PLAYERS, SWITCHES, own_cases
from engine.games import games, make_game


def test_every_game_is_measured_with_all_its_switches_on():
    assert set(SWITCHES) >= set(games())


def test_switches_are_settings_of_their_games():
    made = [make_game(name, PLAYERS[0], SWITCHES[name]).settings() for name in games()]
    asked = [dict(SWITCHES[name]) for name in games()]
    assert [{key: got[key] for key in want} for got, want in zip(made, asked, strict=True)] == asked


@pytest.mark.parametrize("case", [name for name in own_cases() if "_4" in name or name.endswith(CALLS)])
def test_a_case_measures_microseconds(case):
    assert 0 < own_cases()[case](random.Random(1), 0.0) < 1e6
