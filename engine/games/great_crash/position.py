"""All that is true at a table of The Great Crash, as flat lists of small whole numbers; no rules here."""

from typing import Final

from engine.contract import Seat
from engine.games.great_crash.deal import CrashDeal
from engine.games.great_crash.events import Journal
from engine.games.great_crash.rulebook import CASH, PURCHASE_LIMIT, Rulebook
from engine.market.cards import COMPANIES, KINDS
from engine.market.forecasts import Pairs
from engine.market.investors import INVESTORS

BAILOUT: Final = 1
BIDDING: Final = 2
STARTING_STOCK: Final = 3
ACTION: Final = 4
SELLING: Final = 5
PURCHASE: Final = 6
MOVEMENT: Final = 7

PHASES: Final = ("", "bailout", "bidding", "starting_stock", "action", "selling", "purchase", "movement")
"""Names of the phases by number, in the words of the audit format."""

NOBODY: Final = -1
NO_CARDS: Final = [0] * len(COMPANIES)
"""Copied, never changed."""

IN_ROW: Final = -1
"""Owner of an expert who can be hired."""

GONE: Final = -2
"""Owner of an expert who is not in the game, or has left it in a bailout."""


class Position:
    """Mutable; lists with an entry per seat and company are indexed `seat * 6 + company`."""

    __slots__ = (
        "action_cards",
        "aside",
        "bought",
        "cash",
        "cursor",
        "debt",
        "deck",
        "deck_at",
        "discard",
        "dividend_at",
        "dividend_company",
        "dividend_rate",
        "expert_owner",
        "expert_rows",
        "future",
        "helper",
        "hired",
        "hires",
        "index",
        "journal",
        "legal",
        "limit",
        "meeples",
        "move_company",
        "move_left",
        "on_show",
        "open_tracks",
        "order",
        "pairs",
        "pen",
        "phase_number",
        "playing",
        "price",
        "purchases",
        "regular",
        "revealed",
        "round",
        "rulebook",
        "sold",
        "split",
        "split_at",
        "split_sellers",
        "standing_seat",
        "standing_space",
        "sub_phase",
        "supply",
        "takes_left",
        "to_act",
        "track_card",
    )

    rulebook: Rulebook
    to_act: Seat | None
    legal: list[int]
    """Ids of the question asked; shared between states, never changed in place."""
    order: list[Seat]
    """Seats in turn order: clockwise before the first auction, since then the tracks won from left to right."""
    round: int
    phase_number: int
    cursor: int
    """Seats of the turn order that have finished the running phase. Bidding: first bids made, in round 1 the seat that
    bids next. Starting stock: cards taken."""
    takes_left: int
    """Cards the seat that is being bailed out has still to take."""
    deck: list[int]
    deck_at: int
    """Cards drawn from the deck; `deck[deck_at]` is its top."""
    discard: list[int]
    """Fees and action cards in the discard pile, by kind."""
    pairs: Pairs
    """Forecast pairs of the running round, by slot; during the bailout those of the last one, all revealed."""
    future: list[Pairs]
    """Forecast pairs of all rounds."""
    revealed: int
    """Pairs of this round that have been revealed, in the order of Movement."""
    cash: list[int]
    debt: list[int]
    """Unpaid fee cards: `debt[seat * 3 + value - 1]`."""
    action_cards: list[int]
    """Action cards before a seat: `action_cards[seat * 2]` Booms, `[seat * 2 + 1]` Busts."""
    playing: int
    """Kind of the action card whose move is running; -1 none."""
    index: list[int]
    """Where each company's ticker stands on its track; changed by `set_index` only."""
    price: list[int]
    """Price there, in K."""
    track_card: list[int]
    """Per track, the market card under it; -1 none."""
    standing_seat: list[int]
    standing_space: list[int]
    """Per track, who bids there and on which space; -1 none."""
    meeples: list[int]
    """Meeples in hand, by seat."""
    pen: list[int]
    """Seats whose meeples lie at the pen, in order of displacement."""
    open_tracks: int
    """Tracks without a meeple."""
    regular: list[int]
    split: list[int]
    """Share cards in the Stock and the Split Portfolio, by seat and company."""
    supply: list[int]
    """Share cards that can be bought or taken, by company."""
    sub_phase: int
    """Selling sub-phase, from 1; 0 outside Selling."""
    sold: int
    """1 once a card was sold in this sub-phase."""
    aside: list[int]
    """Cards sold in this selling turn, by company."""
    on_show: list[int]
    """1 where a seat shows a pair of a company, which gives the right to sell more of it."""
    bought: list[int]
    """Cards bought in this Purchase turn, by company."""
    purchases: int
    """Their number."""
    move_company: int
    move_left: int
    """Steps the running move still has to go, signed; 0 when none is running."""
    split_at: int
    """Seats of the turn order that have been asked for sales at the running split; -1 none is running."""
    split_sellers: int
    """Bit s: seat s has sold at a split of the running move."""
    dividend_company: int
    """Company whose dividend is being asked; -1 none."""
    dividend_rate: int
    """K per regular card of that dividend."""
    dividend_at: int
    """Seats of the turn order that have been asked."""
    expert_rows: tuple[tuple[int, ...], ...]
    """The rows as dealt."""
    expert_owner: list[int]
    """By expert: the seat that has him in hand, IN_ROW or GONE."""
    hires: list[int]
    """By seat: hires so far."""
    hired: int
    """1 once the seat whose Purchase turn it is has hired in it."""
    limit: list[int]
    """By seat: cards it may buy in a turn."""
    helper: Seat
    """The seat that sells cards of the hirer; -1 none."""
    journal: Journal | None

    def set_index(self, company: int, index: int) -> None:
        """Put a ticker on a space of its track."""
        self.index[company] = index
        self.price[company] = self.rulebook.prices[company][index]

    def set_up(self, rulebook: Rulebook, deal: CrashDeal, journal: Journal | None) -> None:
        """The table before the first round."""
        n = rulebook.players
        self.rulebook = rulebook
        self.to_act = None
        self.legal = []
        self.order = rulebook.seat_orders[deal.first]
        self.round = self.cursor = self.takes_left = 0
        self.phase_number = BIDDING
        self.deck = list(deal.market_deck)
        self.deck_at = self.revealed = 0
        self.discard = [0] * KINDS
        self.pairs = ()
        self.future = list(deal.rounds)
        self.cash = [CASH] * n
        self.debt = [0] * (n * 3)
        self.action_cards = [0] * (n * 2)
        self.playing = -1
        self.index = [track.start for track in rulebook.trails]
        self.price = [track.values[track.start] for track in rulebook.trails]
        self._set_up_auction(n)
        self._set_up_shares(n)
        self.move_company = self.move_left = self.split_sellers = 0
        self.split_at = self.dividend_company = -1
        self.dividend_rate = self.dividend_at = 0
        self._set_up_experts(n, deal.expert_rows)
        self.journal = journal

    def _set_up_auction(self, players: int) -> None:
        self.track_card = [-1] * players
        self.standing_seat = [-1] * players
        self.standing_space = [-1] * players
        self.meeples = [1] * players
        self.pen = []
        self.open_tracks = players

    def _set_up_shares(self, players: int) -> None:
        self.regular = [0] * (players * len(COMPANIES))
        self.split = [0] * (players * len(COMPANIES))
        self.supply = [10] * len(COMPANIES)
        self.sub_phase = self.sold = self.purchases = 0
        self.aside = NO_CARDS[:]
        self.bought = NO_CARDS[:]
        self.on_show = [0] * (players * len(COMPANIES))

    def _set_up_experts(self, players: int, rows: tuple[tuple[int, ...], ...]) -> None:
        self.expert_rows = rows
        self.expert_owner = [GONE] * len(INVESTORS)
        for row in rows:
            for expert in row:
                self.expert_owner[expert] = IN_ROW
        self.hires = [0] * players
        self.hired = 0
        self.limit = [PURCHASE_LIMIT] * players
        self.helper = NOBODY

    def copy_from(self, other: "Position", journal: Journal | None) -> None:
        """Become an independent copy of `other`, with a journal of one's own or none."""
        self.rulebook = other.rulebook
        self.to_act = other.to_act
        self.legal = other.legal
        self.order = other.order
        self.round = other.round
        self.phase_number = other.phase_number
        self.cursor = other.cursor
        self.takes_left = other.takes_left
        self.deck = other.deck
        self.deck_at = other.deck_at
        self.discard = other.discard[:]
        self.pairs = other.pairs
        self.future = other.future
        self.revealed = other.revealed
        self.cash = other.cash[:]
        self.debt = other.debt[:]
        self.action_cards = other.action_cards[:]
        self.playing = other.playing
        self.index = other.index[:]
        self.price = other.price[:]
        self.track_card = other.track_card
        self.standing_seat = other.standing_seat[:]
        self.standing_space = other.standing_space[:]
        self.meeples = other.meeples[:]
        self.pen = other.pen[:]
        self.open_tracks = other.open_tracks
        self.move_company = other.move_company
        self.move_left = other.move_left
        self.split_at = other.split_at
        self.split_sellers = other.split_sellers
        self.dividend_company = other.dividend_company
        self.dividend_rate = other.dividend_rate
        self.dividend_at = other.dividend_at
        self.journal = journal
        self._copy_shares(other)

    def _copy_shares(self, other: "Position") -> None:
        self.regular = other.regular[:]
        self.split = other.split[:]
        self.supply = other.supply[:]
        self.sub_phase = other.sub_phase
        self.sold = other.sold
        self.aside = other.aside[:]
        self.on_show = other.on_show[:]
        self.bought = other.bought[:]
        self.purchases = other.purchases
        self.expert_rows = other.expert_rows
        self.expert_owner = other.expert_owner[:]
        self.hires = other.hires[:]
        self.hired = other.hired
        self.limit = other.limit[:]
        self.helper = other.helper
