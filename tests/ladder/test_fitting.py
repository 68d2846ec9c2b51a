import numpy as np
import pytest

from arena.ladder.fitting import fit_rule
from arena.ladder.standings import Result
from arena.model.errors import BadInput
from arena.model.ratings import BETA, SIGMA, RatingRule


def played(luck, margin=0.0, bots=40, rotations=1500, seed=3):
    """Rotations of three bots with normal skills; performances nearer than `margin` tie with the one above."""
    dice = np.random.default_rng(seed)
    skills = dice.standard_normal(bots)
    skills /= skills.std(ddof=1)
    results = []
    for rotation in range(rotations):
        table = dice.choice(bots, 3, replace=False)
        for _ in range(3):
            shown = skills[table] + luck * dice.standard_normal(3)
            order = np.argsort(-shown)
            places = np.empty(3, dtype=int)
            for place, seat in enumerate(order):
                level = place > 0 and shown[order[place - 1]] - shown[seat] < margin
                places[seat] = places[order[place - 1]] if level else place + 1
            results.append(Result(rotation, tuple(map(int, table)), tuple(map(int, places)), (0, 0, 0)))
    return results


@pytest.mark.parametrize("luck", [0.5, 1.0, 2.0])
def test_beta_is_the_luck_of_the_game_in_the_spread_of_skills(luck):
    fitted = fit_rule(RatingRule(), played(luck))

    assert fitted.rule.beta == pytest.approx(luck * SIGMA, rel=0.2)


def test_what_was_believed_before_does_not_count():
    results = played(1.0)
    one, other = (fit_rule(RatingRule(beta), results).rule.beta for beta in (BETA, 4 * BETA))

    assert one == pytest.approx(other, rel=0.05)


def test_ties_give_the_draw_probability_of_equals():
    """Two equals differ by less than m with probability erf(m / (2 luck))."""
    fitted = fit_rule(RatingRule(), played(1.0, margin=0.3))

    assert fitted.rule.draw_probability == pytest.approx(0.168, abs=0.04)


def test_without_ties_the_draw_probability_is_the_least_there_may_be():
    assert fit_rule(RatingRule(), played(1.0)).rule.draw_probability == 0.001


def test_too_few_bots_are_said_in_one_line():
    with pytest.raises(BadInput, match="a fit needs 5 of them"):
        fit_rule(RatingRule(), played(1.0, bots=4))
