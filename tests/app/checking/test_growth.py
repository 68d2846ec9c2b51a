"""Whether memory grows, from what was held after so many matches."""

from arena.app.checking.measures import growth

MIB = 1024


def test_what_is_added_in_the_later_half_counts_per_match():
    assert growth([(0, 10 * MIB), (20, 90 * MIB), (40, 100 * MIB), (60, 140 * MIB), (80, 180 * MIB)]) == 2


def test_a_bot_that_fills_its_heap_once_and_stays_there_does_not_grow():
    assert growth([(0, 10 * MIB), (32, 200 * MIB), (64, 200 * MIB)]) == 0


def test_few_matches_tell_nothing():
    assert growth([(0, 10 * MIB), (10, 20 * MIB), (20, 90 * MIB)]) is None
