from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.model.ratings import Rating
from arena.scheduler.pairing import (
    NEWCOMER_ROTATIONS,
    Candidate,
    cyclic_order,
    doubt,
    pair,
    seated,
)
from engine.streams import Streams


def dice(seed):
    return Streams(seed.to_bytes(32, "big"))


def veteran(version, mu, sigma=1.0, owner=None, rotations=100):
    return Candidate(version, version, owner, Rating(mu, sigma), rotations, 0)


def newcomer(version, owner=None):
    return Candidate(version, version, owner, Rating(), 0, 0)


def paired(candidates, seats, tables, size=4):
    """Pair so many tables one after the other; the tables with their rotations, and the candidates after."""
    out = []
    for number in range(tables):
        pairing = pair(candidates, seats, dice(number))
        if pairing is None:
            break
        rotations = min(size, pairing.rotations)
        out += [pairing.versions] * rotations
        candidates = seated(candidates, pairing.versions, rotations)
    return out, candidates


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_newcomers_first_twelve_rotations_meet_twelve_opponents_over_the_whole_range(seats):
    field = [veteran(version, version) for version in range(1, 31)]

    played, _ = paired([*field, newcomer(99)], seats, 12)

    mine = [table for table in played if 99 in table][:NEWCOMER_ROTATIONS]
    opponents = {version for table in mine for version in table} - {99}
    assert len(mine) == NEWCOMER_ROTATIONS
    assert len(opponents) >= 12
    assert min(opponents) <= 10
    assert max(opponents) >= 21


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_newcomers_among_themselves_meet_everyone_they_can(seats):
    _, after = paired([newcomer(version) for version in range(1, 7)], seats, 60)

    assert all(len(candidate.opponents) == 5 for candidate in after)
    assert all(candidate.rotations >= NEWCOMER_ROTATIONS for candidate in after)


@given(st.integers(13, 25), st.integers(2, 5), st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_a_whole_field_of_newcomers_meets_twelve_each(bots, seats, seed):
    candidates = [newcomer(version) for version in range(bots)]
    first = {}
    for number in range(1_000):
        if not any(candidate.newcomer for candidate in candidates):
            break
        pairing = pair(candidates, seats, dice(seed * 1_000 + number))
        candidates = seated(candidates, pairing.versions, min(4, pairing.rotations))
        for candidate in candidates:
            if not candidate.newcomer:
                first.setdefault(candidate.version, len(candidate.opponents))

    assert len(first) == bots
    assert min(first.values()) >= 12


@given(
    st.lists(st.sampled_from([None, "ann", "bob"]), min_size=2, max_size=12),
    st.integers(2, 5),
    st.integers(0, 1_000),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_a_table_holds_distinct_bots_and_no_two_of_one_owner(owners, seats, seed, fresh):
    make = newcomer if fresh else (lambda v, owner: veteran(v, 3 * v, owner=owner))
    candidates = [make(version, owner) for version, owner in enumerate(owners)]

    pairing = pair(candidates, seats, dice(seed))

    possible = len([owner for owner in owners if owner is None]) + len(set(owners) - {None})
    assert (pairing is None) == (possible < seats)
    if pairing is not None:
        at_table = [owners[version] for version in pairing.versions]
        named = [owner for owner in at_table if owner is not None]
        assert len(set(pairing.versions)) == seats
        assert len(named) == len(set(named))
        assert list(pairing.versions) == sorted(pairing.versions)


def test_two_versions_of_one_bot_never_meet():
    candidates = [replace(veteran(1, 20), bot=7), replace(veteran(2, 21), bot=7), veteran(3, 22)]

    assert pair(candidates[:2], 2, dice(1)) is None
    assert all(3 in pair(candidates, 2, dice(seed)).versions for seed in range(30))


def test_the_neighbours_whose_order_is_least_certain_meet_most():
    field = [veteran(version, 10 * version, sigma=0.5) for version in range(1, 9)]
    field[4] = veteran(5, 41, sigma=2.5)

    tables = [pair(field, 2, dice(seed)).versions for seed in range(200)]

    assert Counter(tables).most_common(1)[0][0] == (4, 5)
    assert Counter(tables)[4, 5] > 140
    assert len(set(tables)) > 5


def test_what_is_waiting_to_be_played_counts_as_known():
    a, b = veteran(1, 20, sigma=3.0, rotations=20), veteran(2, 21, sigma=3.0, rotations=20)

    assert doubt(replace(a, rotations=60, pending=40), b) < doubt(a, b)


def test_one_waiting_newcomer_of_the_only_owner_does_not_stop_the_others():
    candidates = [veteran(1, 20, owner="ann"), newcomer(2, owner="ann"), veteran(3, 30, owner="bob")]
    candidates += [replace(newcomer(4, owner="bob"), rotations=12)]

    assert pair(candidates, 2, dice(1)) is not None


def test_too_few_bots_make_no_table():
    assert pair([], 3, dice(1)) is None
    assert pair([newcomer(1), newcomer(2)], 3, dice(1)) is None


def test_the_cyclic_order_is_drawn_anew():
    orders = Counter(cyclic_order(3, dice(seed)) for seed in range(600))

    assert len(orders) == 6
    assert min(orders.values()) > 60


@pytest.mark.parametrize(("seats", "rotations"), [(2, 1), (3, 2), (4, 6), (5, 8)])
def test_a_newcomers_table_is_not_repeated_so_often_that_it_would_miss_opponents(seats, rotations):
    field = [veteran(version, version) for version in range(1, 31)]

    assert pair([*field, newcomer(99)], seats, dice(1)).rotations == rotations


def test_pairing_ten_thousand_bots_takes_little_time():
    import time

    random = Random(3)
    field = [veteran(version, random.gauss(25, 5)) for version in range(10_000)]
    began = time.process_time()
    assert pair(field, 4, dice(1)) is not None

    assert time.process_time() - began < 0.5
