"""Matches as one page that needs no network and no server."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from arena.model.matches import MatchRecord
from arena.web.narration import narrate
from arena.web.rendering import fragment
from engine.contract import Game

_CSS = Path(__file__).with_name("static") / "stockpit.css"


class NamedMatch(Protocol):
    """A match with the names of its bots."""

    @property
    def rotation(self) -> int:
        """From 1."""

    @property
    def number(self) -> int:
        """Within the rotation, from 1."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names by seat."""

    @property
    def record(self) -> MatchRecord:
        """What was kept."""


def matches_page(game: Game, matches: Sequence[NamedMatch]) -> str:
    """The page, with its style inside."""
    told = [
        (match, narrate(match.record.transcript, match.seats, match.record.times, match.record.faults))
        for match in matches
    ]
    return fragment("offline.html", game=game, told=told, css=_CSS.read_text(encoding="utf-8"))
