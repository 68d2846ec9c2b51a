import numpy as np
import pytest

from arena.app.simulating.field import kendall, new_field
from arena.app.simulating.ladder import LadderPlan, PairingKind, simulate
from arena.app.simulating.report import Checkpoint, Mean, simulate_all
from arena.app.simulating.stopping import FEWEST_MATCHES, stop
from arena.ladder.stopping import StoppingRule


@pytest.mark.parametrize(
    ("estimate", "tau"),
    [([1, 2, 3, 4], 1.0), ([4, 3, 2, 1], -1.0), ([1, 2, 4, 3], 4 / 6), ([2, 1, 4, 3], 2 / 6), ([5, 5, 5, 5], 0.0)],
)
def test_kendalls_tau_counts_pairs_in_order(estimate, tau):
    assert kendall(np.arange(4.0), np.array(estimate, dtype=float)) == pytest.approx(tau)


def test_without_luck_places_are_the_order_of_skills():
    field = new_field(5, 0.0, 0.0, 4, np.random.default_rng(1))
    (seats, places), *_ = field.play((0, 1, 3, 4), (2, 0, 3, 1))

    best_first = [bot for _, bot in sorted(zip(places, seats, strict=True))]
    assert best_first == sorted(seats, key=lambda bot: -field.skills[bot])


def test_each_bot_of_a_rotation_sits_once_in_every_seat():
    field = new_field(5, 1.0, 0.0, 4, np.random.default_rng(1))
    played = field.play((0, 1, 3, 4), (2, 0, 3, 1))

    assert [sorted(column) for column in zip(*(seats for seats, _ in played), strict=True)] == [[0, 1, 3, 4]] * 4


def test_a_seat_that_is_worth_everything_decides():
    field = new_field(4, 0.1, 1000.0, 4, np.random.default_rng(1))
    assert [places for _, places in field.play((0, 1, 2, 3), (0, 1, 2, 3))] == [(1, 2, 3, 4)] * 4


def test_a_run_depends_on_its_seed_alone():
    plan = LadderPlan(12, 3, 1.0, checkpoints=(12, 30))
    once, again = (simulate(plan, PairingKind.LADDER, 7) for _ in range(2))

    assert once == again
    assert once != simulate(plan, PairingKind.LADDER, 8)
    assert [sight.matches for sight in once] == [12, 30]


def test_the_order_comes_near_the_truth_and_never_nearer_than_who_sees_performances():
    plan = LadderPlan(40, 4, 1.0, checkpoints=(80,))
    (found,) = simulate_all(plan, 2, 0, lambda: None)

    assert found.batch.value > 0.85
    assert found.bound.value > found.batch.value - 0.02


@pytest.mark.parametrize(("value", "error", "behind"), [(-0.03, 0.01, True), (-0.01, 0.01, False), (-0.5, None, False)])
def test_behind_chance_is_beyond_two_standard_errors(value, error, behind):
    zero = Mean(0.0, None)
    assert Checkpoint(80, zero, zero, zero, zero, Mean(value, error)).behind is behind


def test_a_ladder_stops_when_it_is_sure_or_its_budget_is_spent():
    plan = LadderPlan(5, 2, 0.5)
    at_once = stop(plan, StoppingRule(sure=0.5), 1)
    spent = stop(plan, StoppingRule(sure=0.9999, budget=40), 1)

    assert (at_once.sure, at_once.neighbours) == (True, 4)
    assert FEWEST_MATCHES <= at_once.matches < FEWEST_MATCHES + 10
    assert (spent.sure, spent.matches >= 40) == (False, True)
