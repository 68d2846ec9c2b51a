import json
import os
import re
import shutil
import sys
from html.parser import HTMLParser

import pytest
from running import HOME, RANDOM, ROOT, TRADER

GO_TRADER = ROOT / "sample_bots" / "go_trader"
EVERYONE = ("stockpile", TRADER, GO_TRADER, RANDOM, RANDOM)


def without_times(text):
    return re.sub(r'"wall_ms": [\d.]+', "", text)


@pytest.fixture
def series(arena, monkeypatch):
    """Five rotations at a table of four; the Go bot is built on the way, with a kit that is kept for later runs."""
    if shutil.which("go") is None:
        text = "there is no go on PATH"
        pytest.fail(text) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(text)
    monkeypatch.setenv("ARENA_HOME", str(HOME))

    def play(*more):
        played = arena("play", *EVERYONE, "--rotations", 5, "--seed", 7, "--json", *more)
        assert (played.code, played.err) == (0, "")
        return played.out

    return play


def test_five_rotations_of_four_bots_are_twenty_matches_and_each_bot_sits_five_times_in_each_seat(series):
    played = json.loads(series("--parallel", 8))
    names = ["python_heuristic", "go_trader", "python_random", "python_random#2"]
    seats = [(seat, bot) for match in played["matches"] for seat, bot in enumerate(match["seats"])]
    assert [match["rotation"] for match in played["matches"]] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4
    assert {seat: seats.count(seat) for seat in seats} == {(seat, bot): 5 for seat in range(4) for bot in names}
    assert sorted(row["bot"] for row in played["standings"]) == sorted(names)
    assert [row["matches"] for row in played["standings"]] == [20] * 4
    assert sum(row["points"] for row in played["standings"]) == pytest.approx(40)
    assert {row["bot"] for row in played["standings"][:2]} == {"python_heuristic", "go_trader"}


def test_the_same_seed_plays_the_same_but_for_the_time_however_many_matches_are_played_at_once(series):
    first = without_times(series())
    assert (without_times(series()), without_times(series("--parallel", 8))) == (first, first)


def test_another_seed_plays_otherwise(arena):
    one, two = (arena("play", "stockpile", RANDOM, RANDOM, RANDOM, "--seed", seed, "--json") for seed in (1, 2))
    assert without_times(one.out) != without_times(two.out)


def test_without_a_seed_the_table_names_the_one_that_repeats_it(arena):
    played = arena("play", "stockpile", RANDOM, TRADER, RANDOM)
    seed = re.search(r"repeat with --seed (\d+)", played.out)[1]
    assert arena("play", "stockpile", RANDOM, TRADER, RANDOM, "--seed", seed).out == played.out


def test_faults_stand_below_the_table(arena):
    liar = ROOT / "tests" / "e2e" / "bots" / "illegal_id"
    played = arena("play", "stockpile", liar, RANDOM, RANDOM, "--seed", 1)
    assert "fault: illegal_id, rotation 1 match 1: illegal_action: " in played.out
    assert re.search(r"^illegal_id +3 +0\.00 +3\.00 +9 *$", played.out, re.MULTILINE)


class Page(HTMLParser):
    """What a page loads and runs, and how many matches it has."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.scripts, self.matches = [], 0, 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script" or any(name.startswith("on") for name, _ in attrs)
        self.matches += tag == "details"
        self.loads += [value for name, value in attrs if name in ("src", "href", "srcset", "data", "action")]


def test_html_is_one_page_that_loads_nothing(arena, tmp_path):
    arena("play", "stockpile", RANDOM, RANDOM, RANDOM, "--html", "out.html")
    text = (tmp_path / "out.html").read_text()
    page = Page(text)
    assert [path.name for path in tmp_path.iterdir()] == ["out.html"]
    assert (page.matches, page.loads, page.scripts) == (3, [], 0)
    assert not re.search(r"https?://|@import|url\(", text)


def test_transcripts_are_replayed_from_their_files_to_the_same_scores(arena, tmp_path):
    played = json.loads(arena("play", "stockpile", RANDOM, RANDOM, RANDOM, "--transcripts", "new/folder", "--json").out)
    files = sorted((tmp_path / "new" / "folder").iterdir())
    replayed = [json.loads(arena("replay", "--file", file, "--json").out) for file in files]
    assert [file.name for file in files] == [f"rotation-1-match-{number}.json" for number in (1, 2, 3)]
    assert [match["scores"] for match in played["matches"]] == [match["scores"] for match in replayed]
    assert [match["decisions"] for match in played["matches"]] == [len(match["steps"]) for match in replayed]


def buildable(folder, *commands):
    """A bot that is not built yet."""
    folder.mkdir(exist_ok=True)
    build = ", ".join(f"'{command}'" for command in commands)
    manifest = f'name = "{folder.name}"\ngames = ["stockpile"]\nkit = "python"\nbuild = [{build}]\nrun = "./program"\n'
    (folder / "bot.toml").write_text(manifest)
    (folder / "source.py").write_text(f"#!{sys.executable}\n" + (RANDOM / "main.py").read_text())
    return folder


def test_a_bot_is_built_when_its_program_is_missing_or_older_than_its_source(arena, tmp_path):
    bot = buildable(tmp_path / "mine", "cp source.py program", "chmod +x program", 'sh -c "echo built >> ../log"')

    def built():
        played = arena("play", "stockpile", bot, bot, RANDOM, "--seed", 1)
        assert (played.code, "fault" in played.out.partition("\n")[2]) == (0, False)
        return (tmp_path / "log").read_text().count("built")

    first, again = built(), built()
    (bot / "source.py").touch()
    assert (first, again, built()) == (1, 1, 2)


def test_a_build_that_fails_is_told_in_one_line_before_anything_is_played(arena, tmp_path):
    no_compiler = buildable(tmp_path / "no_compiler", "gooo build")
    broken = buildable(tmp_path / "broken", 'sh -c "echo line 3: oops >&2; exit 1"')
    told = [arena("play", "stockpile", RANDOM, RANDOM, bot) for bot in (no_compiler, broken)]
    assert told == [
        (2, "", "arena: no_compiler cannot be built: gooo: No such file or directory\n"),
        (2, "", "arena: broken cannot be built: sh -c echo line 3: oops >&2; exit 1: line 3: oops\n"),
    ]
