"""Crazy Cramer moves a company one space in his Action turn (rules 13.2, 13.3, clarification 2). Money in K."""

from laid_stockpile import AA, BB, CC, EE, SS, at_price, cards_of, happened, legal, open_action, play, table

from engine.contract import SPECTATOR
from engine.games.stockpile.actions import Cramer, Done, Play, Show
from engine.games.stockpile.events import EventType
from engine.market.cards import BOOM, BUST
from engine.market.investors import CRAMER

MOVES = {Cramer(company, spaces) for company in range(6) for spaces in (1, -1)}


def in_action(booms: int = 0, busts: int = 0, owner: int = 0, **holdings):
    """The Action phase; seat 0 has these action cards. Seat 3 has a share, so that Selling has a question."""
    regular = {3: {EE: 1}} | holdings.pop("regular", {})
    state = table(owners={CRAMER: owner}, regular=regular, **holdings)
    state.action_cards[0:2] = [booms, busts]
    return open_action(state)


def test_cramer_acts_without_action_cards():
    """13.3."""
    assert legal(in_action()) == {Done(), *MOVES}


def test_before_his_action_cards_he_cannot_end_his_turn():
    """Clarification 2: `done` is legal once no action card is left."""
    state = in_action(booms=1)
    assert legal(state) == {*(Play(BOOM, company) for company in range(6)), *MOVES}


def test_he_moves_a_company_by_one_space():
    state = in_action(index={CC: at_price(5)})
    up = play(state.clone(), Cramer(CC, 1)).price[CC]
    down = play(state.clone(), Cramer(CC, -1)).price[CC]
    assert (up, down) == (6, 4)


def test_he_is_used_between_two_action_cards():
    """13.3."""
    state = play(in_action(booms=1, busts=1), Play(BOOM, AA), Cramer(AA, 1), Play(BUST, BB))
    assert (state.price[AA], state.price[BB], state.phase() != "action") == (8, 3, True)


def test_after_his_action_cards_he_may_still_move_or_be_done():
    state = play(in_action(busts=1), Play(BUST, AA))
    assert (state.to_act, legal(state)) == (0, {Done(), *MOVES})


def test_his_turn_ends_by_itself_when_cards_and_cramer_are_used_up():
    """Clarification 2."""
    state = in_action()
    state.action_cards[2] = 1
    play(state, Cramer(AA, 1))
    assert state.to_act == 1


def test_he_may_be_declined():
    state = in_action()
    before = state.index[:]
    play(state, Done())
    assert (state.phase() != "action", state.index) == (True, before)


def test_only_his_owner_uses_him():
    state = in_action(booms=1, owner=1)
    asked = [(state.to_act, legal(state) & MOVES)]
    play(state, Play(BOOM, AA))
    assert [*asked, (state.to_act, legal(state) & MOVES)] == [(0, set()), (1, MOVES)]


def test_his_move_may_split_a_company():
    """13.3: a normal move."""
    state = play(in_action(index={CC: at_price(10)}, regular={1: {CC: 1}}, split={0: {CC: 1}}), Cramer(CC, 1))
    assert (state.price[CC], cards_of(state, 1, CC), state.cash[0]) == (6, (0, 1), 30)


def test_his_move_may_ruin_a_company():
    state = play(in_action(index={CC: at_price(1)}, regular={1: {CC: 1}}), Cramer(CC, -1))
    assert (state.price[CC], cards_of(state, 1, CC)) == (5, (0, 0))


def test_his_move_to_a_dollar_space_pays_holders():
    """12.4: in the middle of his turn; his action card is still to be played."""
    state = play(in_action(booms=1, board="advanced", index={SS: 0}, regular={2: {SS: 1}}), Cramer(SS, 1))
    asked = state.observe(2)
    assert (state.to_act, state.phase(), legal(state), asked.playing_seat, asked.playing_card) == (
        2,
        "action",
        {Show(0, 0), Show(1, 0)},
        0,
        -1,
    )
    play(state, Show(1, 0))
    assert (state.cash[2], state.to_act, state.action_cards[0]) == (21, 0, 1)


def test_his_move_down_pays_nothing():
    state = play(in_action(board="advanced", index={SS: 2}, regular={2: {SS: 1}}), Cramer(SS, -1))
    assert EventType.SHOWN not in happened(state, *EventType)


def test_everybody_sees_his_move():
    state = play(in_action(), Cramer(BB, -1))
    told = [event for event in state.events(SPECTATOR) if event.type in (EventType.CRAMER, EventType.MOVED)]
    assert [(event.type, event.seat, event.company, event.spaces) for event in told][:2] == [
        (EventType.CRAMER, 0, BB, -1),
        (EventType.MOVED, None, BB, None),
    ]


def test_a_declined_cramer_leaves_no_event():
    state = in_action()
    before = state.events(SPECTATOR)
    play(state, Done())
    assert EventType.CRAMER not in [event.type for event in state.events(SPECTATOR)[len(before) :]]
