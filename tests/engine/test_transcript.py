"""A match replays from its deal and its decisions; what does not fit is named."""

from dataclasses import replace

import pytest
from playing import random_transcript

from engine.contract import InvalidDeal
from engine.games import UnknownGame, make_game
from engine.testing.seeing import everything
from engine.transcript import TranscriptMismatch, final_state, replay

GAME = make_game("stockpile", 4)
PLAYED = random_transcript(GAME, "transcript")


def mismatch(transcript) -> str:
    with pytest.raises(TranscriptMismatch) as raised:
        list(replay(transcript))
    return str(raised.value)


def test_a_replay_gives_each_decision_in_order():
    steps = [(step.number, step.seat, step.action, step.before.to_act) for step in replay(PLAYED)]
    assert steps == [(number, seat, action, seat) for number, (seat, action) in enumerate(PLAYED.decisions)]


def test_a_replay_ends_in_the_state_the_match_ended_in():
    *_, last = replay(PLAYED)
    assert everything(GAME, last.after) == everything(GAME, final_state(PLAYED))


def test_a_replay_can_record_events():
    assert final_state(PLAYED, events=True).events(0)[0].round == 1


def test_a_decision_of_another_seat_is_named():
    seat, action = PLAYED.decisions[3]
    wrong = replace(PLAYED, decisions=(*PLAYED.decisions[:3], (seat + 9, action), *PLAYED.decisions[4:]))
    assert mismatch(wrong) == f"decision 3 is of seat {seat + 9}, but seat {seat} is asked"


def test_an_illegal_action_is_named():
    seat, _ = PLAYED.decisions[3]
    wrong = replace(PLAYED, decisions=(*PLAYED.decisions[:3], (seat, 99999), *PLAYED.decisions[4:]))
    ids = len(GAME.actions) - 1
    assert mismatch(wrong) == f"decision 3 of seat {seat}: no action has the id 99999; ids are 0 to {ids}"


def test_missing_decisions_are_named():
    seat, _ = PLAYED.decisions[-1]
    number = len(PLAYED.decisions) - 1
    wrong = replace(PLAYED, decisions=PLAYED.decisions[:-1])
    assert mismatch(wrong) == f"decision {number} is missing: seat {seat} is asked and the match not over"


def test_decisions_left_over_are_named():
    wrong = replace(PLAYED, decisions=(*PLAYED.decisions, (2, 0)))
    assert mismatch(wrong) == f"decision {len(PLAYED.decisions)} of seat 2 is left over: the match ended before it"


def test_another_version_of_the_rules_is_refused():
    wrong = replace(PLAYED, rules_version=99)
    assert mismatch(wrong) == (
        f"the match was played by rules version 99; this engine plays version {GAME.rules_version}"
    )


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownGame):
        final_state(replace(PLAYED, game="chess"))


def test_a_deal_of_another_game_is_refused():
    with pytest.raises(InvalidDeal):
        final_state(replace(PLAYED, deal={}))
