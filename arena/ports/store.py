"""What pages and commands read from the store."""

from collections.abc import Iterator
from datetime import date
from typing import Protocol

from arena.model.ladders import Change
from arena.model.standings import ArchiveDay, BotPage, LadderSummary, Leaderboard, MatchLine, MatchPage, RotationPage


class Reading(Protocol):
    """The read side of the store; safe to call from any thread. Each call sees one snapshot."""

    def ladders(self) -> list[LadderSummary]:
        """The rated ladders, oldest first."""

    def leaderboard(self, ladder: str, *, limit: int | None = None, offset: int = 0) -> Leaderboard:
        """The table of a ladder: ranked rows, then provisional ones; NoSuchThing names an unknown ladder."""

    def bot(self, name: str, *, recent: int = 50) -> BotPage:
        """A bot with its latest matches and faults, at most `recent` each; NoSuchThing if unknown."""

    def match(self, match: int) -> MatchPage:
        """A match with its transcript and times; NoSuchThing if unknown."""

    def rotation(self, ladder: str, number: int) -> RotationPage:
        """A rotation with its matches; NoSuchThing if unknown."""

    def matches(self, ladder: str, *, limit: int = 50, before: int | None = None) -> list[MatchLine]:
        """The latest matches of a ladder, newest first; `before` a recorded_no to page on."""

    def archive_days(self, ladder: str, *, limit: int = 30, before: date | None = None) -> list[ArchiveDay]:
        """The days on which matches of a rated ladder were recorded, newest first, those before a day if one is given.

        NoSuchThing if it is none, or not rated.
        """

    def archive_day(self, ladder: str, day: date) -> ArchiveDay:
        """One of those days; NoSuchThing if nothing was recorded on it."""

    def archive_file(self, day: ArchiveDay) -> Iterator[bytes]:
        """The matches of a day as lines for `engine.archive`, in gzip; in parts, so that memory is bounded."""

    def last_change(self) -> int:
        """Number of the newest change; 0 before the first."""

    def changes_since(self, last: int) -> list[Change]:
        """Changes after number `last`, oldest first."""
