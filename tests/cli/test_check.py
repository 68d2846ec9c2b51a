"""`arena check`: what it prints, how it ends, and a bot against recorded matches."""

import json

import pytest
from running import RANDOM, ROOT, TRADER
from test_json import FLAG, NUMBER, TEXT, fits

E2E = ROOT / "tests" / "e2e" / "bots"
COMPARED = {
    "bot": TEXT,
    "game": TEXT,
    "seats": [NUMBER],
    "decisions": NUMBER,
    "seeded": FLAG,
    "differences": [{"decision": NUMBER, "seat": NUMBER, "recorded": TEXT, "chosen": TEXT}],
}


@pytest.fixture
def match(arena, tmp_path):
    """The envelope of a match: a random bot in seats 0 and 2, a trader in seat 1."""
    ran = arena(
        "play", "stockpile", RANDOM, TRADER, RANDOM, "--seed", 5, "--transcripts", tmp_path / "played", "--json"
    )
    seats = json.loads(ran.out)["matches"][0]["seats"]
    path = tmp_path / "played" / "rotation-1-match-1.json"
    return path, seats


def test_a_bot_that_fails_is_told_in_a_table_and_by_exit_code_1(arena):
    ran = arena("check", E2E / "cannot_run")
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (1, "arena: cannot_run: of 14 scenarios 1 failed\n")
    assert [line.split()[:2] for line in lines[1:3]] == [["joins", "fail"], ["plays", "not"]]
    assert "docs/faults.md explains each fault by its name" in lines[-1]


def test_no_bot_and_a_seat_without_a_match_are_bad_input(arena):
    assert arena("check", "nowhere")[::2] == (
        2,
        "arena: no bot at nowhere; a bot is a folder with a bot.toml in it, or the path of another .toml there\n",
    )
    assert arena("check", RANDOM, "--seat", 1)[::2] == (2, "arena: --seat goes with --against\n")
    assert arena("check", RANDOM, "--against", "none.json")[0] == 2


def test_bots_do_not_differ_from_their_own_match(arena, match):
    path, seats = match
    for seat, name in enumerate(seats):
        ran = arena("check", TRADER if "heuristic" in name else RANDOM, "--against", path, "--seat", seat)
        assert (ran.code, ran.err, "choices as in the match" in ran.out) == (0, "", True)


def test_another_bot_differs_and_is_told_where_in_words(arena, match):
    path, seats = match
    ran = arena("check", TRADER, "--against", path, "--seat", seats.index("python_random"), "--json")
    found = json.loads(ran.out)
    assert (ran.code, fits(found, COMPARED)) == (1, True), ran.out
    assert ran.err == (
        f"arena: python_heuristic: {len(found['differences'])} of {found['decisions']} choices differ from the match\n"
    )
    envelope = json.loads(path.read_text())
    assert {envelope["actions"][one["decision"]]["seat"] for one in found["differences"]} == set(found["seats"])


def test_without_bot_seeds_one_that_draws_differs_and_is_told_why(arena, match):
    path, seats = match
    envelope = json.loads(path.read_text())
    del envelope["bot_seeds"]
    path.write_text(json.dumps(envelope))
    ran = arena("check", RANDOM, "--against", path, "--seat", seats.index("python_random"))
    assert (ran.code, "the envelope has no bot_seeds, so a bot that draws may differ" in ran.out) == (1, True)


def test_faults_are_differences_and_an_end_is_told(arena, match):
    path, _ = match
    ran = arena("check", E2E / "unknown_id", "--against", path, "--seat", 0, "--json")
    found = json.loads(ran.out)
    assert (ran.code, len(found["differences"])) == (1, found["decisions"])
    assert found["differences"][0]["chosen"].startswith("illegal_action: action 4294967295 is not among")
    ran = arena("check", E2E / "exits_at_third", "--against", path, "--seat", 0)
    assert (ran.code, ran.err.startswith("arena: exits_at_third: exited after it joined: exit code 3")) == (1, True)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"bot_seeds": [1]}, "bot_seeds must be 3 whole numbers below 2^64"),
        ({"bot_seeds": [1, 2, True]}, "bot_seeds must be 3 whole numbers below 2^64"),
        ({"actions": []}, "decision 0 is missing"),
        ({"rules_version": 99}, "the match was played by rules version 99"),
    ],
)
def test_an_envelope_that_does_not_fit_is_bad_input(change, text, arena, match):
    path, _ = match
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    ran = arena("check", RANDOM, "--against", path)
    assert (ran.code, ran.err.startswith(f"arena: --against {path}: "), text in ran.err) == (2, True, True), ran.err


def test_a_seat_the_match_does_not_have_and_a_game_the_bot_does_not_play(arena, match, tmp_path):
    path, _ = match
    assert arena("check", RANDOM, "--against", path, "--seat", 3).err == "arena: --seat 3: the match has seats 0 to 2\n"
    (tmp_path / "bot.toml").write_text('name = "b"\ngames = ["stonks"]\nkit = "python"\nrun = "python3 main.py"\n')
    assert arena("check", tmp_path, "--against", path).err == "arena: b does not play stockpile; it plays stonks\n"
