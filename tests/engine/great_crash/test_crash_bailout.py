"""The bailout of ruined seats before a round's Information (14.4, clarification 16)."""

from crash_table import AA, BB, CC, legal, open_bailout, play, table, told

from engine.games.great_crash.actions import Take
from engine.games.great_crash.events import EventType
from engine.games.great_crash.turn import proceed


def test_who_has_neither_money_nor_shares_gets_nine_and_takes_two_cards():
    state = open_bailout(table(3, cash=[9, 0, 9]))
    asked = state.to_act, state.phase(), state.cash, legal(state)
    play(state, Take(AA), Take(AA))
    assert asked == (1, "bailout", [9, 9, 9], {Take(company) for company in range(6)})
    assert (state.regular[6:12], state.supply[AA], state.phase()) == ([2, 0, 0, 0, 0, 0], 8, "bidding")


def test_one_share_or_one_thousand_is_enough_to_get_nothing():
    state = open_bailout(table(3, cash=[0, 0, 1], regular={0: {AA: 1}}, split={1: {BB: 1}}))
    assert (state.phase(), told(state, EventType.BAILED_OUT)) == ("bidding", [])


def test_debts_go_first():
    state = table(3, cash=[0, 9, 9])
    state.debt[0] = state.debt[2] = 1
    open_bailout(state)
    assert (state.cash[0], state.debt[:3], state.discard[6:9]) == (9, [0, 0, 0], [1, 0, 1])


def test_several_act_in_the_turn_order_of_the_last_round():
    state = table(3, cash=[0, 9, 0])
    state.order = [2, 1, 0]
    open_bailout(state)
    asked = []
    while state.phase() == "bailout":
        asked.append((state.to_act, state.cash[0]))
        state.apply(state.default_action())
    assert asked == [(2, 0), (2, 0), (0, 9), (0, 9)]


def test_it_comes_before_the_pairs_are_out():
    state = open_bailout(table(3, cash=[9, 0, 9]))
    assert (state.private_facts(0)["pairs"], state.observe(0).pair_moved) == ([], (1,) * 6)
    assert told(state, EventType.OPENED) == []


def test_a_supply_that_is_empty_is_not_offered():
    state = open_bailout(table(3, cash=[9, 0, 9], regular={0: {AA: 6}, 2: {AA: 4}}))
    assert Take(AA) not in legal(state)


def test_the_only_company_left_is_taken_without_asking():
    shares = {0: dict.fromkeys(range(5), 10), 2: {5: 8}}
    state = open_bailout(table(3, cash=[9, 0, 9], regular=shares))
    assert (state.regular[11], state.supply[5], state.phase()) == (2, 0, "bidding")


def test_fewer_cards_are_taken_if_the_supplies_hold_fewer():
    shares = {0: dict.fromkeys(range(5), 10), 2: {5: 9}}
    state = open_bailout(table(3, cash=[9, 0, 9], regular=shares))
    assert (state.regular[11], state.supply, state.phase()) == (1, [0] * 6, "bidding")


def test_the_second_card_may_be_of_the_same_company_or_another():
    state = play(open_bailout(table(3, cash=[9, 0, 9])), Take(CC))
    assert legal(state) == {Take(company) for company in range(6)}


def test_there_is_none_after_the_last_round():
    state = table(5, cash=[9, 0, 9, 9, 9], round_=5)
    state.phase_number, state.revealed = 7, 6
    proceed(state)
    assert (state.to_act, told(state, EventType.BAILED_OUT)) == (None, [])
