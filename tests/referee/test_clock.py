"""The clock of a process: the issue's cases, as arithmetic on readings."""

import pytest

from arena.model.clock import SECOND, Pace, TimeControl
from arena.referee.clock import Bank, ProcessClock, Reading

BULK = TimeControl()
SLOW = TimeControl(pace=Pace.SLOW, max_matches=1)


def at(seconds: float, lag: float = 0.0, cpu: float = 0.0) -> Reading:
    return Reading(round(seconds * SECOND), round(lag * SECOND), round(cpu * SECOND))


def banks(count: int, control: TimeControl = BULK) -> list[Bank]:
    return [Bank(control.bank_us, control.forgiven_us) for _ in range(count)]


def total_cost(answers_per_message: int) -> int:
    clock = ProcessClock(BULK)
    clock.sent(list(enumerate(banks(32))), at(0))
    total = 0
    matches = list(range(32))
    for number, start in enumerate(range(0, 32, answers_per_message), 1):
        moment = at(8 * number * answers_per_message / 32)
        charges = clock.answered(matches[start : start + answers_per_message], moment)
        total += sum(charge.time.cost_us for charge in charges)
    return total


@pytest.mark.parametrize("answers_per_message", [32, 4, 1])
def test_thirty_two_decisions_cost_the_same_in_total_however_they_are_answered(answers_per_message):
    assert total_cost(answers_per_message) == 8 * SECOND


def test_a_bot_that_thinks_28_s_on_one_of_8_matches_and_answers_fillers_is_struck_at_16_s():
    clock = ProcessClock(BULK)
    own = banks(8)
    clock.sent(list(enumerate(own)), at(0))
    struck_at = None
    for tick in range(1, 560):
        now = tick * 0.05
        filler = 1 + tick % 7
        late = clock.overdue(at(now))
        if late:
            struck_at = (now, [charge.match for charge in late])
            break
        clock.answered([filler], at(now))
        clock.sent([(filler, own[filler])], at(now))
    assert struck_at == (pytest.approx(16.05), [0])


def test_an_answer_after_the_soft_limit_is_late_even_if_nobody_looked_meanwhile():
    clock = ProcessClock(BULK)
    clock.sent([(0, banks(1)[0])], at(0))
    (charge,) = clock.answered([0], at(2.5))
    assert (charge.late, charge.time.cost_us) == ("open for longer than 2.000 s (of 1 that were open)", 2_500_000)


def test_the_referee_stopped_for_two_seconds_charges_nobody():
    clock = ProcessClock(BULK)
    own = banks(2)
    clock.sent([(0, own[0]), (1, own[1])], at(0))
    charges = clock.answered([0, 1], at(2.01, lag=2.0, cpu=0.005))
    assert [(charge.time.cost_us, charge.time.forgiven_us, charge.late) for charge in charges] == [
        (5_000, 1_000_000, ""),
        (5_000, 1_000_000, ""),
    ]


def test_lag_forgives_no_time_in_which_the_bot_was_computing():
    clock = ProcessClock(BULK)
    clock.sent([(0, banks(1)[0])], at(0))
    (charge,) = clock.answered([0], at(1, lag=1, cpu=0.9))
    assert charge.time.cost_us == 900_000


def test_at_most_five_seconds_are_forgiven_in_one_match():
    clock = ProcessClock(SLOW)
    (bank,) = banks(1)
    costs = []
    for start in (0, 10):
        clock.sent([(0, bank)], at(start, lag=start))
        (charge,) = clock.answered([0], at(start + 4, lag=start + 4))
        costs.append(charge.time.cost_us)
    assert costs == [0, 3 * SECOND]


def test_a_bank_never_grows_and_loses_what_exceeds_the_refund():
    (bank,) = banks(1)
    assert [bank.charge(cost, SECOND // 10) for cost in (50_000, 100_000, 300_000)] == [True, True, True]
    assert bank.left_us == 60 * SECOND - 200_000


def test_with_an_empty_bank_a_decision_has_the_refund_only():
    bank = Bank(0, 0)
    assert [bank.charge(100_000, 100_000), bank.charge(100_001, 100_000)] == [True, False]


def test_at_the_slow_pace_only_the_bank_ends_a_decision():
    clock = ProcessClock(SLOW)
    clock.sent([(0, banks(1)[0])], at(0))
    assert clock.overdue(at(60.1)) == []
    (charge,) = clock.overdue(at(60.2))
    assert charge.late == "bank empty: 60.000 s left, took 60.200 s"


def test_a_silent_process_is_struck_once_no_division_could_save_its_decisions():
    clock = ProcessClock(TimeControl(soft_limit_us=1000 * SECOND, bank_us=SECOND, refund_us=0))
    clock.sent(list(enumerate(banks(4, TimeControl(bank_us=SECOND)))), at(0))
    assert clock.overdue(at(3.9)) == []
    assert [charge.match for charge in clock.overdue(at(4.1))] == [0, 1, 2, 3]


def test_time_charged_to_a_struck_decision_is_not_charged_again():
    clock = ProcessClock(TimeControl(soft_limit_us=SECOND))
    own = banks(2)
    clock.sent([(0, own[0])], at(0))
    clock.sent([(1, own[1])], at(0.5))
    (struck,) = clock.overdue(at(1.5))
    (answered,) = clock.answered([1], at(2.0))
    assert struck.time.cost_us + answered.time.cost_us == 2 * SECOND
