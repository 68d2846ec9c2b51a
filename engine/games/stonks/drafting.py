"""The beginning of a round: market, deal and the secret, simultaneous draft (6, 7.1)."""

from engine.contract import Seat
from engine.games.stonks.deck import NO_CARD
from engine.games.stonks.events import EventType, Journal, StonksEvent
from engine.games.stonks.market import lowest_company
from engine.games.stonks.position import DRAFT, NO_COMPANY, Position


def begin_round(position: Position) -> None:
    """Lay out the market and deal."""
    rulebook = position.rulebook
    position.round += 1
    position.clear_round()
    position.take_row(position.round)
    if rulebook.reset and position.round > 1:
        position.values = [rulebook.start_value] * rulebook.company_count
        position.dot = position.row[0] if rulebook.first_dot else NO_COMPANY
    position.trump = lowest_company(position)
    deck = position.decks[position.round - 1]
    dealt = rulebook.players * rulebook.dealt
    position.hands = [tuple(sorted(deck[seat : dealt : rulebook.players])) for seat in range(rulebook.players)]
    position.deck = deck[dealt:]
    if position.journal is not None:
        _tell_round(position, position.journal)


def ask_draft(position: Position) -> bool:
    """Ask the next seat for its two cards, of four at least; False when all have chosen."""
    if NO_CARD not in position.ups:
        return False
    seat = position.ups.index(NO_CARD)
    position.to_act = seat
    position.legal = legal_drafts(position, seat)
    return True


def legal_drafts(position: Position, seat: Seat) -> list[int]:
    """Any two cards of the hand, either of them face up."""
    hand = position.hands[seat]
    drafts = position.rulebook.layout.drafts
    legal: list[int] = []
    for up in hand:
        row = drafts[up]
        legal += [row[down] for down in hand if down != up]
    return legal


def draft(position: Position, seat: Seat, action: int) -> None:
    """Commit to two cards, which stay in the hand until all have."""
    up, down = position.rulebook.layout.drafted(action)
    position.ups[seat] = up
    position.downs[seat] = down
    if position.journal is not None:
        own = StonksEvent(EventType.COMMITTED, seat=seat, up=up, down=down)
        position.journal.tell_apart(seat, own, StonksEvent(EventType.COMMITTED, seat=seat))


def reveal_drafts(position: Position) -> Seat:
    """Show the face-up cards; who leads: the lowest, of equal ranks the one further left in the row (6.5)."""
    rank, company, place = position.rulebook.rank, position.rulebook.company, position.row_place
    drafted = [*position.ups, *position.downs]
    position.hands = [tuple([card for card in hand if card not in drafted]) for hand in position.hands]
    position.portfolios = [(up,) for up in position.ups]
    lowest = min(position.ups, key=lambda card: (rank[card], place[company[card]]))
    leader = position.ups.index(lowest)
    if position.journal is not None:
        position.journal.tell_all(StonksEvent(EventType.DRAFTED, seat=leader, cards=tuple(position.ups)))
    return leader


def default_draft(position: Position, seat: Seat) -> int:
    """The lowest card face up, the next face down (17.13)."""
    rank, company, place = position.rulebook.rank, position.rulebook.company, position.row_place
    up, down = sorted(position.hands[seat], key=lambda card: (rank[card], place[company[card]]))[:2]
    return position.rulebook.layout.drafts[up][down]


def has_committed(position: Position, seat: Seat) -> bool:
    """Whether a seat has chosen its draft and nobody has been shown it."""
    return position.phase_number == DRAFT and position.ups[seat] != NO_CARD


def _tell_round(position: Position, journal: Journal) -> None:
    event = StonksEvent(
        EventType.ROUND,
        round=position.round,
        row=position.row,
        values=tuple(position.values),
        trump=position.trump,
    )
    if position.dot >= 0:
        event.__dict__["company"] = position.dot
    journal.tell_all(event)
    for seat, hand in enumerate(position.hands):
        journal.tell(seat, StonksEvent(EventType.DEALT, seat=seat, cards=hand))
