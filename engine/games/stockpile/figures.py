"""The numbers that follow from the settings, by the names the wire gives them."""

from engine.games.stockpile.rulebook import Rulebook, rulebook
from engine.market.cards import COPIES
from engine.market.figures import BoardFigures
from engine.market.tracks import Track


class Figures(BoardFigures):
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
    def trails(self) -> tuple[Track, ...]:
        """The price track of each company."""
        return self.rulebook.trails

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
    def card_copies(self) -> tuple[int, ...]:
        """By card kind: copies in the whole market deck."""
        return COPIES

    @property
    def investor_cash(self) -> tuple[int, ...]:
        """By investor: the money it brings, in K; empty without investors."""
        return self.rulebook.investor_cash if self.investors else ()
