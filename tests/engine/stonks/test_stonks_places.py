"""Dealing cards to places that may take some companies only."""

from hypothesis import given
from hypothesis import strategies as st

from engine.games.stonks.places import Place, fill, fits
from engine.streams import Streams, seed_of

COMPANIES = 4
COMPANY = [0, *(card % COMPANIES for card in range(1, 33))]


@st.composite
def dealings(draw):
    """Places that some dealing fills, and the pool: what they hold may be of more companies than they got."""
    pool = draw(st.lists(st.integers(1, 32), min_size=6, max_size=24, unique=True).map(sorted))
    left = draw(st.permutations(pool))
    places = []
    for seat in range(draw(st.integers(1, 4))):
        size = draw(st.integers(0, len(left)))
        own, left = left[:size], left[size:]
        allowed = draw(st.integers(0, 15))
        for card in own:
            allowed |= 1 << COMPANY[card]
        places.append(Place(seat, allowed, size))
    return places, pool, draw(st.integers(0, 1000))


@given(dealings())
def test_a_dealing_that_exists_is_found_and_fits(case):
    places, pool, seed = case
    possible = fits(places, pool, COMPANY)
    left = fill(places, pool, COMPANY, Streams(seed_of(seed)))
    dealt = [card for place in places for card in place.cards]
    assert possible
    assert left is not None
    assert sorted([*dealt, *left]) == pool
    assert [len(place.cards) for place in places] == [place.size for place in places]
    assert all(place.allowed >> COMPANY[card] & 1 for place in places for card in place.cards)


def test_a_place_that_may_take_nothing_is_refused():
    assert fits([Place(0, 0, 1)], [1, 2, 3], COMPANY) is False


def test_places_that_want_the_same_scarce_cards_are_refused():
    places = [Place(0, 0b0011, 2), Place(1, 0b0010, 1), Place(2, 0b0001, 1)]
    pool = [1, 4, 5, 6]  # companies 1, 0, 1, 2
    assert (fits(places, pool, COMPANY), fill(places, pool, COMPANY, Streams(seed_of("x")))) == (False, None)
