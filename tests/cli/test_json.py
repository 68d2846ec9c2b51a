"""The keys of everything that prints JSON: programs read it, so a change of these is a change of a contract."""

import json

import pytest
from running import RANDOM, ROOT, TRADER

from arena.cli.app import COMMANDS, command
from engine.games import games

TEXT, NUMBER, FLAG, NOTHING = "text", "number", "flag", "nothing"
LIAR = ROOT / "tests" / "e2e" / "bots" / "illegal_id"
ABSENT = ROOT / "tests" / "e2e" / "bots" / "cannot_run"

SETTING = {
    "name": TEXT,
    "type": TEXT,
    "default": "any",
    "allowed": "any",
    "min": "any",
    "max": "any",
    "examples": "any",
    "text": TEXT,
}
GAME = {
    "game": TEXT,
    "title": TEXT,
    "players": [NUMBER],
    "rules_version": NUMBER,
    "source": TEXT,
    "settings": [SETTING],
}
MEAN = {"value": NUMBER, "error": NUMBER}
SIMULATED = {
    "bots": NUMBER,
    "players": NUMBER,
    "luck": NUMBER,
    "seat_effect": NUMBER,
    "checkpoints": [
        {"matches": NUMBER, "batch": MEAN, "live": MEAN, "bound": MEAN, "random": MEAN, "ahead": MEAN},
    ],
    "runs": NUMBER,
    "seed": NUMBER,
}
STOPPED = (
    "bots players luck sure budget seed ladders stopped_sure matches wrong_neighbours wrong_ladders "
    "wrong_neighbours_at_budget"
)
FAULT = {"seat": NUMBER, "decision": NUMBER, "cause": TEXT, "detail": TEXT}
MATCH = {
    "rotation": NUMBER,
    "seats": [TEXT],
    "scores": [NUMBER],
    "places": [NUMBER],
    "termination": TEXT,
    "faults": [FAULT],
    "decisions": NUMBER,
    "wall_ms": NUMBER,
    "limits": TEXT,
}
PLAYED = {
    "game": TEXT,
    "settings": "any",
    "matches": [MATCH],
    "standings": [{"bot": TEXT, "matches": NUMBER, "points": NUMBER, "mean_place": NUMBER}],
}
ENVELOPE = {
    "format": TEXT,
    "game": TEXT,
    "rules_version": NUMBER,
    "players": NUMBER,
    "settings": "any",
    "deal": "any",
    "actions": "any",
    "faults": "any",
}
STEP = {"seat": NUMBER, "phase": TEXT, "legal": "any", "action": "any", "public": "any", "private": "any"}
REPLAYED = {"steps": [STEP], "scores": [NUMBER], "places": [NUMBER]}
VERIFIED = {
    "ladders": NUMBER,
    "rotations": NUMBER,
    "matches": NUMBER,
    "decisions": NUMBER,
    "faults": NUMBER,
    "ratings": NUMBER,
    "not_executable": NUMBER,
}
STANDING = {
    "rank": "any",
    "bot": TEXT,
    "version": NUMBER,
    "mu": NUMBER,
    "sigma": NUMBER,
    "rating": NUMBER,
    "rotations": NUMBER,
    "matches": NUMBER,
    "faults": NUMBER,
    "provisional": FLAG,
    "batch": {"rating": NUMBER, "low": NUMBER, "high": NUMBER},
}
LADDER = {
    "ladder": TEXT,
    "game": TEXT,
    "players": NUMBER,
    "rotations": NUMBER,
    "matches": NUMBER,
    "standings": [STANDING],
}
SELFTEST = {
    "holds": FLAG,
    "limits": TEXT,
    "driver": {"name": TEXT, "path": TEXT, "version": TEXT},
    "cgroups": "any",
    "own_users": FLAG,
    "kernel": TEXT,
    "caps": dict.fromkeys(
        (
            "memory_bytes",
            "pids",
            "cpus",
            "tmp_bytes",
            "tmp_inodes",
            "shm_bytes",
            "shm_inodes",
            "file_bytes",
            "open_files",
            "weight",
        ),
        NUMBER,
    ),
    "probes": [{"name": TEXT, "held": FLAG, "saw": TEXT, "kept_by": TEXT}],
}

