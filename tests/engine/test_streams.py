"""Chance is the same on every machine: test vectors of the labelled streams."""

from hashlib import sha256

import pytest

from engine.streams import Streams, seed_of, shuffle

SEED = bytes(range(32))


def test_a_stream_is_sha256_in_counter_mode_over_seed_label_and_block_number():
    draw = Streams(SEED)
    blocks = b"".join(sha256(SEED + b"deck\x00" + number.to_bytes(8, "big")).digest() for number in range(2))
    assert bytes(draw("deck", 256) for _ in range(64)) == blocks


def test_numbers_drawn_are_these():
    draw = Streams(SEED)
    numbers = [draw("deck", n) for n in (2, 6, 80, 256, 257, 1000, 70000)]
    assert numbers == [0, 1, 32, 115, 142, 849, 7061]


def test_a_shuffle_is_this_permutation():
    items = list(range(10))
    shuffle(items, Streams(SEED), "deck")
    assert items == [7, 9, 1, 6, 2, 5, 3, 0, 4, 8]


def test_streams_of_different_labels_do_not_shift_each_other():
    draw, other = Streams(SEED), Streams(SEED)
    for _ in range(5):
        other("first", 4)
    assert [draw("deck", 80) for _ in range(9)] == [other("deck", 80) for _ in range(9)]


def test_every_number_below_the_bound_is_drawn_about_equally_often():
    draw = Streams(SEED)
    counts = [0] * 6
    for _ in range(6000):
        counts[draw("dice", 6)] += 1
    assert all(900 < count < 1100 for count in counts)


def test_a_bound_of_one_takes_nothing_from_the_stream():
    draw, other = Streams(SEED), Streams(SEED)
    draw("deck", 1)
    assert draw("deck", 256) == other("deck", 256)


def test_nothing_can_be_drawn_below_zero():
    with pytest.raises(ValueError, match="cannot draw below 0"):
        Streams(SEED)("deck", 0)


def test_a_seed_is_the_hash_of_its_parts_joined_by_bars():
    assert seed_of("laws", 7, b"x") == sha256(b"laws|7|x").digest()
