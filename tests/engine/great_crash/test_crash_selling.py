"""Selling: sub-phases, pairs on show, drops and crashes (14.6, clarifications 17 and 18)."""

import pytest
from crash_table import (
    AA,
    BB,
    CC,
    REGULAR,
    SPLIT,
    SS,
    at_price,
    held,
    legal,
    open_selling,
    play,
    sell,
    sell_turn,
    table,
    told,
)

from engine.contract import IllegalAction
from engine.games.great_crash import imbalance
from engine.games.great_crash.actions import Dismiss, Done, Sell
from engine.games.great_crash.events import EventType


def test_two_sold_bring_the_price_of_the_turn_and_one_drop():
    """C3."""
    state = open_selling(table(3, cash=0, regular={0: {AA: 2, BB: 1}, 1: {AA: 1, BB: 1}}))
    sell_turn(state, AA, AA)
    first = state.cash[0], state.price[AA], state.to_act
    sell_turn(state, AA)
    assert (first, state.cash[1], state.price[AA]) == ((10, 4, 1), 4, 3)


def test_a_third_card_of_a_company_cannot_be_sold_in_a_turn():
    """C4."""
    state = sell(open_selling(table(3, regular={0: {AA: 3, BB: 1}})), AA, AA)
    assert Sell(AA, REGULAR) not in legal(state)
    with pytest.raises(IllegalAction):
        sell(state, AA)


def test_split_and_regular_cards_count_alike_for_the_limit():
    state = open_selling(table(3, regular={0: {AA: 2, BB: 1}}, split={0: {AA: 2}}))
    play(state, Sell(AA, REGULAR), Sell(AA, SPLIT))
    assert legal(state) == {Sell(BB, REGULAR), Done()}


def test_a_pair_on_show_is_the_right_to_sell_on_in_the_next_sub_phase():
    """C5."""
    state = open_selling(table(3, cash=0, regular={0: {AA: 6}}))
    prices = []
    sell_turn(state, AA, AA)
    prices.append((state.cash[0], state.price[AA], state.sub_phase))
    sell_turn(state, AA, AA)
    prices.append((state.cash[0], state.price[AA], state.sub_phase))
    sell_turn(state, AA)
    assert prices == [(10, 4, 2), (18, 3, 3)]
    assert (state.cash[0], state.price[AA], state.phase(), held(state, 0, AA)) == (21, 2, "purchase", (1, 0))


def test_a_sale_at_the_lowest_price_is_a_bankruptcy():
    """C6."""
    state = open_selling(
        table(3, cash=0, index={AA: 0}, regular={0: {AA: 1, BB: 1}, 1: {AA: 3, BB: 1}}, split={2: {AA: 1}})
    )
    sell_turn(state, AA)
    assert (state.cash[0], state.price[AA], state.supply[AA]) == (1, 5, 10)
    assert [held(state, seat, AA) for seat in range(3)] == [(0, 0)] * 3
    assert told(state, EventType.LOST_SHARES) == [
        (EventType.LOST_SHARES, {"seat": 1, "company": AA, "regular": 3, "split": 0}),
        (EventType.LOST_SHARES, {"seat": 2, "company": AA, "regular": 0, "split": 1}),
    ]


def test_the_rest_of_ones_own_cards_is_lost_too_and_with_it_the_right_to_sell_on():
    state = open_selling(table(3, index={AA: 0}, regular={0: {AA: 5, BB: 1}}))
    sell_turn(state, AA, AA)
    assert (held(state, 0, AA), state.phase(), state.supply[AA]) == ((0, 0), "purchase", 10)


def test_a_split_card_brings_twice_the_price():
    """C7, S8."""
    state = open_selling(table(3, cash=0, index={AA: at_price(6)}, split={0: {AA: 1}}))
    play(state, Sell(AA, SPLIT))
    assert (state.cash[0], state.price[AA]) == (12, 5)


def test_half_of_a_split_card_cannot_be_sold():
    """C8."""
    state = open_selling(table(3, split={0: {AA: 2}}))
    assert legal(state) == {Sell(AA, SPLIT), Done()}


def test_a_last_sale_without_a_choice_left_ends_the_turn():
    state = open_selling(table(3, regular={0: {AA: 1}, 1: {BB: 1}}))
    sell(state, AA)
    assert (state.to_act, state.price[AA]) == (1, 4)


def test_a_seat_with_one_card_is_asked_and_one_without_is_not():
    state = open_selling(table(3, regular={1: {BB: 1}}))
    assert (state.to_act, legal(state)) == (1, {Sell(BB, REGULAR), Done()})


def test_cards_sold_lie_aside_until_the_turn_is_over():
    state = sell(open_selling(table(3, regular={0: {AA: 3, BB: 3}})), AA, AA, BB)
    during = state.aside, state.supply[AA], state.on_show[:6]
    play(state, Done())
    assert during == ([2, 1, 0, 0, 0, 0], 7, [0] * 6)
    assert (state.aside, state.supply[AA], state.supply[BB], state.on_show[:6]) == ([0] * 6, 7, 8, [1, 0, 0, 0, 0, 0])


