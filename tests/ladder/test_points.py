import pytest

from arena.ladder.points import chance_first_is_better, points


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2, 3, 4], (1, 2 / 3, 1 / 3, 0)),
        ([1, 1, 3, 4], (5 / 6, 5 / 6, 1 / 3, 0)),
        ([1, 1, 1], (0.5, 0.5, 0.5)),
        ([2, 1], (0, 1)),
    ],
)
def test_points_are_opponents_behind_and_half_of_those_level(places, expected):
    assert points(places) == pytest.approx(expected)


def test_a_bot_that_is_always_ahead_is_surely_better():
    assert chance_first_is_better([0.6] * 50, [0.4] * 50) == 1.0
    assert chance_first_is_better([0.4] * 50, [0.6] * 50) == 0.0


def test_level_resamples_are_not_ahead():
    assert chance_first_is_better([0.5] * 20, [0.5] * 20) == 0.0


def test_an_even_record_says_nothing():
    chance = chance_first_is_better([0.7, 0.3] * 50, [0.3, 0.7] * 50)

    assert 0.4 < chance < 0.6
    assert chance == chance_first_is_better([0.7, 0.3] * 50, [0.3, 0.7] * 50)


def test_both_must_have_played_the_same_rotations():
    with pytest.raises(ValueError, match="3 and 2 rotations"):
        chance_first_is_better([1, 1, 1], [0, 0])
