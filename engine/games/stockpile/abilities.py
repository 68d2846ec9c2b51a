"""What investors do once a round when their owner wishes: Mark, Warren, Martha, Cramer and Deborah (13.2, 13.3).

Those that act by themselves stand where they act: Donald and Bernie in demand.py, Graham in trading.py and scoring.py,
Stuart in supply.py.
"""

from typing import Final

from engine.contract import Seat
from engine.games.stockpile.entries import FACE_UP, KIND_MASK, MOVED, PILE_UNIT, SEQUENCE_UNIT
from engine.games.stockpile.events import EventType, Journal, StockpileEvent
from engine.games.stockpile.movement import begin_dividend, begin_move
from engine.games.stockpile.position import BEFORE_DEMAND, Position, peeked_code
from engine.games.stockpile.rulebook import DEBORAH_RATE
from engine.games.stockpile.sight import look_again
from engine.market.investors import CRAMER, DEBORAH, MARK, MARTHA, WARREN

ONCE_A_ROUND: Final = (CRAMER, DEBORAH, MARTHA, MARK, WARREN)


def ready_abilities(position: Position) -> None:
    """A new round: every ability that is in play can be used again, and nothing has been done with it."""
    ready = 0
    for investor in ONCE_A_ROUND:
        if position.investor_owner[investor] >= 0:
            ready |= 1 << investor
    position.investors_ready = ready
    position.marked = ()
    position.watched = 0
    position.warren_pile = position.martha_slot = -1


def begin_before_demand(position: Position) -> None:
    """The owners of Mark and Warren have their turns, in turn order."""
    position.phase_number = BEFORE_DEMAND
    position.cursor = 0


def ask_before_demand(position: Position) -> bool:
    """Ask the next owner of Mark or Warren what to do with them; False when all have had their turn."""
    while position.investors_ready & (1 << MARK | 1 << WARREN) and position.cursor < len(position.order):
        seat = position.order[position.cursor]
        legal = legal_before_demand(position, seat)
        if len(legal) > 1:
            position.to_act = seat
            position.legal = legal
            return True
        position.cursor += 1
    return False


def legal_before_demand(position: Position, seat: Seat) -> list[int]:
    """Decline what is left, move any card to another pile, look at any pile."""
    layout = position.rulebook.layout
    legal = [layout.done]
    if position.investors_ready >> MARK & 1 and position.investor_owner[MARK] == seat:
        heights = [0] * layout.tracks
        for entry in position.table:
            heights[entry // PILE_UNIT] += 1
        for pile, height in enumerate(heights):
            first = layout.mark + pile * layout.mark_depth * (layout.tracks - 1)
            legal += range(first, first + height * (layout.tracks - 1))
    if position.investors_ready >> WARREN & 1 and position.investor_owner[WARREN] == seat:
        legal += layout.warrens
    return legal


def mark(position: Position, seat: Seat, action: int) -> None:
    """Move a card to another pile, where it lies last, its face as it was; who knew it knows it still."""
    layout = position.rulebook.layout
    rest, to_pile = divmod(action - layout.mark, layout.tracks - 1)
    from_pile, index = divmod(rest, layout.mark_depth)
    if to_pile >= from_pile:
        to_pile += 1
    entry = sorted([card for card in position.table if card // PILE_UNIT == from_pile])[index]
    position.table[position.table.index(entry)] = entry + (to_pile - from_pile) * PILE_UNIT + MOVED
    position.marked = (from_pile, index, to_pile)
    _use(position, MARK)
    if position.journal is not None:
        _tell_marked(position, position.journal, seat, entry)


def warren(position: Position, seat: Seat, pile: int) -> None:
    """Look at the face-down cards of a pile."""
    seen = sorted([entry for entry in position.table if entry // PILE_UNIT == pile and not entry & FACE_UP])
    for entry in seen:
        position.watched |= 1 << (entry // SEQUENCE_UNIT & 31)
        position.peeked.append(peeked_code(entry, position.round, pile, -1))
    position.warren_pile = pile
    _use(position, WARREN)
    if position.journal is not None:
        cards = tuple([entry & KIND_MASK for entry in seen])
        own = StockpileEvent(EventType.WARREN, seat=seat, track=pile, cards=cards)
        position.journal.tell_apart(seat, own, StockpileEvent(EventType.WARREN, seat=seat, track=pile))


def martha(position: Position, seat: Seat, number: int) -> None:
    """Look at a hidden pair: number `number` of those that have an action."""
    rulebook = position.rulebook
    slot = rulebook.layout.martha_slots[number]
    position.martha_slot = slot
    _use(position, MARTHA)
    if position.journal is not None:
        holder = rulebook.holders[slot]
        index = rulebook.holders[:slot].count(holder)
        company, forecast = position.pairs[slot]
        own = StockpileEvent(EventType.MARTHA, seat=seat, owner=holder, index=index, company=company, forecast=forecast)
        position.journal.tell_apart(seat, own, StockpileEvent(EventType.MARTHA, seat=seat, owner=holder, index=index))


def cramer(position: Position, seat: Seat, number: int) -> None:
    """Begin to move a company by one space: companies in order, up before down."""
    company = number // 2
    spaces = -1 if number & 1 else 1
    _use(position, CRAMER)
    if position.journal is not None:
        moves = StockpileEvent(EventType.CRAMER, seat=seat, company=company, spaces=spaces)
        position.journal.tell_all(moves)
    begin_move(position, company, spaces)


def ask_deborah(position: Position) -> bool:
    """Ask Deborah's owner which company pays; False if nobody has her, or she has been used or declined."""
    if not position.investors_ready >> DEBORAH & 1 or position.cursor:
        return False
    position.to_act = position.investor_owner[DEBORAH]
    position.legal = position.rulebook.layout.deborahs
    return True


def deborah(position: Position, seat: Seat, company: int) -> None:
    """Begin the dividend of a company, which everybody is asked for."""
    _use(position, DEBORAH)
    if position.journal is not None:
        position.journal.tell_all(StockpileEvent(EventType.DEBORAH, seat=seat, company=company))
    begin_dividend(position, company, DEBORAH_RATE)


def use_ability(position: Position, seat: Seat, action: int) -> None:
    """Play an action of the blocks from Mark's on."""
    layout = position.rulebook.layout
    if action < layout.warren:
        mark(position, seat, action)
    elif action < layout.martha:
        warren(position, seat, action - layout.warren)
    elif action < layout.cramer:
        martha(position, seat, action - layout.martha)
    elif action < layout.deborah:
        cramer(position, seat, action - layout.cramer)
    else:
        deborah(position, seat, action - layout.deborah)


def _use(position: Position, investor: int) -> None:
    position.investors_ready &= ~(1 << investor)
    look_again(position)


def _tell_marked(position: Position, journal: Journal, seat: Seat, entry: int) -> None:
    from_pile, index, to_pile = position.marked
    if entry & FACE_UP:
        moved = StockpileEvent(
            EventType.MARK, seat=seat, from_pile=from_pile, index=index, to_pile=to_pile, card=entry & KIND_MASK
        )
    else:
        moved = StockpileEvent(EventType.MARK, seat=seat, from_pile=from_pile, index=index, to_pile=to_pile)
    journal.tell_all(moved)
