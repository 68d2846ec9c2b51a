"""Purchase: at most three cards at the prices of the turn, then rises (14.7)."""

from crash_table import AA, BB, CC, EE, SS, at_price, buy, buy_turn, held, legal, open_purchase, table, told

from engine.games.great_crash.actions import Buy, Done
from engine.games.great_crash.events import EventType


def test_two_of_a_company_cost_the_same_and_raise_it_once():
    """C1."""
    state = buy_turn(open_purchase(table(3, cash=20)), AA, AA)
    assert (state.cash[0], state.price[AA], held(state, 0, AA), state.supply[AA]) == (10, 6, (2, 0), 8)


def test_a_company_at_its_top_can_be_bought_and_stays():
    """C2."""
    state = buy_turn(open_purchase(table(3, cash=20, index={AA: at_price(10)}, split={1: {AA: 1}})), AA)
    assert (state.cash[:2], state.price[AA], held(state, 0, AA)) == ([10, 20], 10, (1, 0))
    assert told(state, EventType.SPLIT) == []


def test_three_are_the_limit_and_end_the_turn():
    state = buy(open_purchase(table(3, cash=40)), AA, AA, BB)
    assert (state.to_act, state.cash[0], state.price[:2]) == (1, 25, [6, 6])


def test_prices_are_those_at_the_start_of_the_turn():
    state = buy(open_purchase(table(3, cash=11)), AA)
    assert (state.price[AA], Buy(AA) in legal(state)) == (5, True)


def test_the_next_seat_buys_at_the_raised_price():
    state = buy_turn(open_purchase(table(3, cash=11)), AA)
    buy(state, AA)
    assert state.cash[:2] == [6, 5]


def test_only_what_can_be_paid_is_offered():
    state = open_purchase(table(3, cash=4, index={AA: at_price(4), BB: at_price(3)}))
    assert legal(state) == {Buy(AA), Buy(BB), Done()}


def test_who_can_buy_nothing_is_not_asked():
    state = open_purchase(table(3, cash=[4, 9, 9]))
    assert state.to_act == 1


def test_a_company_out_of_supply_cannot_be_bought():
    state = open_purchase(table(3, cash=20, regular={1: {CC: 6}, 2: {CC: 4}}))
    assert Buy(CC) not in legal(state)


def test_the_last_card_of_a_supply_can_be_bought_once():
    state = buy(open_purchase(table(3, cash=20, regular={1: {CC: 6}, 2: {CC: 3}})), CC)
    assert (state.supply[CC], Buy(CC) in legal(state)) == (0, False)


def test_steel_pays_nothing_when_a_purchase_raises_it_onto_a_dollar_space():
    state = buy_turn(open_purchase(table(3, board="advanced", cash=9, regular={1: {SS: 3}})), SS)
    assert (state.index[SS], state.cash, state.to_act) == (9, [4, 9, 9], 1)


def test_prices_rise_in_company_order():
    state = buy(open_purchase(table(3, cash=20)), EE, AA, CC)
    assert [fields["company"] for _, fields in told(state, EventType.MOVED)] == [AA, CC, EE]


def test_a_debt_does_not_keep_from_buying():
    state = table(3, cash=2, index={AA: at_price(1)})
    state.debt[2] = 1
    assert Buy(AA) in legal(open_purchase(state))


def test_bought_cards_go_to_the_stock_portfolio_also_beside_split_ones():
    state = buy(open_purchase(table(3, cash=9, split={0: {AA: 2}})), AA)
    assert held(state, 0, AA) == (1, 2)
