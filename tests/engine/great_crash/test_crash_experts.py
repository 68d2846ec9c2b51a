"""Purchase experts: rows, hiring, a helper's forced sale, dismissal (14.9, clarifications 20 to 23)."""

import pytest
from crash_table import (
    AA,
    BB,
    BERNIE,
    BILL,
    CC,
    DEBORAH,
    DONALD,
    MARK,
    MARTHA,
    REGULAR,
    SPLIT,
    SS,
    at_price,
    buy,
    held,
    legal,
    open_bailout,
    open_bidding,
    open_purchase,
    play,
    table,
    told,
)

from engine.contract import IllegalAction
from engine.games.great_crash.actions import Bid, Buy, Cover, Dismiss, Done, Hire, HireHelped
from engine.games.great_crash.events import EventType

FEE3 = 8


def test_hiring_costs_two_and_takes_the_dearest_expert():
    state = play(open_purchase(table(3, cash=20, rows=1)), Hire())
    assert (state.cash[0], state.expert_owner[BILL], state.limit[0]) == (18, 0, 4)
    assert state.public_facts()["expert_rows"] == [["martha", "donald"]]


def test_the_limit_is_three_without_an_expert_four_with_one_five_with_two():
    """C14."""
    bought = []
    for experts in ({}, {BILL: 0}, {BILL: 0, MARK: 0}):
        state = open_purchase(table(3, cash=30, experts=experts, rows=2))
        cards = 0
        while any(isinstance(action, Buy) for action in legal(state)) and state.to_act == 0:
            buy(state, (AA, BB, CC)[cards % 3])
            cards += 1
        bought.append(cards)
    assert bought == [3, 4, 5]


def test_a_hire_counts_for_the_same_turn():
    state = play(open_purchase(table(3, cash=40, rows=1)), Hire())
    buy(state, AA, AA, BB, BB)
    assert (state.cash[0], held(state, 0, AA), held(state, 0, BB), state.to_act) == (18, (2, 0), (2, 0), 1)


def test_hiring_comes_before_buying():
    state = buy(open_purchase(table(3, cash=20, rows=1)), AA)
    assert Hire() not in legal(state)


def test_with_one_row_a_seat_hires_once_in_the_match():
    state = play(open_purchase(table(3, cash=40, rows=1)), Hire(), Dismiss(BILL))
    assert (Hire() in legal(state), state.hires[0], state.limit[0]) == (False, 1, 3)
    play(state, Done(), Done(), Done())
    state.to_act = None
    assert Hire() not in legal(open_purchase(state))


def test_one_hire_in_a_turn_also_with_two_rows():
    state = play(open_purchase(table(3, cash=40, rows=2)), Hire())
    assert (Hire() in legal(state), state.hired) == (False, 1)


def test_the_second_expert_comes_from_the_second_row():
    state = play(open_purchase(table(3, cash=40, experts={BILL: 0}, rows=2)), Hire())
    assert (state.expert_owner[MARK], state.expert_owner[MARTHA], state.hires) == (0, -1, [2, 0, 0])


def test_a_dismissed_expert_goes_back_to_his_place_in_the_row():
    state = table(3, cash=60, experts={MARTHA: 0}, rows=1)
    play(open_purchase(state), Dismiss(MARTHA))
    assert (state.cash[0], state.public_facts()["expert_rows"]) == (38, [["bill", "martha", "donald"]])


def test_equal_amounts_keep_the_order_of_the_deal():
    """Clarification 21: Martha and Stuart are 22 each."""
    state = table(4, cash=60, experts={8: 0, MARTHA: 1}, rows=1)
    play(open_purchase(state), Dismiss(8))
    first = state.public_facts()["expert_rows"]
    play(state, Done(), Dismiss(MARTHA))
    assert (first, state.public_facts()["expert_rows"]) == (
        [["bill", "stuart", "donald"]],
        [["bill", "martha", "stuart", "donald"]],
    )


def test_a_dismissed_expert_can_be_hired_by_who_has_a_hire_left():
    state = play(open_purchase(table(3, cash=60, experts={BILL: 0}, rows=1)), Dismiss(BILL), Done(), Hire())
    assert state.expert_owner[BILL] == 1


def test_the_limit_falls_when_an_expert_is_dismissed():
    state = buy(open_purchase(table(3, cash=60, experts={BILL: 0})), AA, AA, BB)
    play(state, Dismiss(BILL))
    assert (state.to_act, state.price[AA]) == (1, 6)


def test_cards_bought_beyond_the_lowered_limit_stay():
    state = buy(open_purchase(table(3, cash=60, experts={BILL: 0})), AA, AA, BB, BB)
    offered = legal(state)
    play(state, Dismiss(BILL))
    assert (offered, held(state, 0, BB), state.to_act) == ({Done(), Dismiss(BILL)}, (2, 0), 1)


def test_only_an_expert_whose_amount_is_covered_can_be_dismissed():
    state = open_purchase(table(3, cash=31, experts={BILL: 0}))
    with pytest.raises(IllegalAction):
        play(state, Dismiss(BILL))


