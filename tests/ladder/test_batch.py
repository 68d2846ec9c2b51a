from math import log, sqrt
from random import Random

import numpy as np
import pytest

from arena.ladder.batch import BatchRating, disagreeing, fit
from arena.ladder.standings import Result
from arena.model.ratings import BETA, MU, RatingRule

RULE = RatingRule()
UNIT = sqrt(2) * BETA / 1.702


def simulated(skills, rotations, seats=4, seed=5):
    """Results of bots whose performances spread by beta around their skill."""
    dice, results = Random(seed), []
    for rotation in range(rotations):
        table = dice.sample(range(len(skills)), seats)
        for k in range(seats):
            bots = table[k:] + table[:k]
            shown = [dice.gauss(skills[bot], BETA) for bot in bots]
            places = tuple(1 + sum(other > own for other in shown) for own in shown)
            results.append(Result(rotation, tuple(bots), places, (0,) * seats))
    return results


def test_two_bots_differ_by_the_log_odds_of_their_wins():
    results = [Result(r, (1, 2), (1, 2) if r % 4 else (2, 1), (0, 0)) for r in range(4_000)]

    best, other = fit(RULE, results)

    assert (best.version, best.rank, other.version, other.rank) == (1, 1, 2, 2)
    assert best.rating - other.rating == pytest.approx(UNIT * log(3), rel=0.001)
    assert best.rating + other.rating == pytest.approx(2 * MU)


def test_a_tie_is_half_a_win_each():
    half = [Result(r, (1, 2), (1, 2) if r % 2 else (2, 1), (0, 0)) for r in range(40)]
    ties = [Result(r, (1, 2), (1, 1), (0, 0)) for r in range(40)]

    assert [row.rating for row in fit(RULE, ties)] == pytest.approx([row.rating for row in fit(RULE, half)])


def test_the_order_of_the_matches_does_not_matter():
    results = simulated([20, 25, 30, 22, 28], 40)
    shuffled = Random(1).sample(results, len(results))

    assert fit(RULE, shuffled) == pytest.approx(fit(RULE, results)) or [
        (row.version, round(row.rating, 9)) for row in fit(RULE, shuffled)
    ] == [(row.version, round(row.rating, 9)) for row in fit(RULE, results)]


def test_the_gradient_vanishes_at_the_fit():
    results = simulated([20, 25, 30, 22, 28, 26], 60)
    theta = {row.version: (row.rating - MU) / UNIT for row in fit(RULE, results)}
    pull = dict.fromkeys(theta, 0.0)
    for result in results:
        for a, place_a in zip(result.versions, result.places, strict=True):
            for b, place_b in zip(result.versions, result.places, strict=True):
                if a != b:
                    won = (place_a < place_b) + (place_a == place_b) / 2
                    pull[a] += won - 1 / (1 + np.exp(theta[b] - theta[a]))
    prior = (UNIT / (50 / 3)) ** 2

    assert [pull[v] - prior * theta[v] for v in theta] == pytest.approx([0.0] * 6, abs=1e-5)


def test_skills_come_back_with_honest_intervals():
    dice = Random(9)
    skills = [dice.gauss(25, 5) for _ in range(40)]
    skills = [skill - sum(skills) / 40 + 25 for skill in skills]

    rows = fit(RULE, simulated(skills, 1_500))

    errors = [row.rating - skills[row.version] for row in rows]
    shift = sum(errors) / len(errors)
    inside = sum(row.low <= skills[row.version] + shift <= row.high for row in rows)
    assert max(abs(error - shift) for error in errors) < 2.0
    assert inside >= 32
    assert all(row.low <= row.rating <= row.high for row in rows)


def test_a_bot_that_always_wins_stays_finite():
    rows = fit(RULE, [Result(r, (1, 2, 3), (1, 2, 2), (0, 0, 0)) for r in range(100)])

    assert rows[0].version == 1
    assert rows[0].rating < 200


def test_no_results_give_no_ratings():
    assert fit(RULE, []) == []


def test_a_version_far_from_the_line_through_all_others_is_flagged():
    batch = [BatchRating(v, 20.0 + v, 19.5 + v, 20.5 + v, 10 - v) for v in range(10)]
    live = {v: 25.0 + 2 * v for v in range(10)} | {4: 52.0}

    assert disagreeing(live, batch) >= {4}
    assert disagreeing({v: 25.0 + 2 * v for v in range(10)}, batch) == frozenset()
    assert disagreeing({1: 20.0}, batch) == frozenset()
