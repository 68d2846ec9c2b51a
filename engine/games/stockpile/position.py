"""All that is true at a table of Stockpile, as flat lists of small whole numbers; no rules here."""

from typing import TYPE_CHECKING, Final

from engine.contract import Seat
from engine.games.stockpile.deal import StockpileDeal
from engine.games.stockpile.events import Journal
from engine.games.stockpile.knowledge import Knowledge
from engine.games.stockpile.rulebook import Rulebook
from engine.market.cards import COMPANIES, KINDS
from engine.market.forecasts import Pairs
from engine.market.investors import INVESTORS

if TYPE_CHECKING:
    from engine.games.stockpile.sight import Sight

SUPPLY: Final = 1
DEMAND: Final = 2
ACTION: Final = 3
SELLING: Final = 4
MOVEMENT: Final = 5
CHOOSING: Final = 6
BEFORE_DEMAND: Final = 7

PHASES: Final = ("", "supply", "demand", "action", "selling", "movement", "investors", "before_demand")
"""Names of the phases by number, in the words of the audit format."""


ROUND_UNIT: Final = 1 << 16
"""`placed` holds a placement as round * ROUND_UNIT + the memory of its two cards (entries.MEMORY_BITS)."""

NO_OWNERS: Final = [-1] * len(INVESTORS)
"""Owners of the investors before they are revealed, and in a game without them; never changed."""


