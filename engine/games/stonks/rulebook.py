"""The numbers that follow from the settings, gathered once so that a state needs to look in one place only."""

from dataclasses import dataclass

from engine.games.stonks.deck import NO_CARD, Card
from engine.games.stonks.layout import Layout, layout


@dataclass(frozen=True, slots=True)
class Track:
    """The market's value track."""

    low: int
    high: int
    start: int
    reset: bool
    """Whether values and dot begin anew each round."""
    first_dot: bool
    """Whether the first company of the row has the dot at the start; nobody otherwise."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The plain settings of section 3.2."""

    adjust_mandatory: bool
    once_a_round: bool
    """One Speculation in a round, instead of one in a trick."""
    count_cards: bool
    """Scores count cards instead of shares."""
    bonus_shares: int
    """Shares an unused Speculation is worth."""


class Rulebook:
    """Everything fixed by the settings. Lists by card have an unused first entry, as cards are numbered from 1."""

    __slots__ = (
        "adjust_mandatory",
        "all_cards",
        "bonus_shares",
        "card_names",
        "card_set",
        "companies",
        "company",
        "company_count",
        "company_names",
        "count_cards",
        "dealt",
        "first_dot",
        "high",
        "layout",
        "low",
        "numbers",
        "once_a_round",
        "players",
        "rank",
        "real",
        "reset",
        "rounds",
        "row_places",
        "rows",
        "shares",
        "start_value",
        "symbols",
        "tricks",
    )

    def __init__(
        self,
        *,
        players: int,
        companies: tuple[str, ...],
        company_names: tuple[str, ...],
        cards: tuple[Card, ...],
        dealt: int,
        rounds: int,
        track: Track,
        switches: Switches,
    ) -> None:
        self.players = players
        self.companies = companies
        self.company_names = company_names
        self.company_count = len(companies)
        self.dealt = dealt
        """Cards dealt to each seat in a round."""
        self.tricks = dealt - 3
        """Tricks of a round: two cards are drafted, one is left."""
        self.rounds = rounds
        self.low = track.low
        self.high = track.high
        self.start_value = track.start
        self.reset = track.reset
        self.first_dot = track.first_dot
        self.adjust_mandatory = switches.adjust_mandatory
        self.once_a_round = switches.once_a_round
        self.count_cards = switches.count_cards
        self.bonus_shares = switches.bonus_shares
        self._take_cards(cards)
        count = self.company_count
        self.rows = [tuple((first + at) % count for at in range(count)) for first in range(count)]
        """Companies from left to right, by (round - 1) modulo their number (ruling 7)."""
        self.row_places = [[row.index(company) for company in range(count)] for row in self.rows]
        """By row, by company: its place from the left."""
        self.layout: Layout = layout(len(cards), count)

    def _take_cards(self, cards: tuple[Card, ...]) -> None:
        self.all_cards = tuple(range(1, len(cards) + 1))
        self.card_set = frozenset(self.all_cards)
        self.card_names = ["", *(card.id for card in cards)]
        self.numbers = {card.id: number for number, card in enumerate(cards, start=1)}
        """Number of a card by its id."""
        self.company = [0, *(card.company for card in cards)]
        self.rank = [0, *(card.rank for card in cards)]
        self.symbols = [0, *(card.symbols for card in cards)]
        self.shares = [0, *(card.shares for card in cards)]
        at = {(card.company, card.rank): number for number, card in enumerate(cards, start=1)}
        self.real = [
            [NO_CARD, *(at.get((company, card.rank), NO_CARD) for card in cards)]
            for company in range(self.company_count)
        ]
        """By company and card: the card of that company that has the card's rank, if there is one."""
