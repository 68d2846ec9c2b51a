"""Bots in every language are handed in to a running arena and play; broken ones are rejected, each for its reason."""

import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving_home import Served

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_bots"
HANDED_IN = Path(__file__).parent / "handed_in"

GOOD = ("python", "go", "rust", "java", "typescript", "cpp")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    arena = Served(tmp_path_factory.mktemp("served") / "home")
    yield arena
    arena.end()


def on_ladder(served):
    boards = json.loads(served.arena("ladder", "show", "--json").stdout)
    return {row["bot"] for board in boards for row in board["standings"]}


@pytest.mark.parametrize("bot", [*(f"{language}_trader" for language in GOOD), "stdio_awk", "stdio_perl"])
def test_a_bot_of_every_language_becomes_active_and_stands_on_the_leaderboard(served, bot):
    done = served.arena("submit", SAMPLES / bot)

    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split("  ")[1] for line in done.stdout.splitlines()[1:]] == [
        "received",
        "building",
        "validating",
        "active",
    ]
    assert bot in on_ladder(served)


@pytest.mark.parametrize(
    ("bot", "reason", "log"),
    [
        (
            "broken_build",
            r"its build failed: `python3 -m py_compile bot\.source` failed with exit code 1: .*SyntaxError",
            r"def \(:",
        ),
        ("never_comes", r"decision 0: no Join within 20 s \(fault: not_ready\)", "waiting for the train"),
        ("crashes_at_third", r"exited after it joined: exit code 1: LookupError: the third time unlucky", "Traceback"),
        ("plays_poker", r"games has unknown 'poker'; there are great_crash, stockpile, stonks", ""),
    ],
)
def test_a_broken_bot_is_rejected_for_its_reason_and_with_its_log(served, bot, reason, log):
    done = served.arena("submit", HANDED_IN / bot)

    assert done.returncode == 1
    assert re.search(f"^reason: .*{reason}", done.stdout, re.MULTILINE), done.stdout
    assert re.search("^remedy: .", done.stdout, re.MULTILINE)
    assert done.stderr == f"arena: {bot}@1 is rejected\n"
    assert bot not in on_ladder(served)
    logs = served.arena("logs", bot).stdout
    assert re.search(log, logs), logs


def test_a_rejected_bot_is_mended_and_handed_in_again(served, tmp_path):
    bot = tmp_path / "mended"
    bot.mkdir()
    for name in ("bot.toml", "main.py"):
        text = (HANDED_IN / "crashes_at_third" / name).read_text()
        (bot / name).write_text(text.replace("crashes_at_third", "mended"))
    assert served.arena("submit", bot).returncode == 1
    (bot / "main.py").write_text((bot / "main.py").read_text().replace("== 3", "== -1"))

    done = served.arena("submit", bot)
    assert (done.returncode, done.stdout.split()[3]) == (0, "mended@2:")
    assert json.loads(served.arena("status", "mended", "--json").stdout)["number"] == 2


def test_a_challenge_is_played_to_its_end(served):
    done = served.arena("challenge", "python_trader", "python_random", "python_heuristic", "stdio_awk", "--json")

    result = json.loads(done.stdout)
    assert (done.returncode, result["rotation"]["state"]) == (0, "done")
    assert len(result["rotation"]["matches"]) == 4
    assert result["challenge"]["bot"] == "python_trader@1"


VERSION = "ahead bot digest games kit number played rejection stages state to_play"


def keys(value):
    return " ".join(sorted(value))


def test_the_keys_of_what_is_printed_as_json_are_frozen(served):
    def printed(*arguments):
        return json.loads(served.arena(*arguments, "--json").stdout)

    assert keys(printed("status")[0]) == keys(printed("status", "python_trader")) == VERSION
    assert keys(printed("status")[0]["stages"][0]) == "at state text"
    assert keys(printed("submit", SAMPLES / "python_trader")) == VERSION
    logs = printed("logs", "crashes_at_third")
    assert keys(logs) == "bot build_log matches version"
    assert keys(logs["matches"][0]) == "debug faults ignored ladder match outputs place recorded_at seat"
    assert keys(logs["matches"][0]["outputs"][0]) == "ended life stderr"
    asked = printed("challenge", "python_trader", "python_random", "python_heuristic", "stdio_awk", "--no-wait")
    assert keys(asked) == "challenge rotation"
    assert keys(asked["challenge"]) == "bot created_at id ladder opponents rotation state"
    assert keys(printed("user", "list")[0]) == "name role"
    fitted = "beta beta_before bots draw_probability draw_probability_before kept ladder matches rating_epoch ties"
    assert keys(printed("ladder", "fit", "stockpile-4")) == fitted
    assert keys(printed("ladder", "report", "stockpile-4")) == "cycles ladder matches noise_floor seats"
    why = printed("ladder", "why", "stockpile-4", "python_random")[0]
    assert keys(why) == "expected match opponents place points posterior prior"
    token = "created_at expires_at id label last_used_at revoked_at scopes"
    assert keys(printed("token", "list")[0]) == token


def test_the_token_of_the_home_is_nowhere_but_in_its_file(served):
    token = (served.home / "owner.token").read_text().strip()
    database = b"".join(path.read_bytes() for path in served.home.glob("arena.sqlite*"))

    assert token.encode() not in database
    assert (served.home / "owner.token").stat().st_mode & 0o077 == 0
