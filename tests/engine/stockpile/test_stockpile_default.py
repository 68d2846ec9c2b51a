"""The action played for a seat that does not answer (clarification 27)."""

from stockpile_table import AA, BB, CC, EE, bid, deal, in_demand, open_selling, pay_dividend, table

from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Bid, Done, Place, Play, Show
from engine.games.stockpile.position import ACTION
from engine.games.stockpile.turn import proceed


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
