"""Cards for nothing: the bailout before a round's Information, and the starting stock of round 1 (14.4)."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.experts import leave_the_game
from engine.games.great_crash.position import BAILOUT, STARTING_STOCK, Position
from engine.games.great_crash.rulebook import BAILOUT_CARDS, CASH
from engine.market.cards import FEE
from engine.market.fees import FEE_VALUES


def begin_bailout(position: Position) -> None:
    """The round begins; pairs and turn order are still those of the last one."""
    position.phase_number = BAILOUT
    position.cursor = 0


def ask_bailout(position: Position) -> bool:
    """Ask the next ruined seat which card it takes, or take for it while it has no choice; False when all have."""
    order = position.order
    while position.cursor < len(order):
        seat = order[position.cursor]
        if not position.takes_left:
            if not is_ruined(position, seat):
                position.cursor += 1
                continue
            _bail_out(position, seat)
        legal = legal_takes(position, seat)
        if len(legal) > 1:
            position.to_act = seat
            position.legal = legal
            return True
        if legal:
            take(position, seat, legal[0])
        else:
            position.takes_left = 0
            position.cursor += 1
    return False


def is_ruined(position: Position, seat: Seat) -> bool:
    """Whether the seat has neither money nor shares."""
    if position.cash[seat]:
        return False
    at = seat * 6
    return not (any(position.regular[at : at + 6]) or any(position.split[at : at + 6]))


def _bail_out(position: Position, seat: Seat) -> None:
    """Debts and experts go first, then money comes (clarification 16)."""
    for value in range(FEE_VALUES):
        position.discard[FEE + value] += position.debt[seat * FEE_VALUES + value]
        position.debt[seat * FEE_VALUES + value] = 0
    leave_the_game(position, seat)
    position.cash[seat] = CASH
    position.takes_left = BAILOUT_CARDS
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.BAILED_OUT, seat=seat, amount=CASH))


def begin_starting_stock(position: Position) -> None:
    """Everybody takes a card in turn order, then a second one from the last seat backwards."""
    position.phase_number = STARTING_STOCK
    position.cursor = 0


def ask_starting_stock(position: Position) -> bool:
    """Ask the next seat which card it takes; False when all have two. Ten of each are enough for a choice."""
    order = position.order
    turn = position.cursor
    if turn == 2 * len(order):
        return False
    seat = order[turn] if turn < len(order) else order[2 * len(order) - 1 - turn]
    position.to_act = seat
    position.legal = legal_takes(position, seat)
    return True


def legal_takes(position: Position, seat: Seat) -> list[int]:
    """Companies in supply; in the starting stock not the one the seat has already."""
    first = position.rulebook.layout.take
    held = position.regular[seat * 6 : seat * 6 + 6]
    starting = position.phase_number == STARTING_STOCK
    return [first + c for c, left in enumerate(position.supply) if left and not (starting and held[c])]


def take(position: Position, seat: Seat, company: int) -> None:
    """Take a card out of the supply."""
    position.supply[company] -= 1
    position.regular[seat * 6 + company] += 1
    if position.phase_number == STARTING_STOCK:
        position.cursor += 1
    else:
        position.takes_left -= 1
        if not position.takes_left:
            position.cursor += 1
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.TAKEN, seat=seat, company=company))
