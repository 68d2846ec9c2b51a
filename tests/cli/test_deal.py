"""A deal is printed as an envelope on which anybody can play."""

import json

import pytest
from running import Ran

from engine.envelope import deal_of
from engine.games import games, make_game
from engine.simulation import numbered_deal

EVERY_TABLE = [(name, players) for name, kind in sorted(games().items()) for players in kind.player_counts]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_the_whole_deal_is_printed_and_no_action(game, players, arena):
    told = arena("deal", game, "--players", players, "--seed", 3, "--json")
    envelope = json.loads(told.out)
    made = make_game(game, players)
    assert (told.code, told.err, envelope["actions"], envelope["faults"]) == (0, "", [], [])
    assert deal_of(envelope) == (made, numbered_deal(made, 3))


def test_the_table_shows_all_that_the_json_holds(arena):
    command = ("deal", "stockpile", "--players", 3, "--seed", 3, "--set", "investors=true")
    table, deal = arena(*command).out, json.loads(arena(*command, "--json").out)["deal"]
    cards = [line.removeprefix("market_deck").split() for line in table.splitlines()]
    start = next(at for at, line in enumerate(table.splitlines()) if line.startswith("market_deck"))
    end = next(at for at, line in enumerate(table.splitlines()) if line.startswith("rounds[0]"))
    assert [card for line in cards[start:end] for card in line] == deal["market_deck"]
    assert f"rounds[6].public      {' '.join(map(str, deal['rounds'][6]['public'][0]))} " in table
    assert ", ".join(map(" ".join, deal["investors"])) in table
    assert table.splitlines()[-1] == "Stockpile, 3 players; repeat with --seed 3"


def test_without_a_seed_each_deal_is_another(arena):
    one, two = (arena("deal", "stonks", "--players", 5, "--json").out for _ in range(2))
    assert one != two


def test_a_deal_alone_is_no_match_and_its_first_decision_is_named_missing(arena, tmp_path):
    path = tmp_path / "deal.json"
    path.write_text(arena("deal", "stonks", "--players", 2, "--seed", 1, "--json").out)
    line = "arena: decision 0 is missing: seat 0 is asked and the match not over\n"
    assert arena("replay", "--file", path, "--json") == Ran(1, "", line)
