"""bot.toml: what is read, and what is said about a bad one."""

import re

import pytest

from arena.bots.build import build
from arena.bots.manifest import Manifest, load_manifest
from arena.model.errors import BadInput
from engine.games import games

GOOD = {
    "name": '"alice"',
    "games": '["stockpile"]',
    "kit": '"python"',
    "run": "\"python3 'my main.py'\"",
    "build": '["true", "echo done"]',
    "arguments": '["--bold", "2"]',
}


@pytest.fixture
def write(tmp_path):
    def write(file="bot.toml", **changes):
        keys = {key: value for key, value in (GOOD | changes).items() if value is not None}
        path = tmp_path / file
        path.write_text("".join(f"{key} = {value}\n" for key, value in keys.items()))
        return path

    return write


def test_a_folder_means_its_bot_toml(write):
    path = write()
    assert load_manifest(path.parent) == Manifest(
        name="alice",
        games=("stockpile",),
        kit="python",
        build=(("true",), ("echo", "done")),
        run=("python3", "my main.py"),
        arguments=("--bold", "2"),
        folder=path.parent,
        path=path,
    )


def test_another_toml_of_the_folder_is_an_entrant_of_its_own(write):
    write()
    bold = load_manifest(write("bold.toml", name='"bold"', arguments=None, build=None))
    assert (bold.name, bold.folder, bold.arguments, bold.build) == ("bold", bold.path.parent, (), ())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"nmae": '"x"'}, "unknown key 'nmae'; keys are name, games, kit, run, build, arguments"),
        ({"name": None}, "no 'name'; name, games, kit, run must be given"),
        ({"name": "3"}, "name is 3; it must be text"),
        ({"name": '"a/b"'}, "name is 'a/b'; a name is 1 to 40 letters"),
        ({"games": '"stockpile"'}, "games is 'stockpile'; it must be a list of text"),
        ({"games": "[]"}, "games is []; it must be a list of text"),
        ({"games": "[1]"}, "games has 1 in it; it must be a list of text"),
        ({"games": '["chess"]'}, f"games has unknown 'chess'; there are {', '.join(sorted(games()))}"),
        ({"kit": '"cobol"'}, "kit has unknown 'cobol'; there are cpp, go, java"),
        ({"run": '""'}, "run is ''; it must be text"),
        ({"run": '"python3 \'main.py"'}, 'run is "python3 \'main.py": No closing quotation'),
        ({"build": '["", "true"]'}, "build has an empty command"),
        ({"arguments": "7"}, "arguments is 7; it must be a list of text"),
        ({"arguments": '["a\\u0000"]'}, r"arguments has 'a\x00'; control characters are not allowed"),
        ({"run": '"' + "x" * 9000 + '"'}, "bot.toml is too large; it may have 8192 bytes"),
        ({"name": '"' + "x" * 900 + '"'}, f"name is '{'x' * 96}...; a name is 1 to 40 letters"),
        ({"games": "[" * 4000}, "bot.toml is not TOML for us: it is nested too deeply"),
        ({"games": "9" * 5000}, "bot.toml is not TOML: Exceeds the limit"),
    ],
)
def test_a_bad_value_is_named_with_what_is_allowed(write, changes, said):
    with pytest.raises(BadInput, match=re.escape(said)) as caught:
        load_manifest(write(**changes))
    assert "\n" not in str(caught.value)


def test_text_that_is_not_toml_is_said_to_be_none(tmp_path):
    (tmp_path / "bot.toml").write_text("name = ")
    with pytest.raises(BadInput, match=r"bot.toml is not TOML: Invalid value \(at end of document\)"):
        load_manifest(tmp_path)


@pytest.mark.parametrize(
    ("entrant", "said"),
    [("nowhere", "no bot at .*nowhere; a bot is a folder"), ("", "has no bot.toml; a bot is a folder")],
)
def test_a_folder_that_is_no_bot_is_named(tmp_path, entrant, said):
    with pytest.raises(BadInput, match=said):
        load_manifest(tmp_path / entrant)


def test_a_build_that_fails_is_reported_with_its_last_line(write, tmp_path):
    bot = load_manifest(write(build="[\"sh -c 'echo first; echo no such thing; exit 1'\"]"))
    with pytest.raises(BadInput, match=r"alice cannot be built: .*: no such thing"):
        build(bot, tmp_path)


def test_a_build_command_that_is_not_there_is_named(write, tmp_path):
    with pytest.raises(BadInput, match=r"alice cannot be built: nothing-there: No such file"):
        build(load_manifest(write(build='["nothing-there"]')), tmp_path)


def test_a_build_runs_in_the_bots_folder(write):
    path = write(build='["touch built"]')
    build(load_manifest(path), path.parent)
    assert (path.parent / "built").exists()
