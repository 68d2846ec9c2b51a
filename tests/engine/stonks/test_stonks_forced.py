"""Who was asked and who was forced is nobody else's business (17.11)."""

from laid_stonks import act, happened, legal, table

from engine.contract import SPECTATOR
from engine.games.stonks.events import EventType
from engine.games.stonks.game import Stonks
from engine.testing.seeing import seen

VIEWERS = (0, 2, SPECTATOR)


def after(hand: str, *texts: str):
    """Seat 0 leads, seat 1 with this hand plays R3; then what comes."""
    return act(table({0: "R10 B6", 1: hand, 2: "R12 R4"}), "play R10", *texts)


def test_nobody_can_tell_a_forced_card_from_a_chosen_one():
    game = Stonks(3)
    forced, chosen = after("R3 Y9"), after("R3 R9", "play R3")
    same = [
        seen(game, forced, viewer) == seen(game, chosen, viewer) and forced.events(viewer) == chosen.events(viewer)
        for viewer in VIEWERS
    ]
    assert (forced.to_act, forced.phase(), same) == (1, "adjust", [True] * 3)


def test_the_adjustment_of_a_forced_card_is_asked_as_usual():
    assert "adjust B +" in legal(after("R3 Y9"))


def test_a_forced_card_counters():
    state = table({0: "R10 B6", 1: "Y13 G6", 2: "R13 B4"})
    act(state, "play R10", "speculate Y13")
    assert happened(state, EventType.COUNTERED) == ["seat 2 counters the Speculation of seat 1"]


def test_following_is_no_evidence_and_failing_to_follow_is():
    state = table({0: "R10 B6 B7", 1: "R3 Y9 Y8", 2: "O12 O4 O5"})
    act(state, "play R10", "decline", "play O12")
    assert state.observe(0).void == (0, 0, 1 << 0)


def test_speculating_is_failing_to_follow():
    state = act(table({0: "R10 B6", 1: "Y13 G6", 2: "R13 R4"}), "play R10", "speculate Y13")
    assert state.observe(0).void == (0, 1 << 0, 0)


def test_a_hidden_lead_is_no_evidence_about_its_player():
    state = act(table({0: "R10 B6", 1: "Y13 G6", 2: "R13 R4"}), "speculate R10 B")
    assert state.observe(1).void == (0, 0, 0)
