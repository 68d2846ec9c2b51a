"""The action played for a seat that does not answer (clarification 27)."""

from laid_stockpile import (
    AA,
    BB,
    CC,
    EE,
    bid,
    deal,
    in_demand,
    open_action,
    open_selling,
    pay_dividend,
    proceed_in_movement,
    started,
    table,
)

from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Bid, Done, Keep, KeepTwo, Place, Play, Show
from engine.games.stockpile.position import ACTION, MOVEMENT
from engine.games.stockpile.turn import proceed
from engine.market.investors import CRAMER, DEBORAH, MARK, MARTHA, STUART, WARREN


def default(state):
    return state.rulebook.layout.table[state.default_action()]


def test_the_first_card_goes_up_and_the_other_down_on_the_last_pile():
    state = Stockpile(4).start(deal(4))
    first, second = state.observe(0).hand
    assert default(state) == Place(first, 3, second, 3)


def test_the_lowest_value_is_bid_on_the_lowest_empty_track():
    assert default(bid(in_demand(4), (1, 3), (3, 0))) == Bid(track=1, space=0)


def test_action_cards_go_to_the_company_with_the_lowest_price_index():
    state = table(index={EE: 2, AA: 3})
    state.phase_number, state.cursor = ACTION, 0
    state.action_cards[1] = 1
    proceed(state)
    assert default(state) == Play(card=10, company=EE)


def test_nothing_is_sold():
    assert default(open_selling(table(regular={0: {BB: 1}}))) == Done()


def test_nothing_is_shown():
    assert default(pay_dividend(table(regular={0: {CC: 1}}), CC)) == Show(0, 0)


def test_the_first_investor_dealt_is_kept():
    state = Stockpile(4, investors=True).start(deal(4, investors=True))
    assert default(state) == Keep(state.investors_dealt[0][0])


def test_with_two_players_the_first_two_dealt_are_kept():
    state = Stockpile(2, investors=True).start(deal(2, investors=True))
    assert default(state) == KeepTwo(*sorted(state.investors_dealt[0][:2]))


def test_stuart_is_not_used():
    state = started(4, {STUART: 0})
    first, second = state.observe(0).hand
    assert default(state) == Place(first, 3, second, 3)


def test_mark_and_warren_are_not_used():
    state = started(4, {MARK: 0, WARREN: 1})
    while state.phase() == "supply":
        state.apply(state.default_action())
    assert (state.phase(), default(state)) == ("before_demand", Done())


def test_martha_is_not_used():
    assert default(in_demand(4, owners={MARTHA: 0})) == Bid(track=0, space=0)


def test_cramer_is_not_used():
    state = table(index={EE: 2}, owners={CRAMER: 0})
    without_cards = default(open_action(state))
    state.to_act = None
    state.action_cards[0] = 1
    assert (without_cards, default(open_action(state))) == (Done(), Play(card=9, company=EE))


def test_deborah_is_not_used():
    state = table(owners={DEBORAH: 0})
    state.phase_number = MOVEMENT
    proceed_in_movement(state)
    assert default(state) == Done()
