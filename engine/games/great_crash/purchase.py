"""Purchase: turns of single buys at the prices of the turn; what was bought rises when the turn is over (14.7)."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.experts import ask_cover, legal_dismissals, legal_hires
from engine.games.great_crash.position import NO_CARDS, PURCHASE, Position


def begin_purchase(position: Position) -> None:
    """In turn order everybody has one turn."""
    position.phase_number = PURCHASE
    position.cursor = 0


def ask_purchase(position: Position) -> bool:
    """Ask the seat whose turn it is, its helper, or the next one with a choice; False when all are done."""
    while position.cursor < len(position.order):
        if position.helper >= 0:
            ask_cover(position)
            if position.helper >= 0:
                return True
        seat = position.order[position.cursor]
        legal = legal_purchases(position, seat)
        if len(legal) > 1:
            position.to_act = seat
            position.legal = legal
            return True
        end_purchase_turn(position)
    return False


def legal_purchases(position: Position, seat: Seat) -> list[int]:
    """Every company in supply that the seat can pay, up to its limit; the end of its turn; experts."""
    layout = position.rulebook.layout
    legal = []
    if position.purchases < position.limit[seat]:
        cash = position.cash[seat]
        supply = position.supply
        action = layout.buy
        for company, price in enumerate(position.price):
            if price <= cash and supply[company]:
                legal.append(action + company)
    legal.append(layout.done)
    if position.rulebook.experts:
        if not (position.purchases or position.hired):
            legal += legal_hires(position, seat)
        legal += legal_dismissals(position, seat)
    return legal


def buy(position: Position, seat: Seat, company: int) -> None:
    """Buy one card out of the supply."""
    price = position.price[company]
    position.cash[seat] -= price
    position.supply[company] -= 1
    position.regular[seat * 6 + company] += 1
    position.bought[company] += 1
    position.purchases += 1
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.BOUGHT, seat=seat, company=company, amount=price))


def end_purchase_turn(position: Position) -> None:
    """Each company bought rises one space, without split or dividend; at its top it stays."""
    if position.purchases:
        for company, count in enumerate(position.bought):
            index = position.index[company] + 1
            if count and index < len(position.rulebook.prices[company]):
                position.set_index(company, index)
                if position.journal is not None:
                    position.journal.tell_all(CrashEvent(EventType.MOVED, company=company, index=index))
        position.bought = NO_CARDS[:]
        position.purchases = 0
    position.hired = 0
    position.cursor += 1
