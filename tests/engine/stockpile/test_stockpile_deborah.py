"""Dividend Deborah names a company that pays at the end of Movement (13.2, 13.3, clarification 14). Money in K."""

from laid_stockpile import AA, BB, CC, EE, legal, play, proceed_in_movement, table

from engine.contract import SPECTATOR
from engine.games.stockpile.actions import Deborah, Done, Show
from engine.games.stockpile.events import EventType
from engine.games.stockpile.position import MOVEMENT
from engine.games.stockpile.turn import proceed
from engine.market.investors import DEBORAH


def after_movement(owner: int = 0, **holdings):
    """All six pairs have moved."""
    state = table(owners={DEBORAH: owner}, **holdings)
    state.phase_number = MOVEMENT
    proceed_in_movement(state)
    return state


def test_she_acts_after_all_six_pairs():
    state = table(owners={DEBORAH: 2})
    state.phase_number = MOVEMENT
    state.revealed = 5
    proceed(state)
    assert (state.to_act, state.revealed, state.phase(), legal(state)) == (
        2,
        6,
        "movement",
        {Done(), *(Deborah(company) for company in range(6))},
    )


def test_every_holder_is_paid_one_for_a_regular_and_two_for_a_split_card_shown():
    """13.3: not her owner only."""
    state = play(after_movement(regular={1: {CC: 2}}, split={1: {CC: 1}, 3: {CC: 2}}), Deborah(CC))
    play(state, Show(2, 1), Show(0, 1))
    assert state.cash == [20, 24, 20, 22]


def test_holders_are_asked_in_turn_order():
    """Clarification 14."""
    state = play(after_movement(owner=2, regular={0: {CC: 1}, 1: {CC: 1}, 3: {CC: 1}}), Deborah(CC))
    asked = []
    while state.dividend_company >= 0:
        asked.append(state.to_act)
        play(state, Show(0, 0))
    assert asked == [0, 1, 3]


def test_she_may_name_a_company_nobody_holds():
    """Clarification 14."""
    state = play(after_movement(regular={1: {CC: 1}}), Deborah(EE))
    assert (state.cash, state.round) == ([20] * 4, 2)


def test_showing_cards_is_optional():
    state = play(after_movement(regular={1: {CC: 2}}), Deborah(CC))
    assert legal(state) == {Show(0, 0), Show(1, 0), Show(2, 0)}


def test_she_may_be_declined():
    state = play(after_movement(regular={1: {CC: 2}}), Done())
    assert (state.round, state.phase(), state.cash) == (2, "supply", [20] * 4)


def test_she_acts_once_a_round():
    state = play(after_movement(), Deborah(BB))
    assert (state.round, state.investors_ready) == (2, 1 << DEBORAH)


def test_she_acts_in_the_last_round_too():
    """Clarification 14."""
    state = table(owners={DEBORAH: 1}, regular={0: {AA: 1}})
    state.phase_number, state.round = MOVEMENT, state.rulebook.rounds
    proceed_in_movement(state)
    asked = state.to_act
    play(state, Deborah(AA), Show(1, 0))
    dividend, price, majority = 1, state.price[AA], 10
    assert (asked, state.to_act, state.cash[0]) == (1, None, 20 + dividend + price + majority)


def test_everybody_sees_the_company_she_names_and_not_whether_she_was_declined():
    named, declined = after_movement(), after_movement()
    before = declined.events(SPECTATOR)
    play(named, Deborah(BB))
    play(declined, Done())
    told = [(event.seat, event.company) for event in named.events(SPECTATOR) if event.type == EventType.DEBORAH]
    assert (told, declined.events(SPECTATOR)[len(before)].type) == ([(0, BB)], EventType.ROUND)


def test_cards_shown_for_her_dividend_are_known_from_then_on():
    state = play(after_movement(regular={1: {CC: 2}}), Deborah(CC))
    play(state, Show(1, 0))
    assert state.observe(3).known_regular[6 + CC] == 1


def test_a_debt_is_paid_from_her_dividend():
    state = after_movement(cash=0, regular={1: {CC: 2}})
    state.debt[3] = 1
    play(state, Deborah(CC), Show(2, 0))
    assert (state.cash[1], state.debt[3]) == (1, 0)
