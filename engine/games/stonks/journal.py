"""The record of what each viewer saw."""

from engine.contract import Seat
from engine.games.stonks.events import StonksEvent


class Journal:
    """A list of events per viewer, so that numbers have no gaps and tell nothing of what others saw."""

    __slots__ = ("seen",)

    def __init__(self, players: int) -> None:
        self.seen: list[list[StonksEvent]] = [[] for _ in range(players + 1)]
        """By seat; the spectator's list is the last, which SPECTATOR (-1) addresses."""

    def copy(self) -> "Journal":
        """An independent journal with the same past."""
        other = Journal(0)
        other.seen = [list(events) for events in self.seen]
        return other

    def tell_all(self, event: StonksEvent) -> None:
        """Everybody sees the same."""
        for events in self.seen:
            events.append(event)

    def tell(self, seat: Seat, event: StonksEvent) -> None:
        """Only `seat` sees it."""
        self.seen[seat].append(event)

    def tell_apart(self, seat: Seat, own: StonksEvent, others: StonksEvent) -> None:
        """`seat` sees one thing, everybody else another."""
        for viewer, events in enumerate(self.seen):
            events.append(own if viewer == seat else others)
