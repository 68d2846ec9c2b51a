"""The numbers that follow from the settings, by the names the wire gives them."""

from engine.games.stonks.rulebook import Rulebook


class Figures:
    """What a game of Stonks can say of itself beyond its settings."""

    __slots__ = ()

    @property
    def rulebook(self) -> Rulebook:
        """All that follows from the settings."""
        raise NotImplementedError

    @property
    def match_rounds(self) -> int:
        """Rounds of a match."""
        return self.rulebook.rounds

    @property
    def dealt(self) -> int:
        """Cards dealt to each seat in a round."""
        return self.rulebook.dealt

    @property
    def tricks(self) -> int:
        """Tricks of a round."""
        return self.rulebook.tricks

    @property
    def lowest_value(self) -> int:
        """Lower end of the value track."""
        return self.rulebook.low

    @property
    def highest_value(self) -> int:
        """Upper end of the value track."""
        return self.rulebook.high

    @property
    def start_value(self) -> int:
        """Value of every company at the start."""
        return self.rulebook.start_value

    @property
    def reset_each_round(self) -> bool:
        """Whether values and dot begin anew each round."""
        return self.rulebook.reset

    @property
    def initial_dot(self) -> str:
        """Where the dot is at the start."""
        return "first_in_row" if self.rulebook.first_dot else "none"

    @property
    def company_id(self) -> tuple[str, ...]:
        """By company: its letters."""
        return self.rulebook.companies

    @property
    def company_name(self) -> tuple[str, ...]:
        """By company: its name."""
        return self.rulebook.company_names

    @property
    def card_id(self) -> tuple[str, ...]:
        """By card: its id; the first entry is unused."""
        return tuple(self.rulebook.card_names)

    @property
    def card_company(self) -> tuple[int, ...]:
        """By card: its company; the first entry is unused."""
        return tuple(self.rulebook.company)

    @property
    def card_rank(self) -> tuple[int, ...]:
        """By card: its rank; the first entry is unused."""
        return tuple(self.rulebook.rank)

    @property
    def card_symbols(self) -> tuple[int, ...]:
        """By card: its market symbols; the first entry is unused."""
        return tuple(self.rulebook.symbols)

    @property
    def card_shares(self) -> tuple[int, ...]:
        """By card: its shares; the first entry is unused."""
        return tuple(self.rulebook.shares)
