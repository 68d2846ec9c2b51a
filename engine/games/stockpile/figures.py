"""The numbers that follow from the settings, by the names the wire gives them."""

from engine.games.stockpile.rulebook import Rulebook, rulebook
from engine.market.cards import BIDS, COPIES


class Figures:
    """What a game of Stockpile can say of itself beyond its settings."""

    __slots__ = ()

    players: int
    board: str
    investors: bool

    @property
    def rulebook(self) -> Rulebook:
        """All that follows from the settings."""
        return rulebook(self.players, self.board, self.investors)

    @property
    def tracks(self) -> int:
        """Tracks, and piles."""
        return self.rulebook.tracks

    @property
    def rounds(self) -> int:
        """Rounds of a match."""
        return self.rulebook.rounds

    @property
    def meeples(self) -> int:
        """Meeples of each seat."""
        return self.rulebook.meeples

    @property
    def batches(self) -> int:
        """Supply batches of a round."""
        return self.rulebook.batches

    @property
    def cash(self) -> int:
        """Cash of each seat at the start, in K; 0 with investors, who bring their own."""
        return self.rulebook.cash

    @property
    def bid_value(self) -> tuple[int, ...]:
        """By space: price in K."""
        return BIDS

    @property
    def track_value(self) -> tuple[int, ...]:
        """All price tracks one after the other, in K."""
        return tuple(value for track in self.rulebook.trails for value in track.values)

    @property
    def track_start(self) -> tuple[int, ...]:
        """By company: where its track begins in `track_value`; the end as last entry."""
        starts = [0]
        for track in self.rulebook.trails:
            starts.append(starts[-1] + len(track.values))
        return tuple(starts)

    @property
    def start_index(self) -> tuple[int, ...]:
        """By company: index of the start space."""
        return tuple(track.start for track in self.rulebook.trails)

    @property
    def split_index(self) -> tuple[int, ...]:
        """By company: index of the space a split returns to."""
        return tuple(track.split_return for track in self.rulebook.trails)

    @property
    def track_dollar(self) -> tuple[int, ...]:
        """For each entry of `track_value`: 1 if it is a `$` space."""
        trails = self.rulebook.trails
        return tuple(int(index in track.dollars) for track in trails for index in range(len(track.values)))

    @property
    def card_copies(self) -> tuple[int, ...]:
        """By card kind: copies in the whole market deck."""
        return COPIES

    @property
    def investor_cash(self) -> tuple[int, ...]:
        """By investor: the money it brings, in K; empty without investors."""
        return self.rulebook.investor_cash if self.investors else ()
