"""Conformance cases F1 to F3: fees and debts. Money in K."""

from laid_stockpile import CC, at_price, open_selling, pay_dividend, play, table

from engine.games.stockpile.actions import SaleKind, Sell, Show
from engine.games.stockpile.demand import award
from engine.games.stockpile.position import DEMAND
from engine.market.cards import FEE


def win_fees(cash: int, *values: int):
    """Seat 0 wins the first pile, which holds fees of these values, with a bid of 0."""
    state = table(3, cash=[cash, 20, 20])
    state.phase_number = DEMAND
    state.table = [FEE + value - 1 + 16 for value in values]
    state.standing_seat, state.standing_space = [0, 1, 2], [0, 0, 0]
    state.meeples = [0, 0, 0]
    award(state)
    return state


def debts(state) -> list[int]:
    return state.debt[0:3]


def test_fees_are_paid_cheapest_first_each_whole_or_not_at_all():
    """F1."""
    state = win_fees(4, 3, 2, 1)
    assert (state.cash[0], debts(state)) == (1, [0, 0, 1])


def test_a_debt_is_paid_as_soon_as_a_sale_brings_the_money():
    """F2."""
    state = table(3, cash=[1, 20, 20], index={CC: at_price(5)}, regular={0: {CC: 2}})
    state.debt = [0, 0, 1] + [0] * 6
    play(open_selling(state), Sell(CC, SaleKind.REGULAR))
    assert (state.cash[0], debts(state)) == (3, [0, 0, 0])


def test_a_dividend_smaller_than_a_debt_leaves_it_unpaid():
    """F3."""
    state = table(3, cash=[0, 20, 20], regular={0: {CC: 1}})
    state.debt = [0, 0, 1] + [0] * 6
    play(pay_dividend(state, CC), Show(1, 0))
    assert (state.cash[0], debts(state)) == (2, [0, 0, 1])


def test_old_debts_and_new_fees_are_one_pool():
    """Clarification 5."""
    state = table(3, cash=[1, 20, 20])
    state.debt = [0, 1, 0] + [0] * 6
    state.phase_number = DEMAND
    state.table = [FEE + 16]
    state.standing_seat, state.standing_space = [0, 1, 2], [0, 0, 0]
    state.meeples = [0, 0, 0]
    award(state)
    assert (state.cash[0], debts(state)) == (0, [0, 1, 0])


def test_bids_are_paid_before_fees():
    state = table(3, cash=[10, 20, 20])
    state.phase_number = DEMAND
    state.table = [FEE + 2 + 16]
    state.standing_seat, state.standing_space = [0, 1, 2], [4, 0, 0]
    state.meeples = [0, 0, 0]
    award(state)
    assert (state.cash[0], debts(state)) == (0, [0, 0, 1])


def test_a_paid_fee_goes_to_the_discard_pile():
    state = win_fees(4, 2, 2, 3)
    assert (state.discard[FEE + 1], state.discard[FEE + 2], debts(state)) == (2, 0, [0, 0, 1])
