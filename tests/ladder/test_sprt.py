import numpy as np
import pytest

from arena.ladder.sprt import Answer, Sprt

TRIES = 400


def played_out(test, strength, seed):
    """Rotations of two matches, won with this probability each, until there is an answer; how many it took."""
    dice = np.random.default_rng(seed)
    scores = []
    while True:
        scores.append(float(np.mean(dice.random(2) < strength)))
        answer = test.answer(scores)
        if answer is not Answer.GO_ON:
            return answer, len(scores)


@pytest.mark.parametrize(
    ("strength", "wrong"),
    [(0.5, Answer.BETTER), (0.6, Answer.NOT_BETTER), (0.4, Answer.BETTER), (0.75, Answer.NOT_BETTER)],
)
def test_wrong_answers_are_as_rare_as_was_asked(strength, wrong):
    """At most 5 % and what a test that looks after each rotation of uncertain variance may be over: 3 % more."""
    test = Sprt(gain=0.1)
    answers = [played_out(test, strength, seed)[0] for seed in range(TRIES)]

    assert answers.count(wrong) / TRIES <= 0.08


def test_a_clear_case_ends_sooner():
    test = Sprt(gain=0.1)
    close, clear = (np.mean([played_out(test, strength, seed)[1] for seed in range(50)]) for strength in (0.6, 0.8))

    assert clear < close / 2


def test_the_bounds_are_walds():
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-2.944439, 2.944439))


def test_the_ratio_of_a_known_sample():
    """Mean 0.75, variance 1/12, n 8: 8 * 0.1 * (1.5 - 1.1) / (2 / 12) = 1.92."""
    scores = [0.5, 1.0] * 4
    variance = np.var(scores, ddof=1)
    assert Sprt(gain=0.1).ratio(scores) == pytest.approx(8 * 0.1 * (1.5 - 1.1) / (2 * variance))


def test_nothing_is_decided_on_a_few_rotations():
    assert Sprt(gain=0.1).answer([1.0] * 7) is Answer.GO_ON
    assert Sprt(gain=0.1).answer([1.0] * 8) is Answer.BETTER


@pytest.mark.parametrize("told", [{"gain": 0}, {"gain": 0.5}, {"alpha": 0}, {"beta": 0.6}])
def test_a_test_that_can_tell_nothing_is_refused(told):
    with pytest.raises(ValueError, match="above 0"):
        Sprt(**told)