def test_an_expert_can_be_dismissed_when_one_bids():
    state = open_bidding(table(3, cash=[13, 20, 20], experts={DONALD: 0}))
    offered = Dismiss(DONALD) in legal(state)
    play(state, Dismiss(DONALD))
    assert (offered, state.to_act, legal(state)) == (True, 0, {Bid(track, 0) for track in range(3)})


def test_short_of_money_one_hires_with_a_named_helper():
    state = open_purchase(table(3, cash=[1, 9, 9], regular={0: {AA: 1}}, rows=1))
    assert legal(state) == {Done(), HireHelped(1), HireHelped(2)}


def test_the_helper_picks_what_is_sold_at_half_price_until_two_are_there():
    """Clarification 22: half of 5 is 2; the price does not drop, what is left stays with the hirer."""
    state = open_purchase(table(3, cash=[1, 9, 9], regular={0: {AA: 1, BB: 2}}, rows=1))
    play(state, HireHelped(2))
    asked = state.to_act, legal(state), state.phase(), state.observe(1).helper, state.observe(1).turn_seat
    play(state, Cover(BB, REGULAR))
    assert asked == (2, {Cover(AA, REGULAR), Cover(BB, REGULAR)}, "purchase", 2, 0)
    assert (state.cash[0], state.price[BB], held(state, 0, BB), state.supply[BB]) == (1, 5, (1, 0), 9)
    assert (state.expert_owner[BILL], state.limit[0], state.helper) == (0, 4, -1)


def test_a_split_card_brings_the_whole_price_at_half_price():
    state = open_purchase(table(3, cash=[0, 9, 9], regular={0: {AA: 1}}, split={0: {BB: 1}}, rows=1))
    play(state, HireHelped(1), Cover(BB, SPLIT))
    assert (state.cash[0], held(state, 0, BB)) == (3, (0, 0))


def test_worthless_cards_may_be_picked():
    shares = {0: {AA: 2, BB: 1}}
    state = open_purchase(table(3, cash=[1, 9, 9], index={AA: at_price(1)}, regular=shares, rows=1))
    play(state, HireHelped(1), Cover(AA, REGULAR))
    more = legal(state), state.cash[0]
    play(state, Cover(AA, REGULAR))
    assert more == ({Cover(AA, REGULAR), Cover(BB, REGULAR)}, 1)
    assert (state.cash[0], sum(state.regular[:6]), state.expert_owner[BILL]) == (1, 0, 0)


def test_help_is_offered_only_if_all_cards_would_be_enough():
    state = open_purchase(table(3, cash=[1, 9, 9], index={AA: at_price(1)}, regular={0: {AA: 4}}, rows=1))
    assert all(action in {Buy(AA), Done()} for action in legal(state))
    state = open_purchase(table(3, cash=[0, 9, 9], index={AA: at_price(3)}, regular={0: {AA: 2}}, rows=1))
    assert HireHelped(1) in legal(state)


def test_a_helper_without_a_choice_is_not_asked_but_everybody_sees_the_same():
    state = open_purchase(table(3, cash=[1, 9, 9], regular={0: {AA: 1}}, rows=1))
    play(state, HireHelped(1))
    assert told(state, EventType.HELPER, EventType.COVERED, EventType.HIRED) == [
        (EventType.HELPER, {"seat": 0, "helper": 1}),
        (EventType.COVERED, {"seat": 0, "helper": 1, "company": AA, "kind": REGULAR, "amount": 2}),
        (EventType.HIRED, {"seat": 0, "expert": BILL, "amount": 2}),
    ]


def test_the_forced_sale_pays_the_hire_before_any_debt():
    state = table(3, cash=[0, 9, 9], index={AA: at_price(8)}, regular={0: {AA: 1}}, rows=1)
    state.debt[0] = state.debt[2] = 1
    play(open_purchase(state), HireHelped(1))
    assert (state.cash[0], state.debt[:3], state.expert_owner[BILL]) == (1, [0, 0, 1], 0)


def test_a_debt_does_not_keep_from_hiring():
    state = table(3, cash=2, rows=1)
    state.debt[2] = 1
    assert Hire() in legal(open_purchase(state))


def test_in_a_bailout_experts_leave_the_game_and_the_hire_still_counts():
    """Clarification 16."""
    state = open_bailout(table(3, cash=[9, 0, 9], experts={DEBORAH: 1, BERNIE: 1}, rows=2))
    assert [state.expert_owner[expert] for expert in (DEBORAH, BERNIE)] == [-2, -2]
    assert (state.hires[1], state.limit[1], state.public_facts()["experts"][1]) == (2, 3, [])


def test_experts_do_not_change_what_steel_pays_or_costs():
    state = buy(open_purchase(table(3, board="advanced", cash=20, experts={BILL: 0})), SS, SS, SS, SS)
    assert (state.cash[0], state.index[SS]) == (0, 9)
