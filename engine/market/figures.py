"""The numbers of a board, by the names the wire gives them."""

from engine.market.cards import BIDS
from engine.market.tracks import Track


class BoardFigures:
    """What a game that is played on a board can say of it."""

    __slots__ = ()

    @property
    def trails(self) -> tuple[Track, ...]:
        """The price track of each company."""
        raise NotImplementedError

    @property
    def bid_value(self) -> tuple[int, ...]:
        """By space: price in K."""
        return BIDS

    @property
    def track_value(self) -> tuple[int, ...]:
        """All price tracks one after the other, in K."""
        return tuple(value for track in self.trails for value in track.values)

    @property
    def track_start(self) -> tuple[int, ...]:
        """By company: where its track begins in `track_value`; the end as last entry."""
        starts = [0]
        for track in self.trails:
            starts.append(starts[-1] + len(track.values))
        return tuple(starts)

    @property
    def start_index(self) -> tuple[int, ...]:
        """By company: index of the start space."""
        return tuple(track.start for track in self.trails)

    @property
    def split_index(self) -> tuple[int, ...]:
        """By company: index of the space a split returns to."""
        return tuple(track.split_return for track in self.trails)

    @property
    def track_dollar(self) -> tuple[int, ...]:
        """For each entry of `track_value`: 1 if it is a `$` space."""
        return tuple(int(index in track.dollars) for track in self.trails for index in range(len(track.values)))
