"""Conformance cases S1, S2 and S4 to S8: splits, dividends, bankruptcies and sales. Money in K."""

from laid_stockpile import AA, BB, CC, at_price, cards_of, legal, move, open_selling, pay_dividend, play, table

from engine.contract import SPECTATOR
from engine.games.stockpile.actions import Done, SaleKind, Sell, Show
from engine.games.stockpile.events import EventType


def test_a_first_split_moves_regular_cards_over_and_pays_nothing():
    """S1."""
    state = move(table(index={CC: at_price(10)}, regular={0: {CC: 3}}), CC, 1)
    assert (cards_of(state, 0, CC), state.cash[0]) == ((0, 3), 20)


def test_a_card_already_split_earns_ten_thousand_when_its_company_splits_again():
    """S2."""
    state = move(table(index={CC: at_price(10)}, regular={0: {CC: 1}}, split={0: {CC: 2}}), CC, 1)
    assert (cards_of(state, 0, CC), state.cash[0]) == ((0, 3), 40)


def test_a_split_concerns_every_seat():
    holdings = {"regular": {0: {CC: 1}, 1: {CC: 2}, 2: {AA: 1}}, "split": {1: {CC: 1}}}
    state = move(table(index={CC: at_price(10)}, **holdings), CC, 1)
    assert ([cards_of(state, seat, CC) for seat in range(4)], state.cash) == (
        [(0, 1), (0, 3), (0, 0), (0, 0)],
        [20, 30, 20, 20],
    )


def test_a_dividend_pays_two_for_a_regular_and_four_for_a_split_card_shown():
    """S4."""
    state = pay_dividend(table(regular={0: {CC: 2}}, split={0: {CC: 1}}), CC)
    index = state.index[:]
    play(state, Show(regular=1, split=1))
    assert (state.cash[0], state.index, cards_of(state, 0, CC)) == (26, index, (2, 1))


def test_any_number_of_the_cards_held_may_be_shown():
    state = pay_dividend(table(regular={0: {CC: 2}}, split={0: {CC: 1}}), CC)
    assert legal(state) == {Show(regular, split) for regular in range(3) for split in range(2)}


def test_who_shows_nothing_gets_nothing_and_leaves_no_trace():
    """S5."""
    state = pay_dividend(table(regular={0: {CC: 2}, 1: {CC: 1}}), CC)
    before = state.events(SPECTATOR)
    play(state, Show(0, 0))
    assert (state.cash, state.to_act, state.events(SPECTATOR)) == ([20] * 4, 1, before)


def test_holders_are_asked_for_a_dividend_in_turn_order_and_others_are_not():
    state = pay_dividend(table(regular={3: {CC: 1}, 1: {CC: 1}}), CC)
    asked = [state.to_act]
    play(state, Show(0, 0))
    assert [*asked, state.to_act] == [1, 3]


def test_a_bankruptcy_takes_all_cards_of_the_company_without_money():
    """S6."""
    state = table(index={CC: at_price(1)}, regular={0: {CC: 2, BB: 1}}, split={0: {CC: 2}})
    discarded = state.discard[CC]
    move(state, CC, -1)
    assert (cards_of(state, 0, CC), cards_of(state, 0, BB), state.cash[0], state.discard[CC] - discarded) == (
        (0, 0),
        (1, 0),
        20,
        4,
    )


def test_half_of_a_split_card_brings_its_price_once_and_becomes_a_regular_card():
    """S7."""
    state = open_selling(table(index={CC: at_price(7)}, split={0: {CC: 1}}))
    play(state, Sell(CC, SaleKind.HALF))
    assert (state.cash[0], cards_of(state, 0, CC), legal(state)) == (27, (1, 0), {Sell(CC, SaleKind.REGULAR), Done()})


def test_a_whole_split_card_brings_its_price_twice():
    """S8."""
    state = open_selling(table(index={CC: at_price(7)}, split={0: {CC: 1}}, regular={1: {AA: 1}}))
    play(state, Sell(CC, SaleKind.SPLIT))
    assert (state.cash[0], cards_of(state, 0, CC)) == (34, (0, 0))


def test_a_selling_turn_ends_by_itself_with_the_last_card():
    state = open_selling(table(regular={0: {AA: 1}, 2: {BB: 1}}))
    play(state, Sell(AA, SaleKind.REGULAR))
    assert state.to_act == 2


def test_prices_do_not_move_while_shares_are_sold():
    state = open_selling(table(regular={0: {AA: 2, BB: 1}}))
    index = state.index[:]
    play(state, Sell(AA, SaleKind.REGULAR), Sell(AA, SaleKind.REGULAR))
    assert (state.index, state.cash[0]) == (index, 30)


def test_a_ticker_stands_on_the_highest_value_while_its_split_is_resolved():
    """Clarification 4: the index follows the split."""
    state = move(table(index={CC: at_price(9)}, regular={0: {CC: 1}}), CC, 2)
    kinds = (EventType.SPLIT, EventType.SPLIT_SHARES, EventType.MOVED)
    seen = [(event.type, event.index) for event in state.events(SPECTATOR) if event.type in kinds]
    assert seen == [(EventType.SPLIT, None), (EventType.SPLIT_SHARES, None), (EventType.MOVED, at_price(6))]
