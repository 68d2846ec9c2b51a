"""The fast writer against the library's parser."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.wire.packing import Pieces, small_writer, varint
from stockpit.games.stockpile.v1 import stockpile_pb2

DESCRIPTOR = stockpile_pb2.Observation.DESCRIPTOR
WRITE = small_writer(DESCRIPTOR)
SIGNED = {field.name for field in DESCRIPTOR.fields if field.type == field.TYPE_SINT32}


def numbers(name):
    return st.integers(-64, 63) if name in SIGNED else st.integers(0, 127)


def value(field):
    one = numbers(field.name)
    if field.is_repeated:
        return st.lists(one, max_size=80).map(tuple)
    return st.integers(0, 5) if field.enum_type else one


OBSERVATIONS = st.fixed_dictionaries({field.name: value(field) for field in DESCRIPTOR.fields})


@given(OBSERVATIONS)
def test_what_it_writes_the_library_reads(values):
    assert stockpile_pb2.Observation.FromString(WRITE(SimpleNamespace(**values))) == stockpile_pb2.Observation(**values)


@pytest.mark.parametrize(
    ("name", "numbers"), [("cash", (128,)), ("cash", (300,)), ("pile_by", (64,)), ("pile_by", (-200,))]
)
def test_it_gives_up_on_a_number_that_takes_more_than_a_byte(name, numbers):
    values = {field.name: () if field.is_repeated else 0 for field in DESCRIPTOR.fields} | {name: numbers}
    assert WRITE(SimpleNamespace(**values)) is None


def event_value(field):
    number = st.integers(-(2**31), 2**31 - 1) if field.type == field.TYPE_SINT32 else st.integers(0, 2**32 - 1)
    if field.is_repeated:
        return st.lists(number, max_size=20).map(tuple)
    return st.none() | (st.integers(1, 3) if field.enum_type else number)


EVENT = stockpile_pb2.Event.DESCRIPTOR
PIECES = {field.name: Pieces(field) for field in EVENT.fields}


@given(st.fixed_dictionaries({}, optional={field.name: event_value(field) for field in EVENT.fields}))
def test_an_event_put_together_from_pieces_is_what_the_library_reads(values):
    written = b"".join(PIECES[name][value] for name, value in values.items())
    assert stockpile_pb2.Event.FromString(written) == stockpile_pb2.Event(**values)


@pytest.mark.parametrize(("number", "written"), [(0, b"\x00"), (127, b"\x7f"), (128, b"\x80\x01"), (300, b"\xac\x02")])
def test_a_varint_has_seven_bits_a_byte_least_first(number, written):
    assert varint(number) == written
