"""The variant without bonus: cards split before are sold at a split, and the price falls (14.9, clarification 24)."""

from crash_table import AA, BB, CC, EE, SS, at_price, held, legal, move, open_action, play, table, told

from engine.games.great_crash import imbalance
from engine.games.great_crash.actions import Play, Show, SplitSale
from engine.games.great_crash.events import EventType
from engine.games.great_crash.movement import fall
from engine.market.cards import BOOM


def no_bonus(**more):
    return table(3, no_bonus=True, **more)


def test_old_split_cards_are_sold_at_twice_the_highest_price_and_the_price_falls_for_the_seller():
    """C13."""
    state = move(no_bonus(cash=0, index={AA: at_price(10)}, split={0: {AA: 2}}), AA, 1)
    assert (state.to_act, legal(state)) == (0, {SplitSale(0), SplitSale(1), SplitSale(2)})
    play(state, SplitSale(2))
    assert (state.cash[0], state.price[AA], held(state, 0, AA), state.supply[AA]) == (40, 5, (0, 0), 10)


def test_there_is_no_bonus_for_cards_kept():
    state = play(move(no_bonus(index={AA: at_price(10)}, split={0: {AA: 2}}), AA, 1), SplitSale(0))
    assert (state.cash[0], state.price[AA], held(state, 0, AA)) == (9, 6, (0, 2))
    assert told(state, EventType.SPLIT_SALE) == []


def test_left_hand_cards_are_not_for_sale_and_move_over_afterwards():
    state = move(no_bonus(index={AA: at_price(10)}, regular={0: {AA: 3}}, split={0: {AA: 1}}), AA, 1)
    offered = legal(state)
    play(state, SplitSale(1))
    assert (offered, held(state, 0, AA)) == ({SplitSale(0), SplitSale(1)}, (0, 3))


def test_owners_are_asked_in_turn_order_and_the_price_falls_once_for_each_seller():
    state = no_bonus(index={AA: at_price(10)}, split={seat: {AA: 2} for seat in range(3)})
    state.order = [1, 2, 0]
    move(state, AA, 2)
    asked = []
    for count in (1, 2, 0):
        asked.append(state.to_act)
        play(state, SplitSale(count))
    assert (asked, state.price[AA]) == ([1, 2, 0], 5)


def test_the_ticker_stands_on_the_top_value_while_sales_are_asked():
    """Clarification 4."""
    state = move(no_bonus(index={AA: at_price(9)}, split={0: {AA: 1}}), AA, 4)
    seen = state.observe(2)
    assert (seen.price[AA], seen.split_company, seen.move_company, seen.move_left) == (10, AA, AA, 2)


def test_the_fall_comes_after_the_whole_movement():
    state = play(move(no_bonus(index={AA: at_price(9)}, split={0: {AA: 1}}), AA, 4), SplitSale(1))
    assert state.price[AA] == 7


def test_nobody_is_asked_where_nobody_has_split_cards():
    state = move(no_bonus(index={AA: at_price(10)}, regular={0: {AA: 2}}), AA, 1)
    assert (state.split_at, held(state, 0, AA), state.price[AA]) == (-1, (0, 2), 6)


def test_at_the_second_split_of_a_movement_all_cards_can_be_sold():
    """A1: left-hand cards become split at the first and are sold at the second."""
    state = move(no_bonus(board="advanced", cash=0, index={CC: 4}, regular={0: {CC: 2}}, split={0: {CC: 1}}), CC, 4)
    first = legal(state)
    play(state, SplitSale(0))
    second = legal(state)
    play(state, SplitSale(3))
    assert (first, second) == ({SplitSale(0), SplitSale(1)}, {SplitSale(count) for count in range(4)})
    assert (state.cash[0], state.index[CC], held(state, 0, CC)) == (54, 1, (0, 0))


def test_who_sells_at_both_splits_of_a_movement_counts_once():
    state = move(no_bonus(board="advanced", cash=0, index={CC: 4}, split={0: {CC: 2}}), CC, 4)
    play(state, SplitSale(1), SplitSale(1))
    assert (state.cash[0], state.index[CC]) == (36, 1)


def test_two_sellers_at_different_splits_of_a_movement_count_twice():
    state = move(no_bonus(board="advanced", cash=0, index={BB: 5}, split={0: {BB: 1}}, regular={1: {BB: 1}}), BB, 4)
    play(state, SplitSale(1), SplitSale(1))
    assert (state.cash[:2], state.index[BB]) == ([12, 12], 1)


def test_a_boom_lets_cards_be_sold_too():
    state = open_action(no_bonus(cash=0, index={AA: at_price(10)}, split={2: {AA: 1}}), {0: BOOM})
    play(state, Play(BOOM, AA))
    asked = state.to_act, state.phase(), state.observe(1).turn_seat
    play(state, SplitSale(1))
    assert (asked, state.cash[2], state.price[AA], state.discard[BOOM]) == ((2, "action", 0), 20, 6, 1)


def test_a_dollar_space_at_the_end_of_a_move_pays_before_the_fall():
    """Steel 5 (8): `$` at 9, the split, then `$` at 5: the fall waits for the last dividend."""
    state = move(no_bonus(board="advanced", cash=0, index={SS: 8}, split={0: {SS: 2}}), SS, 3)
    play(state, Show(0, 0), SplitSale(1))
    before = state.index[SS], state.to_act, state.move_left, state.split_sellers
    play(state, Show(0, 1))
    assert (before, state.index[SS], state.cash[0]) == ((5, 0, 0, 1), 4, 12)


def test_a_fall_below_the_lowest_value_is_a_bankruptcy_and_ends_there():
    """No split returns that low: three sellers and a ticker put on the second space."""
    state = no_bonus(index={EE: 1}, split={seat: {EE: 1} for seat in range(3)})
    state.move_company, state.split_sellers = EE, 0b111
    fall(state)
    assert (state.price[EE], [held(state, seat, EE) for seat in range(3)]) == (5, [(0, 0)] * 3)


def test_money_and_cards_are_accounted_for_in_the_middle_of_a_split():
    state = move(no_bonus(index={AA: at_price(10)}, split={0: {AA: 2}, 1: {AA: 1}}), AA, 1)
    play(state, SplitSale(1))
    assert imbalance(None, state.clone()) == ""


def test_sales_at_a_split_pay_debts_at_once():
    state = no_bonus(cash=0, index={AA: at_price(10)}, split={0: {AA: 1}})
    state.debt[0] = 1
    play(move(state, AA, 1), SplitSale(1))
    assert (state.cash[0], state.debt[0]) == (19, 0)
