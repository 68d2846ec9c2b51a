"""A match's transcript as it is kept: deal, actions, times and faults as compact JSON, compressed.

The columns of decisions and times stand apart (all seats, all actions, all costs), which compresses best.
What views show is derived again by the engine and never stored.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from threading import local

from sqlalchemy import Connection, select
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

from arena.model.faults import Cause, Fault
from arena.model.matches import DecisionTime
from arena.store.tables import DICTIONARY
from engine.transcript import Transcript

_LEVEL = 3
_MAX_BYTES = 1 << 24
"""No transcript is larger than this unpacked; a blob that claims more is broken."""


@dataclass(frozen=True, slots=True)
class Play:
    """A transcript with what else is kept at its decisions."""

    transcript: Transcript
    times: tuple[DecisionTime, ...]
    faults: tuple[Fault, ...]


def to_bytes(transcript: Transcript, times: Sequence[DecisionTime], faults: Sequence[Fault]) -> bytes:
    """One text for one play: keys sorted, no blanks."""
    data = {
        "game": transcript.game,
        "players": transcript.players,
        "settings": transcript.settings,
        "rules_version": transcript.rules_version,
        "deal": transcript.deal,
        "seats": [seat for seat, _ in transcript.decisions],
        "actions": [action for _, action in transcript.decisions],
        "cost_us": [time.cost_us for time in times],
        "forgiven_us": [time.forgiven_us for time in times],
        "faults": [[fault.seat, fault.decision, fault.cause.value, fault.detail] for fault in faults],
    }
    return json.dumps(data, separators=(",", ":"), sort_keys=True).encode()


def from_bytes(data: bytes) -> Play:
    """Inverse of `to_bytes`; ValueError or KeyError if it is no transcript."""
    fields = json.loads(data)
    transcript = Transcript(
        game=fields["game"],
        players=fields["players"],
        settings=fields["settings"],
        rules_version=fields["rules_version"],
        deal=fields["deal"],
        decisions=tuple(zip(fields["seats"], fields["actions"], strict=True)),
    )
    times = zip(fields["cost_us"], fields["forgiven_us"], strict=True)
    return Play(
        transcript,
        tuple(DecisionTime(cost, forgiven) for cost, forgiven in times),
        tuple(Fault(seat, at, Cause(cause), detail) for seat, at, cause, detail in fields["faults"]),
    )


class Press:
    """Compresses and expands; one per thread and dictionary, since a zstandard context is neither shared nor cheap."""

    def __init__(self, dictionary: bytes | None = None) -> None:
        trained = ZstdCompressionDict(dictionary) if dictionary is not None else None
        self._compressor = ZstdCompressor(level=_LEVEL, dict_data=trained)
        self._expander = ZstdDecompressor(dict_data=trained)

    def compress(self, data: bytes) -> bytes:
        """Smaller bytes."""
        return self._compressor.compress(data)

    def expand(self, data: bytes) -> bytes:
        """The bytes they were made from; `zstandard.ZstdError` if they are broken."""
        return self._expander.decompress(data, max_output_size=_MAX_BYTES)


class _Presses(local):
    def __init__(self) -> None:
        self.by_dictionary: dict[bytes | None, Press] = {}


_presses = _Presses()


def press(dictionary: bytes | None = None) -> Press:
    """This thread's press for a dictionary, or for none."""
    if dictionary not in _presses.by_dictionary:
        _presses.by_dictionary[dictionary] = Press(dictionary)
    return _presses.by_dictionary[dictionary]


def dictionary_of(connection: Connection, dictionary_id: int | None) -> bytes | None:
    """The trained dictionary of a stored transcript; None for one compressed without."""
    if dictionary_id is None:
        return None
    data: bytes = connection.execute(select(DICTIONARY.c.data).where(DICTIONARY.c.id == dictionary_id)).scalar_one()
    return data
