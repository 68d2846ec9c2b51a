"""Action: cards won under the tracks move prices as in the base game (14.5)."""

from crash_table import AA, BB, EE, SS, held, legal, open_action, play, table

from engine.games.great_crash.actions import Dismiss, Play, Show
from engine.market.cards import BOOM, BUST


def test_an_action_card_may_be_used_on_any_company_and_must_be_used():
    state = open_action(table(3), {1: BOOM})
    assert (state.to_act, legal(state)) == (1, {Play(BOOM, company) for company in range(6)})


def test_a_boom_moves_two_up_and_is_discarded():
    state = play(open_action(table(3), {1: BOOM}), Play(BOOM, AA))
    assert (state.price[AA], state.discard[BOOM], state.action_cards, state.phase() != "action") == (
        7,
        1,
        [0] * 6,
        True,
    )


def test_a_bust_moves_two_down_and_can_bankrupt():
    state = play(open_action(table(3, index={BB: 1}, regular={0: {BB: 2}}), {1: BUST}), Play(BUST, BB))
    assert (state.price[BB], held(state, 0, BB), state.supply[BB]) == (5, (0, 0), 10)


def test_cards_are_used_in_the_new_turn_order():
    state = table(3)
    state.order = [2, 0, 1]
    open_action(state, {0: BOOM, 2: BUST})
    first = state.to_act
    play(state, Play(BUST, EE))
    assert (first, state.to_act) == (2, 0)


def test_a_boom_on_steel_pays_its_dollar_spaces_and_goes_on():
    """A5, in the middle of another seat's Action turn: `$` once, then the split."""
    state = table(3, board="advanced", regular={0: {SS: 2}})
    state = play(open_action(state, {1: BOOM}), Play(BOOM, SS))
    asked = state.to_act, state.phase(), state.observe(2).playing_card, state.observe(2).turn_seat
    play(state, Show(2, 0))
    assert (asked, state.cash[0], state.index[SS], held(state, 0, SS)) == ((0, "action", BOOM, 1), 11, 4, (0, 2))


def test_the_card_lies_before_its_owner_until_the_move_is_complete():
    state = play(open_action(table(3, board="advanced", regular={0: {SS: 1}}), {1: BOOM}), Play(BOOM, SS))
    during = state.action_cards[2]
    play(state, Show(0, 0))
    assert (during, state.action_cards[2], state.discard[BOOM]) == (1, 0, 1)


def test_an_expert_may_be_dismissed_in_an_action_turn_and_the_card_is_still_to_be_used():
    state = open_action(table(3, cash=40, experts={0: 1}), {1: BOOM})
    offered = Dismiss(0) in legal(state)
    play(state, Dismiss(0))
    assert (offered, state.to_act, legal(state)) == (True, 1, {Play(BOOM, company) for company in range(6)})


def test_who_has_no_card_to_play_cannot_dismiss_in_the_action_phase():
    state = open_action(table(3, cash=40, experts={0: 2}), {1: BOOM})
    play(state, Play(BOOM, AA))
    assert state.phase() == "selling"
