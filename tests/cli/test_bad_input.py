"""What is wrong with the input is said in one line that names it and what is allowed; the exit code is 2."""

import json

import pytest
from running import RANDOM, ROOT, Ran

from arena.bots.manifest import KITS
from engine.games import games

KIND = games()["stockpile"]
GAMES = ", ".join(sorted(games()))
PLAYERS = ", ".join(map(str, KIND.player_counts))
SETTINGS = ", ".join(setting.name for setting in KIND.settings_schema)
BOARDS = next(", ".join(map(str, setting.allowed)) for setting in KIND.settings_schema if setting.name == "board")
"""What is allowed, in the words it is listed with; it grows with the games."""

BOTS = [RANDOM] * 3
PLAY = ["play", "stockpile", *BOTS]

REFUSED = {
    "unknown game": (["play", "chess", *BOTS], f"no game 'chess'; there are {GAMES}"),
    "too many players": (["play", "stockpile", *BOTS, *BOTS], f"players is 6; stockpile allows {PLAYERS}"),
    "one player": (["play", "stockpile", RANDOM], f"players is 1; stockpile allows {PLAYERS}"),
    "unknown setting": ([*PLAY, "--set", "tax=1"], f"stockpile has no setting 'tax'; there are {SETTINGS}"),
    "unknown value": ([*PLAY, "--set", "board=round"], f"board is 'round'; stockpile allows {BOARDS}"),
    "no pair": ([*PLAY, "--set", "board"], "--set 'board' is not NAME=VALUE, for example --set board=advanced"),
    "set twice": ([*PLAY, "--set", "board=standard", "--set", "board=standard"], "--set board is given twice"),
    "no such bot": (
        ["play", "stockpile", RANDOM, RANDOM, "nowhere"],
        "no bot at nowhere; a bot is a folder with a bot.toml in it, or the path of another .toml there",
    ),
    "a file for a bot": (
        ["play", "stockpile", RANDOM, RANDOM, RANDOM / "main.py"],
        f"no bot at {RANDOM / 'main.py'}; a bot is a folder with a bot.toml in it, or the path of another .toml there",
    ),
    "a folder without bot": (
        ["play", "stockpile", RANDOM, RANDOM, ROOT / "docs"],
        f"{ROOT / 'docs'} has no bot.toml; a bot is a folder with a bot.toml in it, or the path of another .toml there",
    ),
    "a path with a line's end": (
        ["play", "stockpile", RANDOM, RANDOM, "no\nwhere\x1b[31m"],
        "no bot at no\\nwhere\\x1b[31m; a bot is a folder with a bot.toml in it, or the path of another .toml there",
    ),
    "no rotation": (
        [*PLAY, "--rotations", "0"],
        "Invalid value for '--rotations': Input should be greater than or equal to 1; see arena play --help",
    ),
    "too many rotations": (
        [*PLAY, "--rotations", "9" * 30],
        "Invalid value for '--rotations': Input should be less than or equal to 100000; see arena play --help",
    ),
    "too parallel": (
        [*PLAY, "--parallel", "257"],
        "Invalid value for '--parallel': Input should be less than or equal to 256; see arena play --help",
    ),
    "no seed": (
        [*PLAY, "--seed", "x"],
        "Invalid value for '--seed': Input should be a valid integer, unable to parse string as an integer; "
        "see arena play --help",
    ),
    "no time": ([*PLAY, "--bank", "-1s"], "--bank '-1s' is no time; write it as 4s, 100ms or 1.5m"),
    "endless time": ([*PLAY, "--refund", "9" * 20], "--refund '99999999999999999999' is too long; at most 1440m"),
    "a folder for a page": ([*PLAY, "--html", "/"], "--html / is a folder; name a file"),
    "a page in no folder": ([*PLAY, "--html", "no/out.html"], "--html no/out.html is in no folder; name a file"),
    "a file for a folder": (
        [*PLAY, "--transcripts", RANDOM / "main.py"],
        f"--transcripts {RANDOM / 'main.py'} is no folder, nor can one be made: File exists",
    ),
    "a deal for too many": (["deal", "stockpile", "--players", "6"], f"players is 6; stockpile allows {PLAYERS}"),
    "a deal for nobody": (["deal", "stockpile"], "Missing option '--players'; see arena deal --help"),
    "a deal of no game": (["deal", "chess", "--players", "3"], f"no game 'chess'; there are {GAMES}"),
    "nothing to simulate": (["sim", "stockpile"], "say what to do: GAME --players N --random, or --stdio"),
    "nobody to simulate": (
        ["sim", "stockpile", "--random"],
        f"--players is missing; stockpile allows {PLAYERS}",
    ),
    "a session with a game": (
        ["sim", "stockpile", "--stdio"],
        "--stdio goes alone: each request names its own game and seed",
    ),
    "no game to simulate": (["sim", "chess", "--random"], f"no game 'chess'; there are {GAMES}"),
    "unknown option": ([*PLAY, "--watt"], "No such option: --watt; see arena play --help"),
    "no bots": (["play", "stockpile"], "Missing argument 'bots'; see arena play --help"),
    "unknown command": (["tournament"], "No such command 'tournament'; see arena --help"),
    "unknown game of games": (["games", "chess"], f"no game 'chess'; there are {GAMES}"),
    "nothing to replay": (
        ["replay"],
        "name one thing to replay: the number of a stored match, or --file ENVELOPE",
    ),
    "two things to replay": (
        ["replay", "3", "--file", "x"],
        "name one thing to replay: the number of a stored match, or --file ENVELOPE",
    ),
    "no match number": (
        ["replay", "9" * 30],
        "Invalid value for 'match': Input should be less than or equal to 9223372036854775807; see arena replay --help",
    ),
    "no home to replay from": (
        ["replay", "3"],
        "no arena in .arena: it has no arena.sqlite; `arena demo` or `arena serve` makes one",
    ),
    "no home to show": (
        ["ladder", "show", "--home", "no"],
        "no arena in no: it has no arena.sqlite; `arena demo` or `arena serve` makes one",
    ),
    "no home to verify": (
        ["verify", "--all"],
        "no arena in .arena: it has no arena.sqlite; `arena demo` or `arena serve` makes one",
    ),
    "nothing to verify": (["verify"], "say what to verify: --all"),
    "no envelope": (["replay", "--file", "no.json"], "--file no.json: No such file or directory"),
    "a folder for an envelope": (["replay", "--file", "/"], "--file /: Is a directory"),
    "an endless envelope": (
        ["replay", "--file", "/dev/zero"],
        "--file /dev/zero is no envelope: it has more than 16777216 bytes",
    ),
    "no port": (
        ["demo", "--port", "65536"],
        "Invalid value for '--port': Input should be less than or equal to 65535; see arena demo --help",
    ),
    "no engine": (
        ["serve", "--engine", "steam"],
        "Invalid value for '--engine': Value error, 'steam' is not one of 'embedded', 'in-process'; "
        "see arena serve --help",
    ),
    "endless demo": (
        ["demo", "--for", "inf"],
        "Invalid value for '--for': Input should be less than or equal to 31536000; see arena demo --help",
    ),
    "a file for a home": (
        ["demo", "--home", RANDOM / "main.py"],
        f"--home {RANDOM / 'main.py'} is no folder, and none can be made there",
    ),
    "a home below a file": (
        ["serve", "--home", RANDOM / "main.py" / "home"],
        f"--home {RANDOM / 'main.py' / 'home'} is no folder, and none can be made there",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_in_one_line(case, arena, tmp_path):
    arguments, line = REFUSED[case]
    assert arena(*arguments) == Ran(2, "", f"arena: {line}\n")
    assert list(tmp_path.iterdir()) == []


GOOD = {"name": "mine", "games": ["stockpile"], "kit": "python", "run": "python3 main.py"}
BAD_MANIFESTS = {
    "no TOML": (b"name = ", " is not TOML: Invalid value (at end of document)"),
    "no text": (b"\xff\xfe", " is not TOML: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
    "nothing to run": ({"run": None}, ": no 'run'; name, games, kit, run must be given"),
    "a key too many": ({"x": 1}, ": unknown key 'x'; keys are name, games, kit, run, build, arguments"),
    "another game": ({"games": ["chess"]}, f": games has unknown 'chess'; there are {GAMES}"),
    "another kit": ({"kit": "cobol"}, f": kit has unknown 'cobol'; there are {', '.join(KITS)}"),
    "a path for a name": (
        {"name": "../b"},
        ": name is '../b'; a name is 1 to 40 letters, digits, '_', '.' or '-', a letter or digit first",
    ),
    "an open quote": ({"run": 'x " y'}, ": run is 'x \" y': No closing quotation"),
}


@pytest.mark.parametrize("case", BAD_MANIFESTS)
def test_a_malformed_manifest_is_refused_in_one_line(case, arena, tmp_path):
    content, line = BAD_MANIFESTS[case]
    if isinstance(content, dict):
        table = {key: value for key, value in (GOOD | content).items() if value is not None}
        content = "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items()).encode()
    path = tmp_path / "bot.toml"
    path.write_bytes(content)
    assert arena("play", "stockpile", RANDOM, RANDOM, tmp_path) == Ran(2, "", f"arena: {path}{line}\n")


def test_without_any_argument_the_help_is_shown(arena):
    shown = arena()
    assert (shown.code, shown.out, shown.err.startswith("Usage: arena")) == (2, "", True)
