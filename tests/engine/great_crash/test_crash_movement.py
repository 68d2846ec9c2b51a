"""Movement: tickers, splits with 5 K a card, dividends, bankruptcies, on both boards (sections 6, 7, 14.4)."""

import pytest
from crash_table import AA, BB, CC, EE, LL, SS, at_price, held, legal, move, pay_dividend, play, table, told

from engine.games.great_crash.actions import Show
from engine.games.great_crash.events import EventType
from engine.games.great_crash.movement import begin_movement
from engine.games.great_crash.turn import proceed

STANDARD = [
    ("M1", 9, 1, 10),
    ("M2", 9, 2, 6),
    ("M3", 9, 4, 8),
    ("M4a", 10, 1, 6),
    ("M4b", 10, 2, 7),
    ("M4c", 10, 4, 9),
    ("M5", 7, 4, 6),
    ("M6", 3, -2, 1),
    ("M7", 3, -3, 5),
    ("M8", 1, -3, 5),
]

ADVANCED = [
    ("A1", CC, 4, 4, 2),
    ("A2", BB, 5, 4, 3),
    ("A3", AA, 6, 4, 6),
    ("A4", SS, 0, 4, 4),
    ("A5", SS, 8, 2, 4),
    ("A6", SS, 8, 4, 6),
    ("A7", SS, 9, -3, 6),
    ("A8", EE, 9, 1, 3),
    ("A9", EE, 3, 1, 4),
    ("A10", CC, 1, -2, 2),
]


@pytest.mark.parametrize(("case", "price", "steps", "result"), STANDARD)
def test_a_ticker_moves_on_the_standard_track(case, price, steps, result):
    assert move(table(3, index={AA: at_price(price)}), AA, steps).price[AA] == result


@pytest.mark.parametrize(("case", "company", "index", "steps", "result"), ADVANCED)
def test_a_ticker_moves_on_the_advanced_tracks(case, company, index, steps, result):
    assert move(table(3, board="advanced", index={company: index}), company, steps).index[company] == result


def test_cards_in_the_stock_portfolio_move_over_at_a_split_without_money():
    """S1."""
    state = move(table(3, index={AA: at_price(10)}, regular={0: {AA: 3}}), AA, 1)
    assert (held(state, 0, AA), state.cash[0]) == ((0, 3), 9)


def test_a_card_already_split_earns_five_when_its_company_splits_again():
    """C9, and S2 with 5 K."""
    state = move(table(3, index={AA: at_price(10)}, regular={0: {AA: 1}}, split={0: {AA: 2}}), AA, 1)
    assert (held(state, 0, AA), state.cash[0]) == ((0, 3), 19)


def test_cards_split_by_the_first_split_of_a_move_earn_at_the_second():
    """S3 with 5 K: A1 with 2 regular, 1 split."""
    state = move(table(3, board="advanced", index={CC: 4}, regular={0: {CC: 2}}, split={0: {CC: 1}}), CC, 4)
    assert (held(state, 0, CC), state.cash[0]) == ((0, 3), 9 + 5 + 15)


def test_the_bonus_pays_debts_at_once():
    state = table(3, cash=0, index={AA: at_price(10)}, split={0: {AA: 1}})
    state.debt[2] = 1
    move(state, AA, 1)
    assert (state.cash[0], state.debt[2]) == (2, 0)


def test_a_dividend_pays_two_for_a_regular_and_four_for_a_split_card_shown():
    """S4."""
    state = pay_dividend(table(3, regular={0: {AA: 2}}, split={0: {AA: 1}}), AA)
    asked = len(legal(state))
    play(state, Show(1, 1))
    assert (asked, state.cash[0], held(state, 0, AA)) == (6, 15, (2, 1))


def test_showing_none_leaves_no_trace():
    """S5."""
    state = play(pay_dividend(table(3, regular={0: {AA: 2}}), AA), Show(0, 0))
    assert (state.cash[0], told(state, EventType.SHOWN)) == (9, [])


def test_holders_are_asked_in_turn_order_and_others_are_not():
    """Clarification 25."""
    state = table(4, regular={0: {LL: 1}, 1: {LL: 1}, 3: {LL: 1}})
    state.order = [3, 2, 1, 0]
    pay_dividend(state, LL)
    asked = []
    while state.dividend_company >= 0:
        asked.append(state.to_act)
        play(state, Show(0, 0))
    assert asked == [3, 1, 0]


def test_a_dividend_pays_debts_as_far_as_it_goes():
    """F3."""
    state = table(3, cash=[0, 9, 9], regular={0: {AA: 1}})
    state.debt[2] = 1
    play(pay_dividend(state, AA), Show(1, 0))
    assert (state.cash[0], state.debt[2]) == (2, 1)


def test_a_dollar_space_pays_before_and_after_a_split_what_is_held_then():
    """S9."""
    state = move(table(3, board="advanced", index={SS: 8}, regular={0: {SS: 1}}), SS, 4)
    play(state, Show(1, 0), Show(0, 1))
    assert (state.cash[0], held(state, 0, SS), state.index[SS]) == (12, (0, 1), 6)


def test_a_move_to_the_left_pays_nothing_on_dollar_spaces():
    """A7."""
    state = move(table(3, board="advanced", index={SS: 9}, regular={0: {SS: 1}}), SS, -3)
    assert (state.dividend_company, state.cash[0]) == (-1, 9)


def test_a_bankruptcy_puts_all_cards_back_into_the_supply():
    """S6, R7."""
    state = move(table(3, index={AA: 0}, regular={0: {AA: 2}}, split={0: {AA: 2}, 1: {AA: 1}}), AA, -3)
    assert (held(state, 0, AA), held(state, 1, AA), state.supply[AA], state.cash[0]) == ((0, 0), (0, 0), 10, 9)


def test_pairs_are_revealed_in_turn_order_then_the_public_one_then_the_blind_ones():
    state = table(3)
    state.order = [2, 0, 1]
    expected = [state.pairs[slot][0] for slot in (2, 0, 1, 3, 4, 5)]
    begin_movement(state)
    proceed(state)
    assert [fields["company"] for _, fields in told(state, EventType.FORECAST)][:6] == expected
