"""`arena play --file`: bots on a given deal, each in each seat."""

import json

import pytest
from running import RANDOM, Ran

from engine.games import games

VARIANTS = {
    "stockpile": ["--set", "investors=true", "--set", "board=advanced"],
    "great_crash": ["--set", "experts=1"],
    "stonks": ["--set", 'rounds={"short": 1}'],
}
TABLES = {name: VARIANTS.get(name, []) for name in sorted(games())}


@pytest.fixture
def dealt(arena, tmp_path):
    """The path of a deal, and what is in it."""

    def deal(game, players, *more):
        path = tmp_path / "deal.json"
        path.write_text(arena("deal", game, "--players", players, "--seed", 9, "--json", *more).out)
        return path, json.loads(path.read_text())

    return deal


@pytest.mark.parametrize("game", TABLES)
def test_each_bot_plays_the_given_deal_in_each_seat_and_the_transcripts_replay(game, arena, dealt, tmp_path):
    path, envelope = dealt(game, 3, *TABLES[game])
    bots = [RANDOM] * 3
    played = arena("play", game, *bots, "--file", path, "--seed", 1, "--transcripts", "out", "--json")
    seats = [match["seats"] for match in json.loads(played.out)["matches"]]
    written = [json.loads(file.read_text()) for file in sorted((tmp_path / "out").iterdir())]
    assert (played.code, sorted(bot for match in seats for bot in match)) == (
        0,
        sorted(["python_random", "python_random#2", "python_random#3"] * 3),
    )
    assert all({match[seat] for match in seats} == set(seats[0]) for seat in range(3))
    assert [(one["deal"], one["settings"]) for one in written] == [(envelope["deal"], envelope["settings"])] * 3
    assert [arena("replay", "--file", file).code for file in (tmp_path / "out").iterdir()] == [0] * 3


def test_the_actions_of_a_file_are_not_read(arena, dealt, tmp_path):
    path, envelope = dealt("stonks", 2)
    path.write_text(json.dumps(envelope | {"actions": [{"seat": 9, "action": "none"}]}))
    assert arena("play", "stonks", RANDOM, RANDOM, "--file", path).code == 0


def with_deal(**changes):
    return lambda envelope: envelope | {"deal": envelope["deal"] | changes}


NO_DEALS = {
    "a card too few": (
        lambda envelope: envelope | {"deal": envelope["deal"] | {"market_deck": envelope["deal"]["market_deck"][1:]}},
        "market_deck",
    ),
    "no seat": (with_deal(first=7), "first is 7"),
    "another key": (with_deal(second=1), "the deal has a key 'second'; keys are first, starting_shares"),
    "no deal": (lambda envelope: {key: envelope[key] for key in envelope if key != "deal"}, "no 'deal'"),
    "no envelope": (lambda envelope: [envelope], "an envelope is a JSON object"),
    "other rules": (lambda envelope: envelope | {"rules_version": 99}, "rules version 99; this engine plays version"),
    "another number of players": (lambda envelope: envelope | {"players": 4}, "3"),
}


@pytest.mark.parametrize("case", NO_DEALS)
def test_what_is_no_deal_of_the_game_is_refused_in_one_line(case, arena, dealt):
    change, text = NO_DEALS[case]
    path, envelope = dealt("stockpile", 3)
    path.write_text(json.dumps(change(envelope)))
    told = arena("play", "stockpile", RANDOM, RANDOM, RANDOM, "--file", path)
    assert (told.code, told.out, told.err.count("\n"), text in told.err) == (2, "", 1, True), told.err


def test_a_deal_of_another_table_is_refused_with_what_it_is_for(arena, dealt):
    path, _ = dealt("stonks", 3)
    bots = [RANDOM, RANDOM]
    assert [
        arena("play", "stockpile", *bots, RANDOM, "--file", path),
        arena("play", "stonks", *bots, "--file", path),
        arena("play", "stonks", *bots, RANDOM, "--file", path, "--set", "length=long"),
    ] == [
        Ran(2, "", f"arena: --file {path} has a deal of stonks, not of stockpile\n"),
        Ran(2, "", f"arena: --file {path} has a deal for 3 players; name 3 bots, not 2\n"),
        Ran(2, "", "arena: --set length=long cannot be used with --file, whose settings are played\n"),
    ]


def test_two_deals_or_none_in_a_file_are_refused(arena, dealt):
    path, envelope = dealt("stonks", 2)
    play = ("play", "stonks", RANDOM, RANDOM, "--file", path)
    path.write_text(json.dumps(envelope) + "\n" + json.dumps(envelope))
    two = arena(*play)
    path.write_text("")
    assert (two, arena(*play).code) == (Ran(2, "", f"arena: --file {path} has several envelopes; give one\n"), 2)