class Position:
    """Mutable; lists with an entry per seat and company are indexed `seat * 6 + company`."""

    __slots__ = (
        "action_cards",
        "batch",
        "cash",
        "cursor",
        "debt",
        "deck",
        "deck_at",
        "discard",
        "dividend_at",
        "dividend_company",
        "dividend_rate",
        "facts",
        "first",
        "future",
        "hands",
        "index",
        "investor_owner",
        "investors_chosen",
        "investors_dealt",
        "investors_ready",
        "journal",
        "knowledge",
        "legal",
        "marked",
        "martha_slot",
        "meeples",
        "move_company",
        "move_left",
        "open_tracks",
        "order",
        "pairs",
        "peeked",
        "phase_number",
        "placed",
        "playing",
        "price",
        "regular",
        "regular_cards",
        "revealed",
        "round",
        "rulebook",
        "sights",
        "split",
        "split_cards",
        "standing_seat",
        "standing_space",
        "starting_shares",
        "table",
        "to_act",
        "warren_pile",
        "watched",
    )

    rulebook: Rulebook
    to_act: Seat | None
    legal: list[int]
    """Ids of the question asked; shared between states, never changed in place."""
    first: Seat
    order: list[Seat]
    """Seats in turn order of the running round."""
    round: int
    phase_number: int
    cursor: int
    """Seats of the turn order that have finished the running phase; in Demand the seat that bids next; in the choice of
    investors seats that have chosen; in Movement 1 once Deborah's owner has declined."""
    batch: int
    """Supply batches finished in this round."""
    deck: list[int]
    deck_at: int
    """Cards drawn from the deck; `deck[deck_at]` is its top."""
    discard: list[int]
    """Cards lying face up in the discard pile, by kind."""
    pairs: Pairs
    """Forecast pairs of the running round, by slot."""
    future: list[Pairs]
    """Forecast pairs of all rounds."""
    revealed: int
    """Pairs of this round that have been revealed, in the order of Movement."""
    starting_shares: list[int]
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
    hands: list[int]
    """Supply cards: `hands[seat * 2]` and the next, in dealt order; -1 where there is none."""
    table: list[int]
    """Cards on the piles in time order, each an `entry_code`."""
    placed: list[list[int]]
    """Per seat, its placements of the whole match: round * ROUND_UNIT + memory of the first card and the other."""
    standing_seat: list[int]
    standing_space: list[int]
    """Per track, who bids there and on which space; -1 none."""
    meeples: list[int]
    """Meeples in hand, by seat."""
    open_tracks: int
    """Tracks without a meeple."""
    regular: list[int]
    split: list[int]
    """Share cards in the Stock and the Split Portfolio, by seat and company."""
    regular_cards: list[int]
    split_cards: list[int]
    """Their sums by seat: these are public."""
    move_company: int
    move_left: int
    """Steps the running move still has to go, signed; 0 when none is running."""
    dividend_company: int
    """Company whose dividend is being asked; -1 none."""
    dividend_rate: int
    """K per regular card of that dividend."""
    dividend_at: int
    """Seats of the turn order that have been asked."""
    facts: list[int]
    """What has happened to holdings since the start, one number each; see knowledge.py."""
    knowledge: list[Knowledge | None]
    """By viewer, the spectator last: what it knows of the others' shares, folded from the facts when it is asked."""
    sights: list["Sight | None"]
    """By viewer, the spectator last: what it sees on the table, kept from its last observation."""
    journal: Journal | None
    investors_dealt: list[tuple[int, ...]]
    """Investors dealt to each seat, in order; empty without investors."""
    investors_chosen: list[int]
    """By seat, the investors it keeps (bit i); 0 before it has chosen. Secret until all have."""
    investor_owner: list[int]
    """By investor: the seat that keeps it, once revealed; -1 nobody. Shared, never changed in place."""
    investors_ready: int
    """Bit i: investor i has an ability that is used once a round, and can still be used in this round."""
    marked: tuple[int, ...]
    """Mark's move of this round: pile and place the card came from, and pile it went to; empty if there was none."""
    watched: int
    """Bit s: Warren's owner has seen the card with sequence number s on the piles."""
    warren_pile: int
    """Pile looked at in this round; -1 none."""
    martha_slot: int
    """Slot of the pair Martha's owner has looked at in this round; -1 none."""
    peeked: list[int]
    """What Warren's owner has seen in the match: each a `peeked_code`."""

    def set_index(self, company: int, index: int) -> None:
        """Put a ticker on a space of its track."""
        self.index[company] = index
        self.price[company] = self.rulebook.prices[company][index]

    def set_up(self, rulebook: Rulebook, deal: StockpileDeal, journal: Journal | None) -> None:
        """The table before the first round."""
        n = rulebook.players
        self.rulebook = rulebook
        self.to_act = None
        self.legal = []
        self.first = deal.first
        self.order = rulebook.seat_orders[deal.first]
        self.round = 0
        self.phase_number = SUPPLY
        self.cursor = self.batch = 0
        self.deck = list(deal.market_deck)
        self.deck_at = 0
        self.discard = [0] * KINDS
        self.pairs = ()
        self.future = list(deal.rounds)
        self.revealed = 0
        self.starting_shares = list(deal.starting_shares)
        self.cash = [rulebook.cash] * n
        self.debt = [0] * (n * 3)
        self.action_cards = [0] * (n * 2)
        self.playing = -1
        self.index = [track.start for track in rulebook.trails]
        self.price = [track.values[track.start] for track in rulebook.trails]
        self.hands = [-1] * (n * 2)
        self.table = []
        self.placed = [[] for _ in range(n)]
        self.standing_seat = [-1] * rulebook.tracks
        self.standing_space = [-1] * rulebook.tracks
        self.meeples = [rulebook.meeples] * n
        self.open_tracks = rulebook.tracks
        self.regular = [0] * (n * len(COMPANIES))
        self.split = [0] * (n * len(COMPANIES))
        self.regular_cards = [1] * n
        self.split_cards = [0] * n
        for seat, company in enumerate(deal.starting_shares):
            self.regular[seat * 6 + company] = 1
        self.move_company = self.move_left = 0
        self.dividend_company = -1
        self.dividend_rate = self.dividend_at = 0
        self.facts = []
        self.knowledge = [None] * (n + 1)
        self.sights = [None] * (n + 1)
        self.journal = journal
        self.investors_dealt = list(deal.investors)
        self.investors_chosen = [0] * n
        self.investor_owner = NO_OWNERS
        self.investors_ready = 0
        self.marked = ()
        self.watched = 0
        self.warren_pile = self.martha_slot = -1
        self.peeked = []

    def copy_from(self, other: "Position", journal: Journal | None) -> None:
        """Become an independent copy of `other`, with a journal of one's own or none."""
        self.rulebook = other.rulebook
        self.to_act = other.to_act
        self.legal = other.legal
        self.first = other.first
        self.order = other.order
        self.round = other.round
        self.phase_number = other.phase_number
        self.cursor = other.cursor
        self.batch = other.batch
        self.deck = other.deck
        self.deck_at = other.deck_at
        self.discard = other.discard[:]
        self.pairs = other.pairs
        self.future = other.future
        self.revealed = other.revealed
        self.starting_shares = other.starting_shares[:]
        self.cash = other.cash[:]
        self.debt = other.debt[:]
        self.action_cards = other.action_cards[:]
        self.playing = other.playing
        self.index = other.index[:]
        self.price = other.price[:]
        self.hands = other.hands[:]
        self.table = other.table[:]
        self.placed = [ids[:] for ids in other.placed]
        self.standing_seat = other.standing_seat[:]
        self.standing_space = other.standing_space[:]
        self.meeples = other.meeples[:]
        self.open_tracks = other.open_tracks
        self.regular = other.regular[:]
        self.split = other.split[:]
        self.regular_cards = other.regular_cards[:]
        self.split_cards = other.split_cards[:]
        self.move_company = other.move_company
        self.move_left = other.move_left
        self.dividend_company = other.dividend_company
        self.dividend_rate = other.dividend_rate
        self.dividend_at = other.dividend_at
        self.facts = other.facts[:]
        self.knowledge = [known.copy() if known is not None else None for known in other.knowledge]
        self.sights = [None] * len(other.sights)
        self.journal = journal
        self._copy_investors(other)

    def _copy_investors(self, other: "Position") -> None:
        self.investors_dealt = other.investors_dealt[:]
        self.investors_chosen = other.investors_chosen[:]
        self.investor_owner = other.investor_owner
        self.investors_ready = other.investors_ready
        self.marked = other.marked
        self.watched = other.watched
        self.warren_pile = other.warren_pile
        self.martha_slot = other.martha_slot
        self.peeked = other.peeked[:]


def peeked_code(entry: int, round_: int, pile: int, winner: Seat) -> int:
    """A card Warren's owner saw: kind in 4 bits, pile 3, its sequence number there 5, who won it plus 1 in 3, round."""
    return entry & 15 | pile << 4 | (entry >> 8 & 31) << 7 | (winner + 1) << 12 | round_ << 15
