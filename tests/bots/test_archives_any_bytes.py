"""Any bytes at all, and good archives with anything done to them, are a source or bad input: never anything else."""

import gzip

from archiving import FILES, tarred, zipped
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.bots.archives.source import read_archive_bytes, read_stored
from arena.model.errors import BadInput

GOOD = [tarred(FILES, "w"), zipped(FILES), tarred(FILES), tarred({"a" * 90 + "/" + "b" * 90: b"", **FILES}, "w", 2)]


@st.composite
def mutated(draw):
    """A good archive, some bytes of it changed, put in or taken away; gzip's inner bytes too."""
    data = bytearray(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 8))):
        place = draw(st.integers(0, len(data)))
        data[place : place + draw(st.sampled_from((0, 1, 2, 4, 512)))] = draw(st.binary(max_size=8))
    return gzip.compress(bytes(data), 1) if draw(st.booleans()) else bytes(data)


def said_of(data):
    """Why it is refused; empty if it is taken, and then it is taken again as it was kept."""
    try:
        source = read_archive_bytes(data)
    except BadInput as error:
        return str(error)
    assert read_stored(source.tar) == source
    return ""


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((b"", b"PK", b"PK\x05\x06", b"\x1f\x8b\x08", b"\0" * 257 + b"ustar")), st.binary())
def test_any_bytes_are_a_source_or_bad_input(beginning, rest):
    assert said_of(beginning + rest).isprintable()


@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_a_good_archive_with_anything_done_to_it_is_a_source_or_bad_input(data):
    said = said_of(data)
    assert (said.isprintable(), len(said) < 400) == (True, True)
