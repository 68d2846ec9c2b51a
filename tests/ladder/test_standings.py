from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.rating import rate
from arena.ladder.standings import Placed, Result, Standing, fold, ranked
from arena.model.ratings import Rating, RatingRule

RULE = RatingRule()

results = st.lists(
    st.tuples(st.permutations(range(6)), st.permutations([1, 2, 3])).map(
        lambda drawn: Result(0, tuple(drawn[0][:3]), tuple(drawn[1]), (0, 1, 0))
    ),
    max_size=12,
)


def test_a_match_gives_each_seat_its_rating_points_and_faults():
    new = Rating()
    first, second, third = rate(RULE, [new] * 3, [2, 1, 2])

    after = fold(RULE, {}, [Result(1, (7, 8, 9), (2, 1, 2), (0, 0, 3))])

    assert after == {
        7: Standing(first, 1, 0.25, 0),
        8: Standing(second, 1, 1.0, 0),
        9: Standing(third, 1, 0.25, 3),
    }


@given(results, st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_folding_in_two_parts_is_folding_at_once(played, cut):
    before = fold(RULE, {}, played[:cut])

    assert before | fold(RULE, before, played[cut:]) == fold(RULE, {}, played)


def test_the_table_ranks_by_what_is_almost_surely_there_and_puts_the_provisional_apart():
    standings = {
        1: Standing(Rating(30, 1), 40),
        2: Standing(Rating(34, 3), 40),
        3: Standing(Rating(60, 1), 29),
        4: Standing(Rating(33, 2), 30),
    }

    assert [(row.version, row.rank) for row in ranked(standings)] == [(1, 1), (4, 1), (2, 3), (3, None)]
    assert ranked({}) == []
    assert isinstance(ranked(standings)[0], Placed)
