"""What the benchmarks with hostile bots make of records, and what they refuse."""

from pathlib import Path

import pytest

from arena.app.quarters import Quarters
from arena.bench import free_time, neighbours
from arena.bench.zoo import can
from arena.model.errors import BadInput
from arena.model.faults import Cause, Fault
from arena.model.isolation import Isolation
from arena.model.matches import DecisionTime, MatchRecord, RotationRecord, SeatReport, Termination
from engine.transcript import Transcript

ZOO = Path(__file__).parents[1] / "e2e" / "hostile" / "zoo"
TIMES = (DecisionTime(100, 1), DecisionTime(200, 2), DecisionTime(300, 0))


def match(seats, faults=(), debug=("", "")):
    """A match in which these seats decided, one after the other."""
    played = Transcript("stockpile", 2, {}, 1, {}, tuple((seat, 0) for seat in seats))
    reports = tuple(SeatReport(0, text) for text in debug)
    return MatchRecord(played, (0, 0), (1, 1), Termination.COMPLETED, faults, TIMES, 1, reports)


def test_only_the_measured_bots_decisions_and_what_became_of_them_count():
    late = Fault(1, 2, Cause.OUT_OF_TIME, "took long")
    costs = neighbours.Costs()
    costs.add(match([0, 1, 1], (late,), ("0: reached <>", "0: untouched\n1: touched")), hostile=0)
    assert (costs.matches, costs.harm) == ([[200, 300]], ["out_of_time: took long", "1: touched"])


def test_an_interval_of_equal_matches_is_a_point_and_one_of_different_ones_is_not():
    assert neighbours.ratio_interval([[100, 100]] * 3, [[105]] * 3) == (1.05, 1.05)
    low, high = neighbours.ratio_interval([[100]] * 4, [[90], [100], [110], [120]])
    assert low < 1.05 < high


def test_thinking_that_was_not_charged_is_free_and_the_best_match_counts():
    spent = free_time.Spent(think_us=200)
    spent.add(RotationRecord(1, 1, (match([0, 0, 1]), match([0, 1, 0]))))  # it sits in seat 0, then in seat 1
    assert (spent.thought_us, spent.charged_us, spent.forgiven_us) == (600, 500, 5)
    assert (spent.free, spent.forgiven) == (0.25, 5 / 505)


@pytest.mark.parametrize("program", [neighbours.PROGRAM, free_time.PROGRAM])
def test_the_zoo_says_what_it_can_do(program):
    assert len(can(ZOO, program)) == len(set(can(ZOO, program))) > 5


def test_a_folder_that_is_no_zoo_is_named(tmp_path):
    with pytest.raises(BadInput, match=f"no meanwhile.py in {tmp_path}"):
        can(tmp_path, "meanwhile.py")


def test_an_attack_there_is_not_is_named_with_those_there_are():
    with pytest.raises(BadInput, match=r"no attack 'begging' in .*; there are output_floods, .*fork_bomb"):
        neighbours.run(Quarters(Isolation.WEAK), ZOO, names=["begging"])
