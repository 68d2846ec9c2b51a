"""Action cards: all must be used, one at a time, on any company (rules 5.4, clarification 2)."""

from laid_stockpile import AA, BB, CC, at_price, legal, play, table

from engine.games.stockpile.actions import Play
from engine.games.stockpile.position import ACTION
from engine.games.stockpile.turn import proceed
from engine.market.cards import BOOM, BUST


def in_action(booms: int, busts: int, **holdings):
    """Seat 1 has these action cards and it is its turn."""
    state = table(**holdings)
    state.phase_number, state.cursor = ACTION, 0
    state.action_cards[2:4] = [booms, busts]
    state.discard[BOOM] -= booms
    state.discard[BUST] -= busts
    proceed(state)
    return state


def test_each_sort_of_card_may_be_used_on_every_company():
    state = in_action(1, 1)
    assert (state.to_act, legal(state)) == (1, {Play(card, company) for card in (BOOM, BUST) for company in range(6)})


def test_a_boom_moves_a_company_up_two_and_a_bust_down_two():
    state = play(in_action(1, 1, regular={3: {CC: 1}}), Play(BOOM, AA), Play(BUST, BB))
    assert (state.index[AA], state.index[BB]) == (at_price(7), at_price(3))


def test_two_cards_may_be_used_on_the_same_company():
    state = play(in_action(2, 0, regular={3: {CC: 1}}), Play(BOOM, AA), Play(BOOM, AA))
    assert state.index[AA] == at_price(9)


def test_a_used_card_goes_to_the_discard_pile():
    state = play(in_action(2, 0), Play(BOOM, AA))
    assert (state.action_cards[2:4], state.discard[BOOM]) == ([1, 0], -1)


def test_a_boom_can_split_a_company():
    state = play(in_action(1, 0, index={CC: at_price(10)}, regular={0: {CC: 2}}), Play(BOOM, CC))
    assert (state.index[CC], state.regular[CC], state.split[CC]) == (at_price(7), 0, 2)


def test_the_phase_ends_with_the_last_card():
    state = play(in_action(1, 0, regular={3: {AA: 1}}), Play(BOOM, AA))
    assert (state.phase(), state.to_act) == ("selling", 3)