def test_pairs_of_several_companies_are_rights_each_by_itself():
    holdings = {0: {AA: 4, BB: 4, CC: 3}, 1: {CC: 1}}
    state = open_selling(table(3, regular=holdings))
    sell_turn(state, AA, AA, BB, BB, CC)
    sell_turn(state)
    assert (state.to_act, state.sub_phase) == (0, 2)
    assert legal(state) == {Sell(AA, REGULAR), Sell(BB, REGULAR), Done()}
    sell_turn(state, AA, BB, BB)
    assert (state.phase(), state.price[:3], state.supply[:3]) == ("purchase", [3, 3, 4], [9, 10, 7])


def test_who_goes_on_with_one_company_keeps_the_pair_of_the_other():
    state = open_selling(table(3, regular={0: {AA: 5, BB: 3}}))
    sell_turn(state, AA, AA, BB, BB)
    sell_turn(state, AA, AA)
    assert (state.sub_phase, state.on_show[:2], legal(state)) == (
        3,
        [1, 1],
        {Sell(AA, REGULAR), Sell(BB, REGULAR), Done()},
    )


def test_selling_one_ends_the_right():
    state = open_selling(table(3, regular={0: {AA: 5, BB: 5}}))
    sell_turn(state, AA, AA, BB, BB)
    sell_turn(state, AA, BB, BB)
    assert (state.on_show[:2], legal(state)) == ([0, 1], {Sell(BB, REGULAR), Done()})


def test_declining_keeps_the_right_as_long_as_others_sell():
    """R4."""
    state = open_selling(table(3, regular={0: {AA: 3}, 1: {BB: 5}}))
    sell_turn(state, AA, AA)
    sell_turn(state, BB, BB)
    play(state, Done())
    sell_turn(state, BB)
    assert (state.to_act, state.sub_phase, legal(state)) == (0, 3, {Sell(AA, REGULAR), Done()})


def test_selling_ends_with_a_sub_phase_in_which_nobody_sells():
    state = open_selling(table(3, regular={0: {AA: 3}, 1: {BB: 3}}))
    sell_turn(state, AA, AA)
    sell_turn(state, BB, BB)
    sell_turn(state)
    sell_turn(state)
    assert (state.phase(), state.on_show, state.supply[:2]) == ("purchase", [0] * 18, [9, 9])


def test_a_pair_without_further_cards_gives_no_turn():
    """R8, clarification 18."""
    state = open_selling(table(3, regular={0: {AA: 2, BB: 1}, 1: {BB: 3}}))
    sell_turn(state, AA, AA)
    shown = state.on_show[AA]
    sell_turn(state, BB, BB)
    assert (shown, state.to_act, state.sub_phase) == (1, 1, 2)


def test_later_sub_phases_concern_only_who_shows_a_pair():
    """Clarification 17."""
    state = open_selling(table(3, cash=40, regular={0: {AA: 3}, 1: {AA: 4}}, experts={0: 1}))
    sell_turn(state, AA, AA)
    sell_turn(state)
    assert (state.to_act, state.sub_phase) == (0, 2)
    play(state, Done())
    assert state.phase() == "purchase"


def test_drops_of_a_turn_come_in_company_order():
    state = open_selling(table(3, regular={0: {AA: 1, CC: 2, SS: 1, BB: 1}}))
    sell_turn(state, SS, CC, AA)
    moved = [fields["company"] for _, fields in told(state, EventType.MOVED)]
    assert moved == [AA, CC, SS]


def test_the_drop_uses_the_track_of_the_company():
    state = open_selling(table(3, board="advanced", regular={0: {CC: 1, SS: 1, AA: 2}}))
    sell_turn(state, CC, SS, AA)
    assert (state.price[CC], state.price[SS], state.price[AA], state.index[SS]) == (3, 4, 3, 7)


def test_each_sale_pays_debts_at_once():
    """F2."""
    state = table(3, cash=1, regular={0: {AA: 2}})
    state.debt[2] = 1
    sell(open_selling(state), AA)
    assert (state.cash[0], state.debt[2]) == (3, 0)


def test_without_shares_one_may_dismiss_an_expert_in_the_first_sub_phase():
    """D4."""
    state = open_selling(table(3, cash=40, experts={0: 1}))
    assert (state.to_act, legal(state)) == (1, {Done(), Dismiss(0)})


def test_without_shares_and_with_too_little_money_to_dismiss_one_is_not_asked():
    state = open_selling(table(3, cash=31, experts={0: 1}))
    assert state.phase() == "purchase"


def test_after_the_last_sale_of_a_later_turn_an_expert_may_still_be_dismissed():
    state = open_selling(table(3, cash=40, regular={0: {AA: 3}}, experts={0: 0}))
    sell_turn(state, AA, AA)
    sell(state, AA)
    assert (state.sub_phase, legal(state)) == (2, {Done(), Dismiss(0)})


def test_everything_is_accounted_for_in_the_middle_of_a_turn():
    state = sell(open_selling(table(3, regular={0: {AA: 4}})), AA, AA, AA)
    assert (state.sub_phase, state.aside[AA], state.on_show[AA], state.supply[AA]) == (2, 1, 1, 6)
    assert imbalance(None, state.clone()) == ""
