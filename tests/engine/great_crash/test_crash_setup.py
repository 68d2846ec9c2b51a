"""Setting up: money, supplies, the deck, the setup round with its starting stock (14.2 to 14.4)."""

import pytest
from crash_table import AA, BB, CC, bid, buy, deal, legal, play, started, told

from engine.contract import IllegalAction
from engine.games.great_crash import GreatCrash
from engine.games.great_crash.actions import Done, Take
from engine.games.great_crash.events import EventType


def test_everybody_starts_with_nine_and_no_share_and_ten_of_each_are_in_supply():
    state = started(4)
    assert (state.cash, sum(state.regular), state.supply) == ([9] * 4, 0, [10] * 6)


def test_the_market_deck_is_twelve_fees_and_eight_action_cards():
    deck = deal(GreatCrash(4)).market_deck
    assert [deck.count(kind) for kind in range(11)] == [0] * 6 + [4] * 5


@pytest.mark.parametrize(("players", "rounds", "left"), [(3, 7, 2), (4, 6, 0), (5, 5, 0)])
def test_the_deck_is_just_enough_for_the_rounds_after_the_first(players, rounds, left):
    """C12, E5, E6."""
    game = GreatCrash(players)
    assert (game.rounds, 20 - (rounds - 1) * players) == (rounds, left)


@pytest.mark.parametrize(("players", "left"), [(3, 2), (4, 0), (5, 0)])
def test_a_whole_match_leaves_so_many_cards_in_the_deck(players, left):
    """C12: with four and five players it is exactly empty after the last bidding."""
    state = started(players)
    while state.round < state.rulebook.rounds or state.phase() == "bailout":
        state.apply(state.default_action())
    assert state.public_facts()["deck_size"] == left


def test_no_cards_lie_under_the_tracks_in_the_setup_round():
    state = started(3)
    assert (state.track_card, state.deck_at, told(state, EventType.OPENED)) == ([-1] * 3, 0, [])


def test_tracks_from_left_to_right_are_the_turn_order():
    """C10: three players, tracks won by C, A, B."""
    state = bid(started(3), (2, 0), (3, 0), (1, 3))
    assert (state.order, state.cash, state.phase(), state.to_act) == ([2, 0, 1], [9, 9, 6], "starting_stock", 2)


def test_starting_stock_goes_in_turn_order_and_back():
    state = bid(started(3), (2, 0), (3, 0), (1, 3))
    asked = []
    while state.phase() == "starting_stock":
        asked.append(state.to_act)
        state.apply(state.default_action())
    assert asked == [2, 0, 1, 1, 0, 2]


def test_a_second_starting_card_is_of_another_company():
    """C11."""
    state = play(bid(started(3), (1, 0), (2, 0), (3, 0)), Take(AA), Take(AA), Take(BB))
    assert (state.to_act, Take(BB) in legal(state), len(legal(state))) == (2, False, 5)
    with pytest.raises(IllegalAction):
        play(state, Take(BB))


def test_starting_cards_come_out_of_the_supply_for_nothing():
    state = play(bid(started(3), (1, 0), (2, 0), (3, 0)), *map(Take, (AA, AA, AA, BB, BB, CC)))
    assert (state.supply, state.cash, state.phase()) == ([7, 8, 9, 10, 10, 10], [9, 9, 9], "purchase")


def test_the_setup_round_has_neither_action_nor_selling_and_uses_up_a_round():
    state = play(bid(started(3), (1, 0), (2, 0), (3, 0)), *map(Take, (AA, AA, AA, BB, BB, CC)))
    phases = set()
    while state.round == 1:
        phases.add(state.phase())
        state.apply(state.default_action())
    assert (phases - {"movement"}, state.round) == ({"purchase"}, 2)


def test_purchase_in_the_setup_round_is_as_in_any():
    state = play(bid(started(3), (1, 0), (2, 0), (3, 0)), *map(Take, (AA, AA, AA, BB, BB, CC)))
    buy(state, AA)
    play(state, Done()) if state.to_act == 0 else None
    assert (state.price[AA], state.cash[0], state.to_act) == (6, 4, 1)
