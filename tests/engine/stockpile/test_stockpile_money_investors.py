"""Investors that act by themselves: Bernie, Donald and Graham (cases B5, B6, B9, F4 and E7). Money in K."""

import pytest
from laid_stockpile import AA, BB, CC, at_price, bid, cards_of, in_demand, legal_bids, open_selling, play, table

from engine.contract import SPECTATOR
from engine.games.stockpile.actions import SaleKind, Sell
from engine.games.stockpile.demand import award
from engine.games.stockpile.events import EventType
from engine.games.stockpile.position import DEMAND
from engine.games.stockpile.rulebook import DISCOUNTED
from engine.games.stockpile.scoring import finish
from engine.market.cards import BIDS, BOOM, FEE
from engine.market.investors import BERNIE, BILL, DONALD, GRAHAM

EACH = range(len(BIDS))


def win(space: int, *cards: int, cash: int, owners, debt: tuple[int, ...] = (0, 0, 0)):
    """Seat 0 wins the first pile, with these cards face up, by a bid on this space."""
    state = table(3, cash=[cash, 20, 20], owners=owners)
    state.phase_number = DEMAND
    state.debt = [*debt, *[0] * 6]
    state.table = [card + 16 for card in cards]
    state.standing_seat, state.standing_space = [0, 1, 2], [space, 0, 0]
    state.meeples = [0, 0, 0]
    award(state)
    return state


def test_bernie_receives_the_value_of_the_fees_he_wins():
    """F4."""
    assert win(0, FEE + 2, FEE, cash=5, owners={BERNIE: 0}).cash[0] == 9


def test_the_fees_bernie_won_are_discarded():
    """13.3: he can never owe."""
    state = win(0, FEE + 2, FEE, cash=0, owners={BERNIE: 0})
    assert (state.discard[FEE], state.discard[FEE + 2], state.debt[0:3]) == (1, 1, [0, 0, 0])


def test_others_pay_their_fees_while_bernie_is_in_play():
    assert win(0, FEE + 2, FEE, cash=5, owners={BERNIE: 1}).cash[0] == 1


def test_everybody_sees_what_bernie_receives():
    events = win(0, FEE + 2, FEE, cash=5, owners={BERNIE: 0}).events(SPECTATOR)
    assert [event.amount for event in events if event.type == EventType.FEE_RECEIVED] == [1, 3]


def test_donald_pays_the_value_of_the_next_lower_space():
    assert dict(zip(BIDS, DISCOUNTED, strict=True)) == {25: 20, 20: 15, 15: 10, 10: 6, 6: 3, 3: 1, 1: 0, 0: 0}


def test_donald_wins_with_fifteen_and_pays_ten():
    """B9."""
    state = win(BIDS.index(15), cash=10, owners={DONALD: 0})
    paid = [event.amount for event in state.events(SPECTATOR) if event.type == EventType.WON and event.seat == 0]
    assert (state.cash[0], paid) == (0, [10])


def test_donald_wins_with_zero_and_pays_nothing():
    """B9."""
    assert win(0, cash=13, owners={DONALD: 0}).cash[0] == 13


@pytest.mark.parametrize("space", EACH)
def test_only_donalds_owner_has_the_discount(space):
    costs = [25 - win(space, cash=25, owners={DONALD: seat}).cash[0] for seat in (0, 1)]
    assert costs == [DISCOUNTED[space], BIDS[space]]


def test_donald_without_cash_may_bid_one_on_an_empty_track_or_over_zero():
    """B5 as clarification 12 has it."""
    state = bid(in_demand(4, cash=[20, 0, 20, 20], owners={DONALD: 1}), (1, 0))
    assert legal_bids(state) == {(1, 1), *((track, value) for track in (2, 3, 4) for value in (0, 1))}


def test_others_without_cash_bid_zero_only_while_donald_is_in_play():
    """B5."""
    state = bid(in_demand(4, cash=[20, 0, 20, 20], owners={DONALD: 2}), (1, 0))
    assert legal_bids(state) == {(2, 0), (3, 0), (4, 0)}


@pytest.mark.parametrize(("cash", "highest"), [(9, 10), (5, 6), (10, 15), (19, 20), (20, 25), (32, 25)])
def test_donald_bids_what_he_can_pay_at_the_lower_price(cash, highest):
    """B6 as clarification 12 has it."""
    state = in_demand(4, cash=cash, owners={DONALD: 0})
    assert max(value for _, value in legal_bids(state)) == highest


def test_donalds_standing_bid_counts_at_the_lower_price_with_two_players():
    """Clarification 12: of 30 his bid of 20 takes 15, so that 15 are left, enough for 20."""
    state = bid(in_demand(2, cash=30, owners={DONALD: 0}), (1, 20), (2, 0))
    assert max(value for _, value in legal_bids(state)) == 20


def test_donald_is_outbid_by_printed_spaces():
    """13.3: displacement compares the printed spaces, not what is paid."""
    state = bid(in_demand(4, owners={DONALD: 0}), (1, 10))
    assert {value for track, value in legal_bids(state) if track == 1} == {15, 20}


def test_both_bids_of_donald_are_paid_at_the_lower_price():
    state = in_demand(2, cash=[20, 30], owners={DONALD: 0})
    state.table = []
    bid(state, (1, 10), (2, 0), (3, 15), (4, 0))
    assert state.cash[0] == 20 - 6 - 10


@pytest.mark.parametrize(("kind", "money"), [(SaleKind.REGULAR, 8), (SaleKind.HALF, 8), (SaleKind.SPLIT, 16)])
def test_graham_gets_one_more_for_every_share_sold(kind, money):
    """13.2: two more for a whole split card, one for a half."""
    state = table(index={CC: at_price(7)}, regular={0: {CC: 1}}, split={0: {CC: 1}}, owners={GRAHAM: 0})
    play(open_selling(state), Sell(CC, kind))
    assert state.cash[0] == 20 + money


def test_graham_gets_his_bonus_in_the_last_sale_too():
    """E7."""
    state = table(3, cash=0, index={AA: at_price(4)}, regular={0: {AA: 1}}, split={0: {AA: 1}}, owners={GRAHAM: 0})
    finish(state)
    majority = 10
    assert state.cash[0] == 15 + majority


def test_others_sell_at_the_price_while_graham_is_in_play():
    state = table(index={CC: at_price(7)}, regular={0: {CC: 1}, 1: {BB: 1}}, owners={GRAHAM: 1})
    play(open_selling(state), Sell(CC, SaleKind.REGULAR))
    assert (state.cash[0], cards_of(state, 0, CC)) == (27, (0, 0))


def test_bill_has_no_ability():
    state = in_demand(4, cash=9, owners={BILL: 0})
    assert (max(value for _, value in legal_bids(state)), state.investors_ready) == (6, 0)


def test_bernie_does_not_change_action_cards():
    state = win(0, BOOM, cash=5, owners={BERNIE: 0})
    assert (state.action_cards[0], state.cash[0]) == (1, 5)
