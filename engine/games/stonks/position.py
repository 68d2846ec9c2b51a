"""All that is true at a table of Stonks, as flat lists of small whole numbers; no rules here."""

from typing import Final, TypeAlias

from engine.contract import Seat
from engine.games.stonks.deck import NO_CARD
from engine.games.stonks.events import Journal
from engine.games.stonks.rulebook import Rulebook

Numbers: TypeAlias = tuple[int, ...]

DRAFT: Final = 1
PLAY: Final = 2
ADJUST: Final = 3
PICK: Final = 4

PHASES: Final = ("", "draft", "play", "adjust", "pick")
"""Names of the phases by number, in the words of the audit format."""

PLAIN: Final = 1
LED: Final = 2
FOLLOWED: Final = 3
CANCELLED: Final = 4
"""What part Speculation has in a play: the numbers of `events.Speculation`."""

NOBODY: Final = -1
NO_COMPANY: Final = -1


class Trick:
    """A finished trick; never changed."""

    __slots__ = ("leader", "moved", "offer", "picked", "plays", "speculation", "speculator", "steps", "suit", "winner")

    def __init__(self, position: "Position", picked: int) -> None:
        self.leader = position.leader
        self.offer = position.offer
        self.suit = position.lead_suit
        self.winner = position.winner
        self.picked = picked
        self.plays = position.plays
        self.moved = position.moved
        self.steps = position.steps
        self.speculator = position.speculator
        self.speculation = position.speculation

    def speculations(self) -> Numbers:
        """By play: what part Speculation has in it."""
        parts = [PLAIN] * len(self.plays)
        if self.speculator >= 0:
            parts[self.speculator] = self.speculation
        return tuple(parts)


