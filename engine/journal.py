"""The record of what each viewer saw."""

from typing import Generic, Self, TypeVar

from engine.contract import SPECTATOR, Event, Seat

E = TypeVar("E", bound=Event)


class Journal(Generic[E]):
    """A list of events per viewer, so that numbers have no gaps and tell nothing of what others saw."""

    __slots__ = ("seen",)

    def __init__(self, players: int) -> None:
        self.seen: list[list[E]] = [[] for _ in range(players + 1)]
        """By seat; the spectator's list is the last, which SPECTATOR (-1) addresses."""

    def copy(self) -> Self:
        """An independent journal with the same past."""
        other = type(self)(0)
        other.seen = [list(events) for events in self.seen]
        return other

    def tell_all(self, event: E) -> None:
        """Everybody sees the same."""
        for events in self.seen:
            events.append(event)

    def tell(self, seat: Seat, event: E) -> None:
        """Only `seat` sees it."""
        self.seen[seat].append(event)

    def tell_apart(self, seat: Seat, own: E, others: E) -> None:
        """`seat` sees one thing, everybody else another."""
        for viewer, events in enumerate(self.seen):
            events.append(own if viewer == seat else others)

    def by_viewer(self) -> list[tuple[Seat, list[E]]]:
        """Every viewer with its list."""
        last = len(self.seen) - 1
        return [(SPECTATOR if viewer == last else viewer, events) for viewer, events in enumerate(self.seen)]