FIGURES = (
    "start_s",
    "decisions",
    "late",
    "wall_ms_median",
    "wall_ms_p99",
    "wall_ms_max",
    "cpu_ms_mean",
    "bank_used",
    "peak_mib",
    "limit_mib",
    "grown_mib_per_match",
    "printed_bytes",
)
CHECKED = {
    "bot": TEXT,
    "grade": TEXT,
    "scenarios": [{"scenario": TEXT, "grade": TEXT, "text": TEXT, "cause": "any"}],
    "figures": dict.fromkeys(FIGURES, "any"),
    "coverage": [{"game": TEXT, "asked": NUMBER, "kinds": NUMBER, "missing": [TEXT], "decisions": NUMBER}],
    "seconds": NUMBER,
}

EXPECTED = {
    "games": (["games"], [GAME]),
    "games GAME": (["games", "stockpile"], GAME),
    "deal": (["deal", "stockpile", "--players", 3, "--seed", 1], ENVELOPE),
    "sim": (["sim", "stockpile", "--players", 3, "--random", "--seed", 1], ENVELOPE),
    "play": (["play", "stockpile", LIAR, RANDOM, TRADER, "--seed", 1], PLAYED),
    "check": (["check", ABSENT], CHECKED),
    "replay": (["replay", 1, "--home", "HOME"], REPLAYED),
    "verify": (["verify", "--all", "--home", "HOME"], VERIFIED),
    "sandbox selftest": (["sandbox", "selftest", "--limits", "weak", "--home", ROOT / "build"], SELFTEST),
    "simulate ladder": (["simulate", "ladder", "--bots", 6, "--runs", 2, "--matches", 12], SIMULATED),
    "simulate stopping": (
        ["simulate", "stopping", "--bots", 5, "--players", 2, "--runs", 2, "--budget", 30],
        dict.fromkeys(STOPPED.split(), "any"),
    ),
    "kits list": (["kits", "list"], [{"language": TEXT, "state": TEXT, "folder": "any", "seconds": "any"}]),
    "ladder show": (["ladder", "show", "--home", "HOME"], [LADDER]),
}
BENCHMARKS = ("referee", "engine", "bots", "sandbox", "neighbours", "free-time", "all")
BENCHED = {f"bench {name}" for name in BENCHMARKS}
"""Whose figures are for people; they change with what is measured."""
SERVED = {f"ladder {name}" for name in ("fit", "report", "why")} | {
    *("submit", "status", "logs", "challenge", "user list", "token list"),
}
"""Whose keys are frozen where there is an arena to ask: tests/e2e/test_handing_in.py."""


def fits(value, shape):
    """Whether a value has exactly the keys and kinds of a shape."""
    if isinstance(shape, dict):
        return isinstance(value, dict) and list(value) == list(shape) and all(map(fits, value.values(), shape.values()))
    if isinstance(shape, list):
        return isinstance(value, list) and value != [] and all(fits(item, shape[0]) for item in value)
    kinds = {TEXT: str, NUMBER: int | float, FLAG: bool, "any": object}
    return isinstance(value, kinds[shape]) and (shape in (FLAG, "any") or not isinstance(value, bool))


@pytest.mark.parametrize("command", EXPECTED)
def test_the_keys_are_frozen(command, arena, home):
    arguments, shape = EXPECTED[command]
    ran = arena(*(home if argument == "HOME" else argument for argument in arguments), "--json")
    value = json.loads(ran.out)
    if command == "play":  # a match without faults has an empty list
        value["matches"] = [match for match in value["matches"] if match["faults"]]
    if command == "ladder show":  # there is none before the first fit
        for row in value[0]["standings"]:
            row["batch"] = row["batch"] or {"rating": 0, "low": 0, "high": 0}
    assert (ran.code, ran.err == "") == ((1, False) if command == "check" else (0, True)), ran.err
    assert fits(value, shape), ran.out


def test_every_command_that_prints_json_is_checked():
    commands = {name: command(name) for name in COMMANDS}
    every = {name: one for name, one in commands.items() if not hasattr(one, "commands")}
    for group in (one for one in commands.values() if hasattr(one, "commands")):
        every |= {f"{group.name} {name}": one for name, one in group.commands.items()}
    told = {name for name, one in every.items() if any("--json" in option.opts for option in one.params)}
    assert told == {name for name in EXPECTED if name != "games GAME"} | BENCHED | SERVED


def test_games_are_listed_with_what_they_allow(arena):
    listed = json.loads(arena("games", "--json").out)
    kind = games()["stockpile"]
    assert [game["game"] for game in listed] == sorted(games())
    assert json.loads(arena("games", "stockpile", "--json").out)["players"] == list(kind.player_counts)
