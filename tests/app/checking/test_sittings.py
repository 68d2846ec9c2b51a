"""The matches a bot is asked about: everything a game may ask, and nothing by chance."""

import pytest

from arena.app.checking.sittings import exam, own_play, varied_walk
from engine.games import games
from engine.simulation import random_match
from engine.testing.settings import covering
from engine.transcript import first_state, game_of

GAMES = sorted(games())


def kinds_of(transcript):
    """What is asked in a match."""
    game, state = game_of(transcript), first_state(transcript)
    found = set()
    for _, action in transcript.decisions:
        found |= {f"{state.phase()}: {type(game.actions[legal]).__name__}" for legal in state.legal_actions()}
        state.apply(action)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_an_exam_asks_all_that_is_met_in_random_matches_with_all_settings(name):
    met = set().union(*(kinds_of(random_match(game, seed)) for game in covering(games()[name]) for seed in range(6)))
    assert met - exam(name).kinds == set()


@pytest.mark.parametrize("name", GAMES)
def test_its_needed_matches_ask_everything_and_with_the_others_use_all_settings(name):
    found = exam(name)
    assert frozenset().union(*(one.kinds for one in found.needed)) == found.kinds
    assert {one.game for one in (*found.needed, *found.more)} == set(covering(games()[name]))


@pytest.mark.parametrize("name", GAMES)
def test_the_bot_sits_in_every_seat_of_its_own_play(name):
    matches = own_play(name)
    seats = {(one.game.players, one.seat) for one, _ in zip(matches, range(200), strict=False)}
    assert seats == {(players, seat) for players in games()[name].player_counts for seat in range(players)}


def test_a_walk_is_the_same_each_time():
    game = covering(games()["stockpile"])[0]
    assert varied_walk(game, 3) == varied_walk(game, 3)
