"""The daily archive of a ladder: one line of JSON for each match, from which its states are played again."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from engine.contract import Json, Seat
from engine.transcript import Transcript

TRANSCRIPT_KEYS: Final = ("game", "players", "settings", "rules_version", "deal", "seats", "actions")
"""Of `transcript` in a line: `seats` are who was asked, `actions` the ids that were played, both by decision."""


class InvalidArchive(ValueError):
    """A line that is none of an archive; the text names the line and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ArchivedFault:
    """A breach of the contract."""

    seat: Seat
    decision: int
    """Number of the match's decision that was open or came next."""
    cause: str


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A match of an archive."""

    match: int
    ladder: str
    rotation: int
    """Number of its rotation on the ladder."""
    recorded_at: str
    """ISO 8601, in UTC."""
    bots: tuple[str, ...]
    """By seat, with their versions: name@number."""
    places: tuple[int, ...]
    """By seat: 1 is first, ties are equal. A bot that was put out stands last, whatever its score."""
    scores: tuple[int, ...]
    """By seat, in the game's money or points."""
    termination: str
    """completed, or forfeited if a bot was put out; its later decisions are the default action then."""
    faults: tuple[ArchivedFault, ...]
    transcript: Transcript


def read_archive(lines: Iterable[str | bytes]) -> Iterator[ArchivedMatch]:
    """The matches of an archive's lines, in the order in which they were recorded; InvalidArchive at the first bad one.

    `engine.transcript.replay` plays a match's transcript again, decision by decision.
    """
    for number, line in enumerate(lines, start=1):
        try:
            yield _match(_Fields(json.loads(line)))
        except (RecursionError, ValueError) as error:
            raise InvalidArchive(f"line {number} is no match of an archive: {error}") from error


class _Fields:
    """The keys of an object, each asked for by its type; ValueError names one that is not as it should be."""

    def __init__(self, data: Json) -> None:
        if not isinstance(data, Mapping):
            raise ValueError("it is no JSON object")
        self._data = data

    def whole(self, key: str) -> int:
        """A whole number."""
        return _whole(key, self._data.get(key))

    def text(self, key: str) -> str:
        """Text."""
        value = self._data.get(key)
        return value if isinstance(value, str) else _refuse(key, "text")

    def list(self, key: str) -> Sequence[Json]:
        """A list."""
        value = self._data.get(key)
        if isinstance(value, str) or not isinstance(value, Sequence):
            _refuse(key, "a list")
        return value

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(_whole(key, value) for value in self.list(key))

    def mapping(self, key: str) -> Mapping[str, Json]:
        """An object."""
        value = self._data.get(key)
        return value if isinstance(value, Mapping) else _refuse(key, "an object")


def _whole(key: str, value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _refuse(key, "whole")
    return value


def _refuse(key: str, allowed: str) -> NoReturn:
    raise ValueError(f"{key} is missing or not {allowed}")


def _match(fields: _Fields) -> ArchivedMatch:
    return ArchivedMatch(
        match=fields.whole("match"),
        ladder=fields.text("ladder"),
        rotation=fields.whole("rotation"),
        recorded_at=fields.text("recorded_at"),
        bots=tuple(str(bot) for bot in fields.list("bots")),
        places=fields.wholes("places"),
        scores=fields.wholes("scores"),
        termination=fields.text("termination"),
        faults=tuple(_fault(_Fields(fault)) for fault in fields.list("faults")),
        transcript=_transcript(_Fields(fields.mapping("transcript"))),
    )


def _fault(fields: _Fields) -> ArchivedFault:
    return ArchivedFault(fields.whole("seat"), fields.whole("decision"), fields.text("cause"))


def _transcript(fields: _Fields) -> Transcript:
    return Transcript(
        game=fields.text("game"),
        players=fields.whole("players"),
        settings=fields.mapping("settings"),
        rules_version=fields.whole("rules_version"),
        deal=fields.mapping("deal"),
        decisions=tuple(zip(fields.wholes("seats"), fields.wholes("actions"), strict=True)),
    )
