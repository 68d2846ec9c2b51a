"""Random matches without bots: envelopes that replay, the same each time."""

import json
import subprocess

import pytest
from running import ARENA

from engine.envelope import envelope_of
from engine.games import games, make_game
from engine.simulation import random_end, random_match

EVERY_TABLE = [(name, players) for name, kind in sorted(games().items()) for players in kind.player_counts]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_each_random_match_is_an_envelope_that_replays(game, players, arena, tmp_path):
    path = tmp_path / "matches.jsonl"
    path.write_text(arena("sim", game, "--players", players, "--random", "--seed", 5, "--matches", 2, "--json").out)
    envelopes = [json.loads(line) for line in path.read_text().splitlines()]
    told = arena("replay", "--file", path, "--json")
    replayed = [json.loads(line) for line in told.out.splitlines()]
    made = make_game(game, players)
    assert envelopes == [json.loads(json.dumps(envelope_of(random_match(made, seed)))) for seed in (5, 6)]
    assert (told.code, told.err) == (0, "")
    assert [len(match["steps"]) for match in replayed] == [len(match["actions"]) for match in envelopes]


def test_a_match_is_played_on_the_deal_of_its_seed(arena):
    deal = arena("deal", "stonks", "--players", 3, "--seed", 8, "--json").out
    match = arena("sim", "stonks", "--players", 3, "--random", "--seed", 8, "--json").out
    assert json.loads(deal)["deal"] == json.loads(match)["deal"]


def test_matches_are_replayed_from_stdin():
    made = subprocess.run(
        [ARENA, *["sim", "stockpile", "--players", "2", "--random", "--seed", "1", "--json"]],
        capture_output=True,
        check=True,
    )
    replay = subprocess.run(
        [ARENA, "replay", "--file", "-", "--json"], input=made.stdout, capture_output=True, check=False
    )
    assert (replay.returncode, replay.stderr, list(json.loads(replay.stdout))) == (
        0,
        b"",
        ["steps", "scores", "places"],
    )


def test_the_line_that_does_not_fit_is_named(arena, tmp_path):
    good = arena("sim", "stonks", "--players", 2, "--random", "--seed", 1, "--json").out
    short = arena("deal", "stonks", "--players", 2, "--seed", 1, "--json").out
    path = tmp_path / "matches.jsonl"
    path.write_text(good + "\n" + short)
    told = arena("replay", "--file", path)
    assert (told.code, told.err) == (
        1,
        "arena: line 3: decision 0 is missing: seat 0 is asked and the match not over\n",
    )


def test_without_json_means_by_seat_are_printed(arena):
    told = arena("sim", "stockpile", "--players", 4, "--random", "--seed", 1, "--matches", 3)
    lines = told.out.splitlines()
    ends = [random_end(make_game("stockpile", 4), seed)[0] for seed in (1, 2, 3)]
    means = [f"{sum(end.scores()[seat] for end in ends) / 3:.2f}" for seat in range(4)]
    assert [line.split()[1] for line in lines[1:5]] == means
    assert (told.code, [line.split()[0] for line in lines]) == (0, ["seat", "0", "1", "2", "3", "Stockpile,"])
    assert lines[-1].startswith("Stockpile, 3 random matches from --seed 1, ")
