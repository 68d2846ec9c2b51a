"""`arena new` and `arena kits`, where nothing is made."""

import json
from pathlib import Path

import pytest


def test_a_new_bot_plays_at_once(arena):
    assert arena("new", "snake", "--language", "python").out.startswith(
        "made snake; try it: arena play stockpile snake"
    )
    played = json.loads(arena("play", "stockpile", "snake", "snake", "snake", "--seed", 1, "--json").out)
    assert [match["faults"] for match in played["matches"]] == [[], [], []]


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("two words", "python", "arena: 'two words' is no name for a bot; a name is 1 to 40 letters"),
        ("../out", "python", "arena: '../out' is no name for a bot"),
        ("snake", "cobol", "arena: no template in 'cobol'; there are cpp, go, java, python, rust, stdio, typescript"),
    ],
)
def test_a_bad_name_is_one_line_and_exit_code_2(arena, name, language, said):
    ran = arena("new", name, "--language", language)
    assert (ran.code, ran.err.startswith(said), ran.err.count("\n")) == (2, True, 1)


def test_a_folder_that_is_there_is_left_alone(arena, tmp_path):
    (tmp_path / "snake").mkdir()
    ran = arena("new", "snake", "--language", "python")
    assert (ran.code, ran.err) == (2, "arena: snake is there already; choose another name\n")
    assert list((tmp_path / "snake").iterdir()) == []


def test_an_unknown_kit_is_named(arena):
    ran = arena("kits", "build", "cobol")
    assert (ran.code, ran.err) == (
        2,
        "arena: no kit 'cobol'; there are cpp, go, java, python, rust, stdio, typescript\n",
    )


def test_pythons_kit_is_made_of_what_is_installed_and_a_bot_begun_with_it_plays(arena):
    assert arena("kits", "build", "python").out.startswith("python: made in ")
    assert arena("kits", "build", "python").out.startswith("python: was there: ")
    checked = arena("kits", "check", "python")
    assert (checked.code, checked.out.endswith("2 matches, 0 faults\n")) == (0, True)


def test_the_kit_of_stdio_is_pythons_and_a_bot_begun_with_it_plays(arena):
    arena("kits", "build", "python")
    rows = {row["language"]: row for row in json.loads(arena("kits", "list", "--json").out)}
    assert rows["stdio"] == rows["python"] | {"language": "stdio"}
    checked = arena("kits", "check", "stdio")
    assert (checked.code, checked.out.endswith("2 matches, 0 faults\n")) == (0, True)


def test_kits_of_earlier_versions_are_removed_when_asked_for(arena):
    current = Path(arena("kits", "build", "python").out.split(": ")[-1].strip())
    earlier = current.with_name("python-0123456789abcdef")
    earlier.mkdir()
    assert arena("kits", "clear", "python").out == f"python: removed {earlier}\n"
    assert (current.is_dir(), earlier.exists()) == (True, False)


def test_a_kit_that_is_not_made_fails_its_check(arena):
    ran = arena("kits", "check", "rust")
    assert (ran.code, ran.err) == (1, "arena: not good: rust\n")
