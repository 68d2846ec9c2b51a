"""Speculation by the leader, by a follower, and countered (8)."""

from laid_stonks import act, happened, legal, market, names, table

from engine.contract import SPECTATOR
from engine.games.stonks.events import EventType

E6 = {"values": "R3 Y3 B2 G4 O3", "dot": "B", "hands": {0: "R5 G6", 1: "R4 Y6", 2: "G13 Y7"}}


def test_a_hidden_card_of_the_called_suit_can_win_and_its_symbol_is_lost():
    """E6."""
    state = act(table(**E6), "speculate R5 R", "adjust Y +")
    void = legal(state)
    act(state, "play G13")
    assert void == {"play G13", "play Y7"}
    assert market(state) == "R3 Y4 B2 G4 O3, dot Y, trump B"
    assert happened(state, EventType.REVEALED, EventType.WON) == [
        "the hidden card of seat 0 is R5",
        "seat 0 wins with R5; trump is B",
    ]
    assert legal(state) == {"pick R5", "pick R4", "pick G13", "pick O13"}


def test_only_its_player_knows_a_hidden_card_until_the_last_adjustment_is_decided():
    """17.3."""
    state = act(table({0: "R5 G6", 1: "R4 R6", 2: "R3 Y7"}), "speculate R5 R", "play R4")
    shown = [names(state, state.observe(viewer).play_card) for viewer in (0, 1, SPECTATOR)]
    act(state, "decline")
    waiting = happened(state, EventType.REVEALED)
    act(state, "decline")
    assert (shown, waiting, happened(state, EventType.REVEALED)) == (
        ["R5 R4", " R4", " R4"],
        [],
        ["the hidden card of seat 0 is R5"],
    )


def test_a_leader_may_call_any_company_with_any_card():
    state = table({0: "R5 G6", 1: "R4 R6"})
    calls = {f"speculate {card} {company}" for card in ("R5", "G6") for company in "RYBGO"}
    assert legal(state) == {"play R5", "play G6"} | calls


E7 = {"values": "R3 Y3 B2 G4 O3", "dot": "R"}


def test_a_hidden_trump_wins():
    """E7."""
    state = act(table({0: "B1 R6", 1: "G13 G6", 2: "R12 R7"}, **E7), "speculate B1 G", "play G13", "play R12")
    assert happened(state, EventType.WON) == ["seat 0 wins with B1; trump is B"]


def test_a_hidden_trump_loses_when_an_adjustment_makes_another_company_trump():
    """E7, variant."""
    state = table({0: "B1 R6", 1: "G3 G6", 2: "R12 R7"}, **E7)
    act(state, "speculate B1 G", "play G3", "adjust B +", "play R12")
    assert market(state) == "R3 Y3 B3 G4 O3, dot B, trump R"
    assert happened(state, EventType.WON) == ["seat 2 wins with R12; trump is R"]


def test_nobody_wins_without_the_called_suit_and_trump_and_the_same_player_leads_again():
    """E8."""
    hands = {0: "Y7 R6 R7", 1: "R9 R8 Y5", 2: "O13 O4 O5"}
    state = table(hands, values="R3 Y3 B2 G4 O3", dot="B", offer="R2")
    act(state, "speculate Y7 G", "play R9", "play O13")
    assert happened(state, EventType.NOBODY) == ["nobody wins, trump is B; seat 0 leads again"]
    assert (names(state, state.observe(SPECTATOR).discard), state.portfolios) == ("Y7 R9 O13 R2", [()] * 3)
    assert (state.to_act, state.phase(), state.unused, len(state.hands[0])) == (0, "play", [0, 1, 1], 2)
    assert legal(state) == {"play R6", "play R7"}


E9 = {"values": "R3 Y4 B3 G2 O3", "dot": "O"}


def test_a_follower_without_the_lead_suit_turns_its_card_into_one():
    """E9."""
    state = table({0: "R10 B6 B7", 1: "Y13 G6", 2: "R12 R4", 3: "O6 B9"}, **E9)
    act(state, "play R10", "speculate Y13", "play R12")
    blocked = legal(state)
    act(state, "play O6")
    assert blocked == {"play O6", "play B9"}
    assert happened(state, EventType.WON) == ["seat 1 wins with Y13; trump is G"]
    act(state, "pick Y13")
    assert (names(state, state.portfolios[1]), state.unused) == ("Y13", [1, 0, 1, 1])


def test_a_follower_may_not_speculate_as_a_card_that_lies_face_up_in_the_trick():
    """E9, legality."""
    state = act(table({0: "R13 B6", 1: "Y13 Y12", 2: "R12 R4"}, **E9), "play R13")
    assert legal(state) == {"play Y13", "play Y12", "speculate Y12"}


