"""The deal, the draft and the first leader (6, 7.1)."""

import pytest
from laid_stonks import act, cards, deal, deck, default_to, legal, market, names, table

from engine.contract import SPECTATOR
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.game import Stonks

UPS = {0: "Y4 O12", 1: "R4 O13", 2: "B9 G13"}
DRAFTS = ("draft Y4 O12", "draft R4 O13", "draft B9 G13")


def test_the_lowest_face_up_card_leads_and_of_equal_ranks_the_one_further_left_in_the_row():
    """E1."""
    game = Stonks(3)
    state = game.start(StonksDeal((deck(game, UPS),) * 3))
    begun = market(state)
    act(state, *DRAFTS)
    first = state.leader
    default_to(state, "draft", 2)
    again = market(state)
    act(state, *DRAFTS)
    assert (begun, first) == ("R3 Y3 B3 G3 O3, dot R, trump R", 1)
    assert (again, state.leader) == ("R3 Y3 B3 G3 O3, dot Y, trump Y", 0)


def test_cards_are_dealt_one_at_a_time_from_seat_0():
    game = Stonks(3)
    drawn = deal(game)
    state = game.start(drawn)
    dealt = [tuple(sorted(drawn.decks[0][seat:39:3])) for seat in range(3)]
    assert (state.hands, state.deck) == (dealt, drawn.decks[0][39:])


@pytest.mark.parametrize(("players", "dealt", "left"), [(2, 13, 39), (3, 13, 26), (4, 12, 17), (5, 10, 15)])
def test_hands_have_the_size_for_the_number_of_players(players, dealt, left):
    state = Stonks(players).start(deal(Stonks(players)))
    assert ([len(hand) for hand in state.hands], len(state.deck)) == ([dealt] * players, left)


def test_a_draft_is_any_two_cards_of_the_hand_in_either_order():
    game = Stonks(2, hand_size={"2": 4})
    state = game.start(StonksDeal((deck(game, {0: "R1 R2 Y3 O13"}),) * 3))
    names = ["R1", "R2", "Y3", "O13"]
    assert legal(state) == {f"draft {up} {down}" for up in names for down in names if up != down}


def test_until_all_have_chosen_others_see_only_that_a_seat_has():
    game = Stonks(3)
    state = act(game.start(StonksDeal((deck(game, UPS),) * 3), events=True), DRAFTS[0])
    shown = [state.observe(viewer) for viewer in (1, 2, SPECTATOR)]
    assert [(seen.committed, seen.up, seen.down, seen.hand_size) for seen in shown] == [
        ((1, 0, 0), 0, 0, (13,) * 3)
    ] * 3
    assert [game.event_text(state.events(viewer)[-1]) for viewer in (0, 1, SPECTATOR)] == [
        "seat 0 drafts Y4 up, O12 down",
        "seat 0 drafts two cards",
        "seat 0 drafts two cards",
    ]


def test_chosen_cards_stay_in_the_hand_until_the_common_reveal():
    """The audit format: committed cards stay in hand and hand_sizes, down is null."""
    game = Stonks(3)
    state = act(game.start(StonksDeal((deck(game, UPS),) * 3)), *DRAFTS[:2])
    before = (state.public_facts()["hand_sizes"], state.private_facts(0)["down"], len(state.private_facts(0)["hand"]))
    act(state, DRAFTS[2])
    after = (state.public_facts()["hand_sizes"], state.private_facts(0)["down"], len(state.private_facts(0)["hand"]))
    assert (before, after) == (([13] * 3, None, 13), ([11] * 3, "O12", 11))


def test_the_face_up_cards_are_shown_together_and_the_face_down_ones_are_not():
    game = Stonks(3)
    state = act(game.start(StonksDeal((deck(game, UPS),) * 3)), *DRAFTS)
    seen = state.observe(2)
    assert (names(state, seen.portfolio_card), names(state, (seen.down,)), seen.up) == ("Y4 R4 B9", "G13", 0)


def test_draft_cards_do_not_move_the_market():
    game = Stonks(2)
    state = game.start(StonksDeal((deck(game, {0: "R1 R2", 1: "Y1 Y2"}),) * 3), events=True)
    act(state, "draft R1 R2", "draft Y1 Y2")
    assert (state.phase(), state.leader, market(state)) == ("play", 0, "R3 Y3 B3 G3 O3, dot R, trump R")


def test_the_top_card_of_the_deck_is_on_offer_in_each_trick():
    game = Stonks(2)
    state = default_to(game.start(StonksDeal((deck(game, {}),) * 3)), "play")
    assert (state.offer, len(state.deck) - state.deck_at) == (state.deck[0], 38)


@pytest.mark.parametrize(
    ("reset", "begun"),
    [(True, "R3 Y3 B3 G3 O3, dot Y, trump Y"), (False, "R3 Y1 B3 G1 O5, dot O, trump Y")],
)
def test_values_and_dot_begin_anew_each_round_unless_the_setting_says_otherwise(reset, begun):
    """17.5: the row rotates in either case."""
    last = {0: "B13 R6", 1: "B7 R7"}
    state = table(last, values="R3 Y1 B3 G1 O5", dot="O", market={"reset_each_round": reset})
    act(state, "play B13", "pick B7")
    assert (state.round, market(state), state.row) == (2, begun, (1, 2, 3, 4, 0))


def test_without_an_initial_dot_every_company_can_be_adjusted_first():
    game = Stonks(2, market={"initial_dot": "none"})
    state = game.start(StonksDeal((deck(game, {0: "R3 R1 R5"}),) * 3))
    act(state, "draft R1 R5")
    default_to(state, "play")
    act(state, "play R3")
    assert (market(state), len(legal(state))) == ("R3 Y3 B3 G3 O3, dot -, trump R", 11)


def test_cards_are_numbered_by_company_and_rank():
    assert cards(Stonks(3), "R1 R13 Y1 O13") == (1, 13, 14, 65)
