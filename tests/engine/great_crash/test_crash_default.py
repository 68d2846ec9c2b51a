"""What is played for a seat that does not answer (clarification 27)."""

from crash_table import (
    AA,
    BB,
    CC,
    REGULAR,
    bid,
    move,
    open_action,
    open_bailout,
    open_purchase,
    open_selling,
    pay_dividend,
    play,
    started,
    table,
)

from engine.games.great_crash.actions import Bid, Cover, Done, HireHelped, Play, Show, SplitSale, Take
from engine.market.cards import BOOM, BUST


def default(state):
    return state.rulebook.layout.table[state.default_action()]


def test_a_bid_of_0_on_the_leftmost_empty_track():
    assert default(bid(started(3), (1, 3))) == Bid(1, 0)


def test_the_first_company_allowed_is_taken():
    state = bid(started(3), (1, 0), (2, 0), (3, 0))
    first = default(state)
    play(state, Take(AA), Take(BB), Take(CC))
    second = default(state)
    play(state, Take(AA))
    assert (first, second, default(state)) == (Take(AA), Take(AA), Take(AA))
    assert default(open_bailout(table(3, cash=[9, 0, 9]))) == Take(AA)


def test_the_second_card_is_not_of_the_first_company():
    state = bid(started(3), (1, 0), (2, 0), (3, 0))
    play(state, Take(AA), Take(AA), Take(AA))
    assert default(state) == Take(BB)


def test_action_cards_go_to_the_company_with_the_lowest_index():
    assert default(open_action(table(3, index={CC: 1}), {1: BOOM})) == Play(BOOM, CC)
    assert default(open_action(table(3, index={CC: 1, BB: 1}), {0: BUST})) == Play(BUST, BB)


def test_nothing_is_sold_bought_or_shown_and_nobody_hired_or_dismissed():
    assert default(open_selling(table(3, cash=40, regular={0: {AA: 2}}, experts={0: 0}))) == Done()
    assert default(open_purchase(table(3, cash=40, rows=1))) == Done()
    assert default(pay_dividend(table(3, regular={0: {AA: 1}}), AA)) == Show(0, 0)
    assert default(move(table(3, no_bonus=True, index={AA: 9}, split={0: {AA: 1}}), AA, 1)) == SplitSale(0)


def test_a_helper_picks_the_first_card_that_can_be_picked():
    state = open_purchase(table(3, cash=[0, 9, 9], regular={0: {BB: 1, CC: 1}}, rows=1))
    assert default(play(state, HireHelped(2))) == Cover(BB, REGULAR)
