"""Following, trump, winning and picking (7, 9)."""

from laid_stonks import act, happened, legal, market, names, table

from engine.contract import SPECTATOR
from engine.games.stonks.events import EventType

E2 = {
    "values": "R3 Y2 B4 G3 O3",
    "dot": "G",
    "offer": "O7",
    "hands": {0: "B8 R6 R7", 1: "B2 B11 Y13", 2: "Y6 R13 G1", 3: "B13 O2"},
}


def test_whoever_holds_the_lead_suit_must_follow_and_the_only_trump_wins():
    """E2."""
    state = act(table(**E2), "play B8")
    follow = legal(state)
    act(state, "play B11")
    void = legal(state)
    act(state, "play Y6")
    assert follow == {"play B2", "play B11"}
    assert void == {"play Y6", "play R13", "play G1", "speculate Y6", "speculate R13", "speculate G1"}
    assert happened(state, EventType.PLAYED)[-1] == "seat 3 plays B13"
    assert (state.phase(), state.to_act) == ("pick", 2)
    assert legal(state) == {"pick B8", "pick B11", "pick Y6", "pick B13", "pick O7"}


def test_the_winner_takes_any_card_of_the_trick_or_the_offer_and_leads():
    """E2."""
    state = act(table(**E2), "play B8", "play B11", "play Y6", "pick O7")
    assert (names(state, state.portfolios[2]), names(state, state.observe(SPECTATOR).discard)) == (
        "O7",
        "B8 B11 Y6 B13",
    )
    assert (state.leader, state.to_act, state.phase()) == (2, 2, "play")


def test_an_offer_nobody_takes_is_discarded():
    state = act(table(**E2), "play B8", "play B11", "play Y6", "pick B13")
    assert names(state, state.observe(SPECTATOR).discard) == "B8 B11 Y6 O7"


E3 = {
    "values": "R3 Y2 B3 G3 O3",
    "dot": "Y",
    "hands": {0: "G10 R6", 1: "B6 R7", 2: "G2 G3", 3: "G12 O2"},
}


def test_an_adjustment_changes_trump_for_cards_already_played():
    """E3."""
    state = act(table(**E3), "play G10", "play B6", "play G2")
    moves = legal(state)
    act(state, "adjust B -")
    assert moves == {f"adjust {company} {sign}" for company in "RBGO" for sign in "+-"} | {"decline"}
    assert market(state) == "R3 Y2 B1 G3 O3, dot B, trump B"
    assert happened(state, EventType.WON) == ["seat 1 wins with B6; trump is B"]


def test_without_that_adjustment_the_highest_card_of_the_lead_suit_wins():
    """E3."""
    state = act(table(**E3), "play G10", "play B6", "play G2", "decline")
    assert happened(state, EventType.WON) == ["seat 3 wins with G12; trump is Y"]


def test_the_highest_trump_beats_everything():
    state = table({0: "B13 R6", 1: "Y2 R7", 2: "Y9 R8"}, values="R3 Y2 B3 G3 O3", dot="G")
    act(state, "play B13", "play Y2", "decline", "play Y9")
    assert happened(state, EventType.WON) == ["seat 2 wins with Y9; trump is Y"]


def test_of_companies_with_the_lowest_value_the_leftmost_is_trump():
    assert market(table({0: "R1 R2", 1: "Y1 Y2"}, values="R5 Y2 B2 G2 O4")) == "R5 Y2 B2 G2 O4, dot R, trump Y"


def test_the_round_ends_when_everybody_has_one_card():
    state = act(table({0: "B13 R6", 1: "B2 R7"}, used=(0, 1)), "play B13", "decline", "pick B2")
    assert (state.round, state.phase(), state.observe(SPECTATOR).discard, happened(state, EventType.SCORED)) == (
        2,
        "draft",
        (),
        [
            "seat 0 turns up R1 and has 1xR 1xB: 6 points, 6 in all",
            "seat 1 turns up R1 and has 1xR: 3 points, 3 in all",
        ],
    )
