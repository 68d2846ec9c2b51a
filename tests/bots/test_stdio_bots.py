"""Bots that speak JSON lines, through the bridge, at real tables."""

import json
import re
import shlex
from pathlib import Path

import pytest

from arena.app.host import close_referee
from arena.app.playing import new_series, play_series
from arena.model.clock import Pace, TimeControl

GAMES = ["stockpile", "stonks", "great_crash"]
AWK, PERL, RANDOM = "sample_bots/stdio_awk", "sample_bots/stdio_perl", "sample_bots/python_random"


@pytest.fixture(autouse=True, scope="module")
def referee_ends():
    yield
    close_referee()


@pytest.fixture
def program(tmp_path):
    """Writes a bot of the kit stdio whose program is a line of shell; gives its folder."""

    def write(line, games=("stockpile",)):
        (tmp_path / "bot.sh").write_text(line)
        keys = {"name": "lines", "games": list(games), "kit": "stdio", "run": "stockpit-stdio sh bot.sh"}
        (tmp_path / "bot.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items()))
        return str(tmp_path)

    return write


def faults_of(game, bots, bank_us=2_000_000):
    """Causes and details of all faults of one rotation."""
    control = TimeControl(pace=Pace.BULK, bank_us=bank_us, refund_us=10_000)
    matches = play_series(new_series(game, bots, {}, 1, 1, control), lambda _: None)
    return [(fault.cause.value, fault.detail) for match in matches for fault in match.record.faults]


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_in_awk_plays_every_game_without_a_fault(game):
    assert faults_of(game, [AWK, RANDOM, AWK]) == []


def test_a_bot_in_perl_plays_several_matches_at_once_without_a_fault():
    assert faults_of("stockpile", [PERL, AWK, PERL]) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("read l; echo hello", "line 1 is no choice"),
        ("read l; echo '[[[1'", "line 1 is no choice"),
        ('read l; echo \'{"match":0,"actions":1}\'', "line 1 is no choice"),
        ("read l; head -c 100000 /dev/zero | tr '\\0' x", "longer than 65536 bytes"),
        ("exit 3", "exit code 3"),
        ("kill -9 $$", "signal 9"),
    ],
)
def test_a_program_that_breaks_the_contract_of_the_lines_is_told_how(program, line, said):
    faults = faults_of("stockpile", [program(line), RANDOM])
    assert [(cause, said in detail) for cause, detail in faults[:1]] == [("exited", True)]


def test_the_bot_of_the_page_plays(tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "stdio.md").read_text()
    for name, language in (("bot.toml", "toml"), ("bot.py", "python")):
        (tmp_path / name).write_text(re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)[1])
    assert faults_of("stockpile", [str(tmp_path), RANDOM]) == []


def test_a_program_that_is_not_there_is_named(tmp_path, program):
    folder = program("")
    text = (tmp_path / "bot.toml").read_text().replace("sh bot.sh", shlex.quote("no-such-program"))
    (tmp_path / "bot.toml").write_text(text)
    assert "cannot run 'no-such-program'" in faults_of("stockpile", [folder, RANDOM])[0][1]


def test_a_choice_that_is_no_legal_action_is_a_strike_as_on_the_wire(program):
    answer = '{"match":0,"decision":0,"action":99999}'
    line = f"""while read -r l; do case "$l" in '{{"decision"'*) echo '{answer}';; esac; done"""
    faults = faults_of("stockpile", [program(line), RANDOM], bank_us=300_000)
    assert faults[0][0] == "illegal_action"
