"""The end: majorities, liquidation at unmoved prices, experts, places (14.8, 14.9, section 9)."""

from crash_table import AA, BB, BILL, DONALD, EE, MARK, go_on_in_movement, table, told

from engine.games.great_crash.events import EventType


def finished(**more):
    """A match of three after the last Movement."""
    return go_on_in_movement(table(3, round_=7, **more))


def test_the_only_seat_with_most_shares_gets_ten():
    state = finished(cash=0, regular={0: {AA: 2}, 1: {AA: 1}})
    assert (state.cash, state.to_act) == ([20, 5, 0], None)


def test_a_split_card_counts_as_two_shares_and_ties_bring_five_each():
    """E1."""
    state = finished(cash=0, regular={0: {AA: 3}, 1: {AA: 1}}, split={1: {AA: 1}})
    assert state.cash == [20, 20, 0]


def test_three_that_tie_get_five_each():
    """E2."""
    assert finished(cash=0, regular={seat: {AA: 1} for seat in range(3)}).cash == [10, 10, 10]


def test_a_company_nobody_holds_pays_nothing():
    """E3."""
    assert told(finished(), EventType.MAJORITY) == []


def test_all_is_sold_at_the_current_prices_whatever_the_amount():
    state = finished(cash=0, index={EE: 7}, regular={0: {EE: 6}, 1: {BB: 1}})
    assert (state.cash, state.price[EE], state.supply) == ([58, 15, 0], 8, [10] * 6)


def test_equal_money_is_an_equal_place():
    """E4."""
    assert finished(cash=[9, 9, 3]).places() == (1, 1, 3)


def test_experts_are_dismissed_after_the_sales_and_may_take_a_total_below_zero():
    state = finished(cash=[9, 9, 20], regular={0: {AA: 1}}, experts={BILL: 0, DONALD: 2})
    assert (state.scores(), state.places()) == ((-8, 9, 7), (3, 1, 2))
    assert told(state, EventType.DISMISSED) == [
        (EventType.DISMISSED, {"seat": 0, "expert": BILL, "amount": 32}),
        (EventType.DISMISSED, {"seat": 2, "expert": DONALD, "amount": 13}),
    ]


def test_two_experts_cost_both_amounts():
    state = finished(cash=9, experts={BILL: 1, MARK: 1}, rows=2)
    assert state.scores() == (9, -48, 9)


def test_debts_are_paid_out_of_what_comes_in_and_forgotten_if_they_cannot_be():
    state = table(3, round_=7, cash=0, regular={0: {AA: 1}})
    state.debt[2] = state.debt[5] = 1
    go_on_in_movement(state)
    assert (state.cash, state.debt[:6]) == ([12, 0, 0], [0, 0, 0, 0, 0, 1])
