import pytest

from arena.ladder.history import history
from arena.ladder.standings import Result, Standing, fold
from arena.model.ratings import Rating, RatingRule

RESULTS = [
    Result(1, (1, 2, 3), (1, 2, 3), (0, 0, 0)),
    Result(1, (2, 3, 4), (1, 2, 2), (0, 0, 0)),
    Result(2, (3, 1, 2), (2, 3, 1), (0, 0, 0)),
]


def test_every_match_of_a_version_is_told_with_what_was_believed_before_and_after():
    first, last = history(RatingRule(), {}, RESULTS, 1)

    assert [(step.recorded_no, step.seat, step.place, step.points) for step in (first, last)] == [
        (1, 0, 1, 1.0),
        (3, 1, 3, 0.0),
    ]
    assert first.priors == (Rating(), Rating(), Rating())
    assert first.expected == pytest.approx(0.5)
    assert first.posterior.mu > 25 > last.posterior.mu - 5
    assert last.priors[1] == first.posterior
    assert last.expected > 0.5


def test_the_last_posterior_is_the_standing():
    assert history(RatingRule(), {}, RESULTS, 2)[-1].posterior == fold(RatingRule(), {}, RESULTS)[2].rating


def test_a_version_that_replaced_another_starts_from_its_prior():
    prior = Rating(30, 5)
    (step, *_) = history(RatingRule(), {3: Standing(prior)}, RESULTS, 3)
    assert step.priors[2] == prior


def test_who_did_not_play_has_no_history():
    assert history(RatingRule(), {}, RESULTS, 9) == []
