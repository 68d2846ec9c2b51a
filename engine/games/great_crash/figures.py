"""The numbers that follow from the settings, by the names the wire gives them."""

from engine.games.great_crash.rulebook import CASH, HIRE_PRICE, PURCHASE_LIMIT, SPLIT_BONUS, Rulebook, rulebook
from engine.market.cards import COPIES
from engine.market.figures import BoardFigures
from engine.market.investors import CASH as INVESTOR_CASH
from engine.market.tracks import Track


class Figures(BoardFigures):
    """What a game of The Great Crash can say of itself beyond its settings."""

    __slots__ = ()

    players: int
    board: str
    experts: int
    no_bonus: bool

    @property
    def rulebook(self) -> Rulebook:
        """All that follows from the settings."""
        return rulebook(self.players, self.board, self.experts, self.no_bonus)

    @property
    def trails(self) -> tuple[Track, ...]:
        """The price track of each company."""
        return self.rulebook.trails

    @property
    def rounds(self) -> int:
        """Rounds of a match."""
        return self.rulebook.rounds

    @property
    def cash(self) -> int:
        """Cash of each seat at the start, and of a bailout, in K."""
        return CASH

    @property
    def card_copies(self) -> tuple[int, ...]:
        """By card kind: copies in the supply or the market deck."""
        return COPIES

    @property
    def split_bonus(self) -> int:
        """K for each card already split at a further split."""
        return 0 if self.no_bonus else SPLIT_BONUS

    @property
    def purchase_limit(self) -> int:
        """Cards a seat without expert may buy in a turn."""
        return PURCHASE_LIMIT

    @property
    def hire_price(self) -> int:
        """K an expert costs."""
        return HIRE_PRICE

    @property
    def expert_amount(self) -> tuple[int, ...]:
        """By expert: the amount printed on the card, in K; empty without experts."""
        return INVESTOR_CASH if self.experts else ()
