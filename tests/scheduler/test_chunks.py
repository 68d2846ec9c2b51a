from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.scheduler.chunks import into_chunks, rotations_per_chunk


@dataclass(frozen=True)
class Waiting:
    number: int
    table: str


@pytest.mark.parametrize(
    ("seconds", "rotations"), [(None, 1), (0.0, 4), (0.05, 4), (1.2, 4), (1.5, 3), (2.5, 2), (3.0, 1), (60.0, 1)]
)
def test_a_chunk_is_at_most_five_seconds_of_play_in_at_most_four_rotations(seconds, rotations):
    assert rotations_per_chunk(seconds) == rotations


@given(st.text("ab", max_size=30), st.integers(1, 4))
def test_chunks_keep_the_order_and_never_mix_tables(tables, size):
    waiting = [Waiting(number, table) for number, table in enumerate(tables)]

    chunks = into_chunks(waiting, size)

    assert [one for chunk in chunks for one in chunk] == waiting
    assert all(len(chunk) <= size and len({one.table for one in chunk}) == 1 for chunk in chunks)
