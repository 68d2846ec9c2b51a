import json

import pytest
from running import RANDOM, Ran

from arena.cli import exit_code
from engine.games import games

PLAYERS = ", ".join(map(str, games()["stockpile"].player_counts))
SETTINGS = ", ".join(setting.name for setting in games()["stockpile"].settings_schema)


@pytest.fixture(scope="module")
def envelope(tmp_path_factory):
    """A match as `arena play --transcripts` writes it."""
    folder = tmp_path_factory.mktemp("transcripts")
    bots = [str(RANDOM)] * 3
    assert exit_code(["play", "stockpile", *bots, "--seed", "4", "--transcripts", str(folder)]) == 0
    return json.loads((folder / "rotation-1-match-1.json").read_text())


@pytest.fixture
def replayed(arena, tmp_path, envelope):
    """What `arena replay --file` says of an envelope after a change, as text and as JSON."""

    def run(change):
        changed = json.loads(json.dumps(envelope))
        change(changed)
        path = tmp_path / "envelope.json"
        path.write_text(json.dumps(changed))
        text, as_json = arena("replay", "--file", path), arena("replay", "--file", path, "--json")
        assert (text.code, text.err) == (as_json.code, as_json.err)
        return text

    return run


def test_an_envelope_is_told_decision_by_decision(replayed, envelope):
    lines = replayed(lambda _: None).out.splitlines()
    numbers = [int(line[:4]) for line in lines if line[:4].strip()]
    assert lines[0].strip() == "the match begins"
    assert numbers == list(range(len(envelope["actions"])))


MISMATCHES = {
    "one too few": (lambda actions: actions.pop(), "decision {last} is missing: seat "),
    "one too many": (lambda actions: actions.append(actions[-1]), "decision {end} of seat "),
    "another seat": (lambda actions: actions[3].update(seat=7), "decision 3 is of seat 7, but seat "),
    "an action of another phase": (lambda actions: actions[3].update(action={"sell": 1}), "decision 3 of seat "),
    "no action": (lambda actions: actions[0].update(action=None), "decision 0 of seat "),
    "nothing played": (lambda actions: actions.clear(), "decision 0 is missing: seat "),
}


@pytest.mark.parametrize("case", MISMATCHES)
def test_the_first_decision_that_does_not_fit_is_named_with_exit_code_1(case, replayed, envelope):
    change, text = MISMATCHES[case]
    end = len(envelope["actions"])
    told = replayed(lambda changed: change(changed["actions"]))
    assert (told.code, told.out, told.err.count("\n")) == (1, "", 1)
    assert told.err.startswith("arena: " + text.format(last=end - 1, end=end))


NO_ENVELOPES = {
    "another format": ({"format": "pgn"}, "format is 'pgn'; this engine reads 'stockpit-audit/1'"),
    "another game": ({"game": "chess"}, f"no game 'chess'; there are {', '.join(sorted(games()))}"),
    "no number": ({"players": True}, "players is True; it must be a whole number"),
    "a huge number": ({"players": 10**30}, f"players is {10**30}; stockpile allows {PLAYERS}"),
    "another setting": ({"settings": {"tax": 1}}, f"stockpile has no setting 'tax'; there are {SETTINGS}"),
    "no deal": ({"deal": {}}, "first is None; it must be the number of a seat"),
    "no list": ({"actions": {}}, "actions is {}; it must be a list"),
    "no action": ({"actions": [7]}, "decision 0 must have the keys seat and action"),
}


@pytest.mark.parametrize("case", NO_ENVELOPES)
def test_what_is_no_envelope_is_refused_with_exit_code_2(case, replayed):
    changes, line = NO_ENVELOPES[case]
    assert replayed(lambda changed: changed.update(changes)) == Ran(2, "", f"arena: {line}\n")


@pytest.mark.parametrize("text", [b"", b'{"format": "sto', b"\x7fELF\x00\xd0\xff", b"[" * 100_000, b"1" * 5000, b"[]"])
def test_a_file_that_is_no_json_is_refused_in_one_line(text, arena, tmp_path):
    path = tmp_path / "envelope.json"
    path.write_bytes(text)
    told = arena("replay", "--file", path)
    assert (told.code, told.out, told.err.count("\n"), "Traceback" in told.err) == (2, "", 1, False)


def test_a_stored_match_is_replayed_by_its_number(arena, home):
    told = arena("replay", 1, "--home", home)
    assert (told.code, told.err, told.out.splitlines()[0].strip()) == (0, "", "the match begins")


def test_a_match_that_is_not_there_is_named(arena, home):
    assert arena("replay", 999_999, "--home", home) == Ran(2, "", "arena: no match 999999\n")
