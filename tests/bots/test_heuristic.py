"""python_heuristic: that it can play everything, and what its rules of thumb say."""

from types import SimpleNamespace

import pytest
from asking import SAMPLES, a_deal, ask, load, new_match

from arena.bots.manifest import load_manifest
from engine.games import games, make_game
from engine.market.tracks import ADVANCED, STANDARD
from engine.testing.settings import covering

BOT = "python_heuristic"
worth, investors, stonks_table = (load(BOT, name) for name in ("share_worth", "stockpile_investors", "stonks_table"))
SETTINGS = SimpleNamespace(bid=97, cash=30, rivals=1)
ALL = [(name, made) for name in load_manifest(SAMPLES / BOT).games for made in covering(games()[name])]


@pytest.mark.parametrize(("name", "game"), ALL, ids=lambda value: str(value)[:60])
def test_it_plays_every_game_with_all_players_and_settings(name, game):
    state = game.start(a_deal(game))
    matches = [new_match(game, seat) for seat in range(game.players)]
    bot, asked = load(BOT, "traders").new_traders(SETTINGS)[name], set()
    while (seat := state.to_act) is not None:
        choice = bot.choose(ask(game, state, matches[seat]))
        asked.add(type(game.actions[choice]).__name__)
        state.apply(choice)
    assert len(asked) > 3


def test_both_python_bots_count_alike_what_shares_are_worth():
    files = [SAMPLES / bot / "share_worth.py" for bot in (BOT, "python_search")]
    assert files[0].read_text() == files[1].read_text()


@pytest.mark.parametrize(
    ("track", "index", "steps", "shares", "expected"),
    [
        (STANDARD, 8, 2, 1, (0, 5, 2)),
        (STANDARD, 9, 2, 2, (10, 6, 2)),
        (STANDARD, 1, -3, 2, (0, 4, 0)),
        (ADVANCED["CC"], 4, 4, 1, (10, 2, 2)),
        (ADVANCED["SS"], 8, 4, 1, (3, 6, 2)),
    ],
    ids=["split", "split again", "bankrupt", "two splits", "dollars before and after a split"],
)
def test_a_card_after_a_move_has_earned_stands_and_counts(track, index, steps, shares, expected):
    assert worth.moved(track, 10, index, steps, shares) == expected


def test_before_the_last_movement_a_share_is_worth_its_mean_or_its_price_if_it_is_sold():
    mean = (2 + 5 + 2 + 3 + 6 + 7 + 9) / 6
    assert worth.kept(STANDARD, 10, 4, 1, 1) == pytest.approx(max(5, mean))


def test_a_card_that_nobody_is_left_to_beat_stays_best():
    game = make_game("stonks", 2)
    state = game.start(a_deal(game))
    while state.phase() == "draft":
        state.apply(state.default_action())
    leader = state.to_act
    table = stonks_table.StonksTable(ask(game, state, new_match(game, leader)))
    chances = [table.stays_best(suit=1, rank=rank, lead_suit=1, trump=0) for rank in (2, 8, 13)]
    state.apply(state.default_action())
    if state.phase() == "adjust":
        state.apply(state.default_action())
    last = stonks_table.StonksTable(ask(game, state, new_match(game, state.to_act)))
    assert 0 < chances[0] < chances[1] < chances[2] < 1
    assert last.stays_best(suit=1, rank=2, lead_suit=1, trump=0) == 1.0
