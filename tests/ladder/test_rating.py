from itertools import permutations
from math import isfinite, sqrt
from random import Random
from statistics import NormalDist

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.rating import rate
from arena.model.ratings import BETA, SIGMA, Rating, RatingRule

RULE = RatingRule(draw_probability=0.1)
NEW = Rating()

ratings = st.builds(Rating, st.floats(-1000, 1000), st.floats(0.3, SIGMA))
matches = st.integers(2, 5).flatmap(
    lambda seats: st.tuples(
        st.lists(ratings, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def close(rating, mu, sigma):
    return rating.mu == pytest.approx(mu, abs=0.0006) and rating.sigma == pytest.approx(sigma, abs=0.0006)


def test_two_newcomers_come_out_as_published():
    # Moser, "The Math Behind TrueSkill", and the package's own README: 29.396 / 20.604, sigma 7.171.
    first, second = rate(RULE, [NEW, NEW], [1, 2])

    assert close(first, 29.396, 7.171)
    assert close(second, 20.604, 7.171)


def test_two_newcomers_that_tie_come_out_as_published():
    assert all(close(rating, 25.0, 6.457) for rating in rate(RULE, [NEW, NEW], [1, 1]))


def test_eight_newcomers_come_out_as_published():
    # Microsoft's calculator for eight players, as quoted by Moser.
    expected = [(36.771, 5.749), (32.242, 5.133), (29.074, 4.943), (26.322, 4.874)]
    expected += [(50 - mu, sigma) for mu, sigma in reversed(expected)]

    rated = rate(RULE, [NEW] * 8, range(1, 9))

    for rating, (mu, sigma) in zip(rated, expected, strict=True):
        assert rating.mu == pytest.approx(mu, abs=0.01)
        assert rating.sigma == pytest.approx(sigma, abs=0.01)


def packages_environment(rule):
    """The trueskill package with an exact normal curve: its own is good to seven digits."""
    normal = NormalDist()
    backend = (normal.cdf, normal.pdf, normal.inv_cdf)
    return trueskill.TrueSkill(beta=rule.beta, tau=0, draw_probability=rule.draw_probability, backend=backend)


def test_the_figures_are_the_packages():
    dice, env = Random(1), packages_environment(RULE)
    for _ in range(300):
        seats = dice.randint(2, 5)
        priors = [Rating(dice.uniform(10, 40), dice.uniform(1, SIGMA)) for _ in range(seats)]
        places = [dice.randint(1, seats) for _ in range(seats)]
        order = sorted(range(seats), key=lambda s: (places[s], priors[s].mu, priors[s].sigma))
        groups = [(env.create_rating(priors[s].mu, priors[s].sigma),) for s in order]

        theirs = env.rate(groups, ranks=[places[s] for s in order])
        ours = rate(RULE, priors, places)

        for seat, (rating,) in zip(order, theirs, strict=True):
            assert ours[seat].mu == pytest.approx(rating.mu, abs=1e-6)
            assert ours[seat].sigma == pytest.approx(rating.sigma, abs=1e-6)


@given(matches, st.randoms())
@settings(max_examples=60, deadline=None)
def test_who_sat_where_does_not_matter(match, dice):
    priors, places = match
    order = list(range(len(priors)))
    dice.shuffle(order)

    straight = rate(RULE, priors, places)
    shuffled = rate(RULE, [priors[s] for s in order], [places[s] for s in order])

    assert [straight[s] for s in order] == list(shuffled)


@pytest.mark.parametrize("places", [[1, 1, 1], [1, 1, 3], [1, 2, 2], [1, 1, 1, 1], [1, 2, 2, 2, 5], [1, 1, 3, 3]])
def test_equal_priors_that_tie_get_equal_posteriors(places):
    for seats in set(permutations(places)):
        rated = rate(RULE, [NEW] * len(seats), seats)
        by_place = {}
        for place, rating in zip(seats, rated, strict=True):
            assert by_place.setdefault(place, rating) == rating


@pytest.mark.parametrize("gap", [50, 100, 300, 1000])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_expected_result_at_a_large_gap_changes_nothing(gap, seats):
    priors = [Rating(25 + gap * seat, 1.0) for seat in range(seats)]

    rated = rate(RULE, priors, range(seats, 0, -1))

    for prior, rating in zip(priors, rated, strict=True):
        assert rating.mu == pytest.approx(prior.mu, abs=1e-9)
        assert rating.sigma == pytest.approx(prior.sigma, abs=1e-9)


@pytest.mark.parametrize("gap", [50, 100, 300, 1000])
def test_an_upset_at_a_large_gap_moves_both_to_where_it_is_no_surprise(gap):
    # v tends to the gap: the difference is now believed to be a hair above the draw margin, at the edge of
    # the cut.
    low, high = rate(RULE, [Rating(25, 2.0), Rating(25 + gap, 2.0)], [1, 2])

    spread2 = 2 * (2.0**2 + BETA**2)
    margin = NormalDist().inv_cdf(0.55) * sqrt(2) * BETA
    moved = 2.0**2 / spread2 * (gap + margin)
    assert low.mu == pytest.approx(25 + moved, rel=0.02)
    assert high.mu == pytest.approx(25 + gap - moved, rel=0.02)
    assert 0 < low.sigma < 2.0


@pytest.mark.parametrize("gap", [50, 100, 300, 1000])
def test_a_tie_at_a_large_gap_brings_both_together(gap):
    low, high = rate(RULE, [Rating(25, 2.0), Rating(25 + gap, 2.0)], [1, 1])

    assert 25 < low.mu < high.mu < 25 + gap
    assert 0 < low.sigma < 2.0


@given(matches, st.sampled_from([0.001, 0.05, 0.5, 0.9]))
@settings(max_examples=300, deadline=None)
def test_every_result_is_finite_and_no_uncertainty_grows(match, draw_probability):
    priors, places = match

    rated = rate(RatingRule(draw_probability=draw_probability), priors, places)

    for prior, rating in zip(priors, rated, strict=True):
        assert isfinite(rating.mu)
        assert 0 < rating.sigma <= prior.sigma * (1 + 1e-9)


def test_twenty_thousand_updates_in_a_row_stay_finite():
    dice = Random(2)
    table = [Rating() for _ in range(5)]
    for _ in range(4_000):
        table = list(rate(RULE, table, [1, 2, 3, 4, 5]))
    for _ in range(1_000):
        table = list(rate(RULE, table, [dice.randint(1, 5) for _ in range(5)]))

    assert all(isfinite(rating.mu) and 0 < rating.sigma < 1 for rating in table)


@pytest.mark.parametrize("wrong", [0.0, 0.0001, 0.95, -1])
def test_a_draw_probability_that_makes_ties_impossible_is_refused(wrong):
    with pytest.raises(ValueError, match=r"draw_probability is .*; it is 0.001 to 0.9"):
        RatingRule(draw_probability=wrong)


def test_a_match_needs_two_seats_with_a_place_each():
    with pytest.raises(ValueError, match="a place each"):
        rate(RULE, [NEW], [1])
