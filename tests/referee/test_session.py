"""One match without clock or socket."""

import pytest

from arena.model.faults import Cause, Ejection, Fault
from arena.model.matches import DecisionTime, Termination, final_places, out_order
from arena.referee.session import MatchSession
from engine.games import make_game
from engine.streams import Streams, seed_of
from engine.transcript import final_state

GAME = make_game("stockpile", 3, {})
TIME = DecisionTime(5, 0)
GONE = Ejection(Cause.EXITED, "exit code 1")


def new_session(seed=1):
    return MatchSession(GAME, GAME.deal(Streams(seed_of(seed))), strikes=3)


def play_on(session, seats=(0, 1, 2)):
    """Answer for these seats until another is asked or the match is over."""
    while session.to_act in seats:
        session.answer(session.legal[0], TIME)


def test_a_match_without_faults_is_completed_and_replays_to_its_scores():
    session = new_session()
    play_on(session)
    record = session.record(1000, ())
    assert (record.termination, record.scores, record.places) == (
        Termination.COMPLETED,
        final_state(record.transcript).scores(),
        final_state(record.transcript).places(),
    )


def test_a_strike_plays_the_default_action_and_the_match_goes_on():
    session = new_session()
    seat = session.to_act
    default = GAME.start(GAME.deal(Streams(seed_of(1)))).default_action()
    session.strike(Cause.ILLEGAL_ACTION, "action 9", TIME)
    play_on(session)
    record = session.record(0, ())
    assert (record.transcript.decisions[0], record.faults, record.termination) == (
        (seat, default),
        (Fault(seat, 0, Cause.ILLEGAL_ACTION, "action 9"),),
        Termination.COMPLETED,
    )


def test_the_third_strike_ends_a_bots_part_and_it_ranks_last():
    session = new_session()
    for _ in range(3):
        play_on(session, seats=(0, 1))
        session.strike(Cause.OUT_OF_TIME, "", TIME)
    play_on(session, seats=(0, 1))
    record = session.record(0, ())
    assert (session.to_act, record.places[2], record.termination) == (None, 3, Termination.FORFEITED)


def test_a_seat_whose_process_is_gone_is_played_to_the_end_and_never_asked_again():
    session = new_session()
    session.eject(1, GONE)
    play_on(session, seats=(0, 2))
    record = session.record(0, ())
    assert (session.to_act, record.places[1], [fault.seat for fault in record.faults]) == (None, 3, [1])


def test_who_is_out_later_ranks_before_who_is_out_earlier():
    session = new_session()
    session.eject(0, GONE)
    for _ in range(4):
        session.answer(session.legal[0], TIME)
    session.eject(2, GONE)
    play_on(session, seats=(1,))
    assert session.record(0, ()).places == (3, 1, 2)


def test_a_seat_is_put_out_once():
    session = new_session()
    session.eject(0, GONE)
    session.eject(0, GONE)
    play_on(session, seats=(1, 2))
    assert len(session.record(0, ()).faults) == 1


def test_decisions_are_numbered_per_seat_for_the_bot_and_over_the_match_in_the_record():
    session = new_session()
    numbers = {0: [], 1: [], 2: []}
    while session.to_act is not None:
        numbers[session.to_act].append(session.decision)
        session.answer(session.legal[-1], TIME)
    assert all(own == list(range(len(own))) for own in numbers.values())


def test_a_bots_own_faults_name_the_decision_among_its_own():
    session = new_session()
    seat = session.to_act
    session.answer(session.legal[0], TIME)
    play_on(session, seats={0, 1, 2} - {seat})
    session.strike(Cause.MISSING_FIELD, "no action in the choice", TIME)
    assert [fault.decision for fault in session.faults_of(seat)] == [1]


def test_each_event_is_shown_to_a_seat_once():
    session = new_session()
    shown = {0: [], 1: [], 2: []}
    while session.to_act is not None:
        seat = session.to_act
        shown[seat] += session.new_events()
        session.answer(session.legal[0], TIME)
    state = final_state(session.record(0, ()).transcript, events=True)
    assert all(own == state.events(seat)[: len(own)] for seat, own in shown.items())


@pytest.mark.parametrize(
    ("places", "out", "expected"),
    [
        ((1, 2, 3, 4), {}, (1, 2, 3, 4)),
        ((1, 2, 3, 4), {0: 10}, (4, 1, 2, 3)),
        ((1, 2, 2, 4), {0: 10, 3: 20}, (4, 1, 1, 3)),
        ((1, 2, 3), {0: 5, 1: 5, 2: 5}, (1, 1, 1)),
    ],
)
def test_places_rank_those_who_are_out_last(places, out, expected):
    assert final_places(places, out) == expected


def test_out_at_the_third_strike_or_the_end_of_the_process():
    strikes = [Fault(0, decision, Cause.OUT_OF_TIME, "") for decision in (3, 7, 9)]
    assert out_order([*strikes, Fault(1, 8, Cause.EXITED, "")], strikes=3) == {0: 9, 1: 8}
