"""What python_search plays out with: fast play on a state, and what a standing is worth."""

import random

import pytest
from asking import SAMPLES, a_deal, load

from arena.bots.manifest import load_manifest
from engine.games import games, make_game

BOT = "python_search"
PLAYED = load_manifest(SAMPLES / BOT).games
estimate, sight, auction, searches = (
    load(BOT, name) for name in ("estimate", "sight", "stockpile_auction", "searches")
)
PUBLIC, BLIND = -1, -2


def play(game, seat, dice):
    """A random match in which one seat takes the choice that the search would try first; its place."""
    state = game.start(game.deal(lambda _, n: dice.randrange(n)))
    search = searches.new_search(game, state)
    while state.to_act is not None:
        state.apply(search.choices(state)[0] if state.to_act == seat else dice.choice(state.legal_actions()))
    return state.places()[seat]


@pytest.mark.parametrize("name", PLAYED)
def test_the_first_guess_alone_beats_random_play(name):
    dice = random.Random(1)
    game = make_game(name, max(games()[name].player_counts))
    places = [play(game, number % game.players, dice) for number in range(20)]
    assert sum(places) / len(places) < 1.5


@pytest.mark.parametrize("name", PLAYED)
def test_a_world_is_left_as_it_was_when_choices_have_been_played_out_in_it(name):
    game = make_game(name, 3)
    state = game.start(a_deal(game))
    search = searches.new_search(game, state)
    world, choices = search.world(state, 0.25), search.choices(state)
    values = [search.value(world, choice) for choice in choices[:3]]
    assert state.observe(0) == game.start(a_deal(game)).observe(0)
    assert [search.value(world, choice) for choice in choices[:3]] == values


@pytest.mark.parametrize(
    ("seems", "rich", "space"),
    [(57.0, 40, 7), (57.0, 12, 4), (3.0, 40, 2), (-2.0, 40, 0), (57.0, 0, 0)],
    ids=["rich pile", "rich pile, poor rivals", "poor pile", "nothing in it", "rivals without money"],
)
def test_a_bid_is_safe_from_the_space_whose_next_is_more_than_the_pile_seems_worth_or_the_others_have(
    seems, rich, space
):
    assert auction.safe_space(seems, rich) == space


def test_a_seat_knows_its_own_pair_the_public_one_and_what_it_has_peeked_at_and_what_is_left_for_the_rest():
    pairs = ((0, 5), (1, 4), (2, 3), (3, 2), (4, 1), (5, 0))
    holders = (0, 1, 2, PUBLIC, BLIND, BLIND)
    own, public, rest = 1 << 5, 1 << 2, 0b011011
    assert sight.possible_cards(pairs, holders, 0) == [own, rest, rest, public, rest, rest]
    assert sight.possible_cards(pairs, holders, 0, peeked=4)[4] == 1 << 1


def test_who_is_level_with_one_and_ahead_of_another_has_three_quarters():
    assert estimate.result((5, 3, 5), 0) == 0.75


def test_what_is_owned_counts_alike_for_all_and_more_of_it_is_more():
    game = make_game("stockpile", 3)
    state = game.start(a_deal(game))
    tables = searches.new_search(game, state).policy.estimate

    def money(cash, regular):
        return tables.money(cash, state.index, regular, [0] * 18, 3)

    level = money([20, 20, 20], [1] * 18)
    ahead = money([20, 20, 20], [2, *[1] * 17])
    assert (level[0], level[1]) == (level[1], level[2])
    assert ahead[0] > level[0]
    assert estimate.standing(level, 0, 10.0) == 0.5
