"""Selling: turns of single sales in sub-phases; what was sold drops when the turn is over (14.6)."""

from engine.contract import Seat
from engine.games.great_crash.actions import SaleKind
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.experts import legal_dismissals
from engine.games.great_crash.fees import pay_fees
from engine.games.great_crash.layout import SALE_KINDS
from engine.games.great_crash.movement import drop
from engine.games.great_crash.position import NO_CARDS, SELLING, Position
from engine.games.great_crash.rulebook import PAIR


def begin_selling(position: Position) -> None:
    """The first sub-phase, which concerns everybody."""
    position.phase_number = SELLING
    position.cursor = position.sold = 0
    position.sub_phase = 1


def ask_sale(position: Position) -> bool:
    """Ask the next seat that can sell; False, with all pairs back in the supply, when Selling is over."""
    order = position.order
    while True:
        while position.cursor < len(order):
            seat = order[position.cursor]
            legal = legal_sales(position, seat)
            if len(legal) > 1:
                position.to_act = seat
                position.legal = legal
                return True
            end_selling_turn(position)
        if not (position.sold and 1 in position.on_show and _has_live_right(position)):
            _return_pairs(position)
            return False
        position.sub_phase += 1
        position.cursor = position.sold = 0


def legal_sales(position: Position, seat: Seat) -> list[int]:
    """Every sort of card the seat may still sell, the end of its turn, experts it may dismiss.

    After the first sub-phase only companies it shows a pair of; who has no such right has no turn (clarification 17).
    """
    regular, split, aside, on_show = position.regular, position.split, position.aside, position.on_show
    everybody = position.sub_phase == 1
    action = position.rulebook.layout.sell
    at = seat * 6
    legal = []
    for sold in aside:
        if sold < PAIR and (everybody or on_show[at]):
            if regular[at]:
                legal.append(action)
            if split[at]:
                legal.append(action + 1)
        action += SALE_KINDS
        at += 1
    has_turn = everybody or len(legal) > 0 or any(aside)
    legal.append(position.rulebook.layout.done)
    if has_turn and position.rulebook.experts:
        legal += legal_dismissals(position, seat)
    return legal


def sell(position: Position, seat: Seat, action: int) -> None:
    """Sell one card at the price of the turn; it lies aside until the turn is over."""
    company, is_split = divmod(action - position.rulebook.layout.sell, SALE_KINDS)
    amount = position.price[company]
    if is_split:
        position.split[seat * 6 + company] -= 1
        amount *= 2
    else:
        position.regular[seat * 6 + company] -= 1
    position.aside[company] += 1
    position.sold = 1
    position.cash[seat] += amount
    if position.journal is not None:
        kind = SaleKind.SPLIT if is_split else SaleKind.REGULAR
        position.journal.tell_all(CrashEvent(EventType.SOLD, seat=seat, company=company, kind=kind, amount=amount))
    pay_fees(position, seat)


def end_selling_turn(position: Position) -> None:
    """Old pairs go back, new ones are shown, single cards go to the supply; then prices drop (clarification 18)."""
    if any(position.aside):
        at = position.order[position.cursor] * 6
        sold = position.aside
        position.aside = NO_CARDS[:]
        for company, count in enumerate(sold):
            if count:
                if position.on_show[at + company]:
                    position.supply[company] += PAIR
                position.on_show[at + company] = int(count == PAIR)
                if count < PAIR:
                    position.supply[company] += count
        for company, count in enumerate(sold):
            if count:
                drop(position, company, 1)
    position.cursor += 1


def _has_live_right(position: Position) -> bool:
    """Whether a seat that shows a pair has further cards of its company."""
    held = zip(position.on_show, position.regular, position.split, strict=True)
    return any(shown and (regular or split) for shown, regular, split in held)


def _return_pairs(position: Position) -> None:
    for at, shown in enumerate(position.on_show):
        if shown:
            position.on_show[at] = 0
            position.supply[at % 6] += PAIR
    position.sub_phase = position.sold = 0
