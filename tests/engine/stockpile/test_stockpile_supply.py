"""Information and Supply: what is dealt, in which order, who sees it (rules 5.1, 5.2, clarifications 1, 7, 8)."""

from dataclasses import replace

import pytest
from laid_stockpile import AA, BB, CC, EE, deal, legal, play

from engine.contract import SPECTATOR, IllegalAction
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Bid, Place
from engine.games.stockpile.events import EventType
from engine.market.forecasts import BLIND, PUBLIC, reveal_order


def started(players: int = 3, first: int = 0, top: tuple[int, ...] = ()):
    """A match whose deck begins with these cards."""
    cards = deal(players, first=first)
    deck = list(cards.market_deck)
    for place, kind in enumerate(top):
        at = deck.index(kind, place)
        deck[place], deck[at] = deck[at], deck[place]
    return Stockpile(players).start(replace(cards, market_deck=tuple(deck)), events=True)


def test_opening_cards_come_first_then_two_cards_together_to_each_seat_in_turn_order():
    """Clarification 1."""
    state = started(players=3, first=1)
    deck = state.deck
    opened = [event.cards for event in state.events(SPECTATOR) if event.type == EventType.OPENED]
    hands = [state.observe(seat).hand for seat in (1, 2, 0)]
    assert (opened, hands) == ([tuple(deck[0:3])], [tuple(deck[3:5]), tuple(deck[5:7]), tuple(deck[7:9])])


def test_one_card_goes_face_up_and_one_face_down_on_any_piles():
    state = started(top=(AA, AA, AA, BB, CC))
    assert legal(state) == {
        Place(up, up_pile, down, down_pile)
        for up, down in ((BB, CC), (CC, BB))
        for up_pile in range(3)
        for down_pile in range(3)
    }


def test_two_equal_cards_make_one_choice_per_two_piles():
    state = started(top=(AA, AA, AA, BB, BB))
    assert len(state.legal_actions()) == 9


def test_only_its_placer_sees_a_face_down_card():
    state = play(started(top=(AA, AA, AA, BB, CC)), Place(BB, 2, CC, 0))
    cards = [state.observe(viewer).pile_card for viewer in (0, 1, 2, SPECTATOR)]
    assert cards == [(AA, CC, AA, AA, BB), *[(AA, -1, AA, AA, BB)] * 3]


def test_everybody_sees_who_placed_a_card_on_which_pile():
    state = play(started(top=(AA, AA, AA, BB, CC)), Place(BB, 2, CC, 0))
    seen = state.observe(1)
    assert (seen.pile_start, seen.pile_by, seen.pile_face_up) == ((0, 2, 3, 5), (-1, 0, -1, -1, 0), (1, 0, 1, 1, 1))


def test_a_seat_remembers_its_placements_of_the_match():
    state = started(top=(AA, AA, AA, BB, CC))
    play(state, Place(BB, 2, CC, 0))
    while state.round < 2:
        state.apply(state.default_action())
    seen = state.observe(0)
    assert (seen.placed_round, seen.placed_card, seen.placed_pile, seen.placed_face_up) == (
        (1, 1),
        (BB, CC),
        (2, 0),
        (1, 0),
    )


def test_cards_of_a_pile_lie_in_the_order_they_came():
    """Clarification 8: the opening card, then placements in time order, face up before face down."""
    state = started(top=(AA, AA, AA, BB, CC, CC, EE))
    play(state, Place(BB, 0, CC, 0), Place(EE, 0, CC, 0))
    entry = state.public_facts()["piles"][0]
    assert entry == [
        {"face": "up", "card": "AA", "by": None},
        {"face": "up", "card": "BB", "by": 0},
        {"face": "down", "by": 0},
        {"face": "up", "card": "EE", "by": 1},
        {"face": "down", "by": 1},
    ]


def test_a_seat_sees_its_own_pair_and_the_public_one():
    state = started(players=4)
    holders = state.rulebook.holders
    visible = {state.pairs[slot] for slot in range(6) if holders[slot] in (2, PUBLIC)}
    seen = {(company, card) for company, card in enumerate(state.observe(2).forecast_card) if card >= 0}
    assert seen == visible


def test_a_spectator_sees_the_public_pair_only():
    state = started(players=4)
    public = state.pairs[state.rulebook.holders.index(PUBLIC)]
    seen = {(company, card) for company, card in enumerate(state.observe(SPECTATOR).forecast_card) if card >= 0}
    assert seen == {public}


def test_pairs_are_revealed_in_turn_order_then_the_public_one_then_the_blind_ones():
    state = started(players=3, first=2)
    while state.round < 2:
        state.apply(state.default_action())
    holders = [event.seat for event in state.events(SPECTATOR) if event.type == EventType.FORECAST]
    assert (holders, reveal_order(3, 2)) == ([2, 0, 1, PUBLIC, BLIND, BLIND], (2, 0, 1, 3, 4, 5))


def test_the_first_player_changes_to_the_left_each_round():
    state = started(players=3, first=2)
    orders = []
    while state.to_act is not None:
        if state.round > len(orders):
            orders.append(state.observe(0).turn_order)
        state.apply(state.default_action())
    assert orders[:4] == [(2, 0, 1), (0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.mark.parametrize("action", [Bid(0, 0), Place(AA, 0, BB, 0)])
def test_what_is_not_legal_is_refused_and_changes_nothing(action):
    state = started(top=(AA, AA, AA, BB, CC))
    before = state.public_facts()
    with pytest.raises(IllegalAction, match=r"is not legal for seat 0 in supply"):
        play(state, action)
    assert state.public_facts() == before