class Position:
    """Mutable. What grows by the trick is kept in tuples, which copies and observations can share.

    Finished tricks go into the `past` tuples only when somebody looks (`fold_past`): a search that plays on from a copy
    looks at none of them.
    """

    __slots__ = (
        "deck",
        "deck_at",
        "decks",
        "discard",
        "dot",
        "downs",
        "final_cards",
        "final_shares",
        "hands",
        "journal",
        "lead_suit",
        "leader",
        "legal",
        "moved",
        "offer",
        "past_card",
        "past_leader",
        "past_moved",
        "past_offer",
        "past_picked",
        "past_speculation",
        "past_steps",
        "past_suit",
        "past_winner",
        "phase_number",
        "plays",
        "points",
        "portfolios",
        "recent",
        "round",
        "row",
        "row_place",
        "rulebook",
        "scored_down",
        "speculation",
        "speculator",
        "steps",
        "symbols",
        "to_act",
        "totals",
        "trump",
        "unused",
        "ups",
        "values",
        "voids",
        "winner",
    )

    rulebook: Rulebook
    to_act: Seat | None
    legal: list[int]
    """Ids of the question asked; shared between states, never changed in place."""
    phase_number: int
    round: int
    """From 1."""
    row: Numbers
    """Companies from left to right in this round."""
    row_place: list[int]
    """By company: its place in the row."""
    values: list[int]
    """By company: value on the track."""
    dot: int
    """Company that cannot be adjusted next; -1 none."""
    trump: int
    """Company of the lowest value, the leftmost of them; follows from values and row."""
    decks: tuple[Numbers, ...]
    """Decks of all rounds as dealt; those of rounds that have begun are not looked at again."""
    deck: Numbers
    """The draw deck of this round."""
    deck_at: int
    """Cards drawn from it; `deck[deck_at]` is its top."""
    hands: list[Numbers]
    """By seat, ascending. Until all have drafted, the drafted cards are among them."""
    ups: list[int]
    """By seat: the card drafted face up; 0 before."""
    downs: list[int]
    """By seat: the card drafted face down; 0 before."""
    portfolios: list[Numbers]
    """By seat: face-up cards, the drafted one first; empty until all have drafted."""
    unused: list[int]
    """By seat: 1 while Speculation is unused in this round, else 0."""
    voids: list[int]
    """By seat: bit c if it has failed to follow company c in this round."""
    leader: Seat
    """Leader of the running trick; -1 in the draft."""
    offer: int
    lead_suit: int
    """-1 before the leader has played."""
    plays: list[int]
    """Cards of the running trick, from the leader on."""
    moved: list[int]
    """By play: company its player moved; -1 none."""
    steps: list[int]
    """By play: steps that company was moved; 0 none."""
    speculator: int
    """Place among the plays of the only one with Speculation; -1 none."""
    speculation: int
    """PLAIN, or what Speculation has done in the running trick."""
    symbols: int
    """Symbols of the running adjustment; 0 none."""
    winner: Seat
    """Winner of the running trick, who picks; -1 before it is known."""
    recent: list[Trick]
    """Finished tricks of this round that are not yet in the `past` tuples."""
    past_leader: Numbers
    past_offer: Numbers
    past_suit: Numbers
    past_winner: Numbers
    past_picked: Numbers
    """Finished tricks of this round but the recent ones, an entry each; winner -1 and picked 0 if nobody won."""
    past_card: Numbers
    past_speculation: Numbers
    past_moved: Numbers
    past_steps: Numbers
    """Plays of those tricks, n each from their leader on."""
    discard: Numbers
    """Cards discarded face up in this round, in order."""
    points: Numbers
    """Points of finished rounds: of round r and seat s at (r - 1) n + s."""
    scored_down: Numbers
    """Cards drafted face down in finished rounds, turned up when they were scored; indexed like `points`."""
    totals: list[int]
    """Points by seat."""
    final_cards: list[int]
    final_shares: list[int]
    """By seat: cards and shares in the portfolio of the round scored last, for ties."""
    journal: Journal | None

    def set_up(self, rulebook: Rulebook, decks: tuple[Numbers, ...], journal: Journal | None) -> None:
        """The table before the first round."""
        self.rulebook = rulebook
        self.to_act = None
        self.legal = []
        self.round = 0
        self.values = [rulebook.start_value] * rulebook.company_count
        self.decks = decks
        self.points = ()
        self.scored_down = ()
        self.totals = [0] * rulebook.players
        self.final_cards = [0] * rulebook.players
        self.final_shares = [0] * rulebook.players
        self.journal = journal
        self.clear_round()
        self.take_row(1)
        self.dot = self.row[0] if rulebook.first_dot else NO_COMPANY
        self.trump = self.row[0]

    def take_row(self, number: int) -> None:
        """The row of a round."""
        at = (number - 1) % self.rulebook.company_count
        self.row = self.rulebook.rows[at]
        self.row_place = self.rulebook.row_places[at]

    def clear_round(self) -> None:
        """Nothing has been dealt, drafted or played."""
        n = self.rulebook.players
        self.phase_number = DRAFT
        self.deck = ()
        self.deck_at = 0
        self.hands = [()] * n
        self.ups = [NO_CARD] * n
        self.downs = [NO_CARD] * n
        self.portfolios = [()] * n
        self.unused = [1] * n
        self.voids = [0] * n
        self.recent = []
        self.past_leader = self.past_offer = self.past_suit = self.past_winner = self.past_picked = ()
        self.past_card = self.past_speculation = self.past_moved = self.past_steps = ()
        self.discard = ()
        self.leader = NOBODY
        self.clear_trick()

    def clear_trick(self) -> None:
        """No card lies in the trick, and none is on offer."""
        self.offer = NO_CARD
        self.lead_suit = NO_COMPANY
        self.plays = []
        self.moved = []
        self.steps = []
        self.speculator = -1
        self.speculation = PLAIN
        self.symbols = 0
        self.winner = NOBODY

    def fold_past(self) -> None:
        """Write the recent tricks down in the `past` tuples."""
        for trick in self.recent:
            self.past_leader += (trick.leader,)
            self.past_offer += (trick.offer,)
            self.past_suit += (trick.suit,)
            self.past_winner += (trick.winner,)
            self.past_picked += (trick.picked,)
            self.past_card += tuple(trick.plays)
            self.past_speculation += trick.speculations()
            self.past_moved += tuple(trick.moved)
            self.past_steps += tuple(trick.steps)
            self.discard += tuple([card for card in (*trick.plays, trick.offer) if card != trick.picked])
        self.recent = []

    def copy_from(self, other: "Position", journal: Journal | None) -> None:
        """Become an independent copy of `other`, with a journal of one's own or none."""
        self.rulebook = other.rulebook
        self.to_act = other.to_act
        self.legal = other.legal
        self.phase_number = other.phase_number
        self.round = other.round
        self.row = other.row
        self.row_place = other.row_place
        self.values = other.values[:]
        self.dot = other.dot
        self.trump = other.trump
        self.decks = other.decks
        self.deck = other.deck
        self.deck_at = other.deck_at
        self.hands = other.hands[:]
        self.ups = other.ups[:]
        self.downs = other.downs[:]
        self.portfolios = other.portfolios[:]
        self.unused = other.unused[:]
        self.voids = other.voids[:]
        self.leader = other.leader
        self.offer = other.offer
        self.lead_suit = other.lead_suit
        self.plays = other.plays[:]
        self.moved = other.moved[:]
        self.steps = other.steps[:]
        self.speculator = other.speculator
        self.speculation = other.speculation
        self.symbols = other.symbols
        self.winner = other.winner
        self.recent = other.recent[:]
        self.past_leader = other.past_leader
        self.past_offer = other.past_offer
        self.past_suit = other.past_suit
        self.past_winner = other.past_winner
        self.past_picked = other.past_picked
        self.past_card = other.past_card
        self.past_speculation = other.past_speculation
        self.past_moved = other.past_moved
        self.past_steps = other.past_steps
        self.discard = other.discard
        self.points = other.points
        self.scored_down = other.scored_down
        self.totals = other.totals[:]
        self.final_cards = other.final_cards[:]
        self.final_shares = other.final_shares[:]
        self.journal = journal