def test_the_offer_does_not_lie_in_the_trick():
    """17.6."""
    state = act(table({0: "R10 B6", 1: "Y13 Y12", 2: "R12 R4"}, offer="R13", **E9), "play R10")
    assert "speculate Y13" in legal(state)


def test_who_holds_a_card_of_the_lead_suit_may_not_speculate():
    """E9, legality."""
    state = act(table({0: "R10 B6", 1: "Y13 R2 R3", 2: "R12 R4"}, **E9), "play R10")
    assert legal(state) == {"play R2", "play R3"}


def test_the_real_card_cancels_a_speculation_which_stays_used_and_blocks_others():
    """E10."""
    state = table({0: "R10 B6", 1: "Y13 G6", 2: "R13 R4", 3: "O6 B9"}, **E9)
    act(state, "play R10", "speculate Y13", "play R13")
    blocked = legal(state)
    act(state, "play O6")
    assert blocked == {"play O6", "play B9"}
    assert happened(state, EventType.COUNTERED, EventType.WON) == [
        "seat 2 counters the Speculation of seat 1",
        "seat 2 wins with R13; trump is G",
    ]
    assert state.unused == [1, 0, 1, 1]


def test_a_cancelled_card_may_be_trump_by_its_own_company():
    """E10, variant a."""
    state = table({0: "R10 B6", 1: "Y13 G6", 2: "R13 R4", 3: "O6 B9"}, values="R3 Y1 B3 G2 O3", dot="O")
    act(state, "play R10", "speculate Y13", "play R13", "play O6")
    assert happened(state, EventType.WON) == ["seat 1 wins with Y13; trump is Y"]


def test_the_counter_comes_before_the_countering_card_adjusts_and_undoes_no_adjustment():
    """E10, variant b."""
    state = table({0: "R10 B6", 1: "G2 B7", 2: "R2 R4", 3: "O6 B9"}, values="R3 Y4 B3 G4 O3", dot="Y")
    act(state, "play R10", "speculate G2", "adjust O -")
    assert market(state) == "R3 Y4 B3 G4 O1, dot O, trump O"
    act(state, "play R2")
    kinds = [event.type for event in state.events(SPECTATOR)][-2:]
    act(state, "adjust B +", "play O6")
    assert kinds == [EventType.PLAYED, EventType.COUNTERED]
    assert market(state) == "R3 Y4 B5 G4 O1, dot B, trump O"
    assert happened(state, EventType.WON) == ["seat 3 wins with O6; trump is O"]


def test_a_lead_speculation_is_not_countered():
    state = act(table({0: "Y13 B6", 1: "R13 R4"}, **E9), "speculate Y13 R", "play R13")
    assert happened(state, EventType.COUNTERED) == []


def test_a_card_turned_into_the_lead_suit_is_trump_if_that_is():
    """8.2."""
    state = table({0: "R10 B6", 1: "Y13 G6", 2: "R12 R4"}, values="R1 Y4 B3 G2 O3", dot="O")
    act(state, "play R10", "speculate Y13", "play R12")
    assert happened(state, EventType.WON) == ["seat 1 wins with Y13; trump is R"]


def test_a_card_turned_into_the_lead_suit_is_no_trump_by_its_own_company():
    """8.2."""
    state = table({0: "R10 B6", 1: "Y9 G6", 2: "R12 R4"}, values="R3 Y1 B3 G2 O3", dot="O")
    act(state, "play R10", "speculate Y9", "play R12")
    assert happened(state, EventType.WON) == ["seat 2 wins with R12; trump is Y"]


def test_one_speculation_a_round_blocks_all_others_until_the_next():
    hands = {0: "R10 R6 R7", 1: "Y13 G6 G7", 2: "R12 O9 O8"}
    state = act(table(hands, speculation_limit="per_round", **E9), "play R10", "speculate Y13", "pick R10")
    assert (state.to_act, legal(state)) == (1, {"play G6", "play G7"})
    act(state, "play G6")
    assert (state.to_act, legal(state)) == (2, {"play O9", "play O8"})


def test_one_speculation_a_trick_leaves_those_of_others_for_the_next():
    hands = {0: "R10 R6 R7", 1: "Y13 G6 G7", 2: "R12 O9 O8"}
    state = act(table(hands, **E9), "play R10", "speculate Y13", "pick R10", "play G6")
    assert legal(state) == {"play O9", "play O8", "speculate O9", "speculate O8"}
