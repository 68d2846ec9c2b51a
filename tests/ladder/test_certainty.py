import pytest

from arena.ladder.certainty import better
from arena.model.ratings import Rating


@pytest.mark.parametrize(
    ("one", "other", "probability"),
    [
        (Rating(25, 2), Rating(25, 5), 0.5),
        (Rating(29, 3), Rating(25, 4), 0.788145),  # a gap of 0.8 standard deviations of its error, 5
        (Rating(25, 4), Rating(29, 3), 0.211855),
        (Rating(1000, 1), Rating(0, 1), 1.0),
    ],
)
def test_better_is_the_chance_that_the_gap_is_no_error(one, other, probability):
    assert better(one, other) == pytest.approx(probability, abs=1e-6)
