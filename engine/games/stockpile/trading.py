"""Action and Selling: action cards move prices, share cards become money (5.4, 5.5)."""

from typing import Final

from engine.contract import Seat
from engine.games.stockpile.actions import SaleKind
from engine.games.stockpile.demand import pay_fees
from engine.games.stockpile.events import EventType, StockpileEvent
from engine.games.stockpile.knowledge import GAIN, SALE, fact
from engine.games.stockpile.movement import begin_move
from engine.games.stockpile.position import Position
from engine.games.stockpile.rulebook import GRAHAM_BONUS
from engine.market.cards import BOOM
from engine.market.investors import CRAMER, GRAHAM
from engine.market.rates import BOOM_STEPS

REGULAR: Final = 1
HALF: Final = 3
SALE_KINDS: Final = 3
"""Numbers of SaleKind: compiled code compares these at once, members of an enum by way of objects."""


def ask_action_card(position: Position) -> bool:
    """Ask the next seat with action cards, or with Cramer unused, which to use where; False when all have finished."""
    cards = position.action_cards
    if position.playing >= 0:
        _put_away(position)
    while position.cursor < len(position.order):
        seat = position.order[position.cursor]
        if cards[seat * 2] or cards[seat * 2 + 1] or may_use_cramer(position, seat):
            position.to_act = seat
            position.legal = legal_plays(position, seat)
            return True
        position.cursor += 1
    return False


def legal_plays(position: Position, seat: Seat) -> list[int]:
    """Each sort of action card before the seat, on any company; Cramer, and without cards the end of the turn."""
    booms, busts = position.action_cards[seat * 2 : seat * 2 + 2]
    held = (booms > 0) * 2 + (busts > 0)
    if may_use_cramer(position, seat):
        return position.rulebook.layout.plays_with_cramer[held]
    return position.rulebook.layout.plays[held]


def may_use_cramer(position: Position, seat: Seat) -> bool:
    """Whether the seat has Cramer and has not used him in this round."""
    return position.investors_ready >> CRAMER & 1 == 1 and position.investor_owner[CRAMER] == seat


def play(position: Position, seat: Seat, card: int, company: int) -> None:
    """Begin the move of an action card, which stays before its owner until the move is complete."""
    position.playing = card
    if position.journal is not None:
        position.journal.tell_all(StockpileEvent(EventType.PLAYED, seat=seat, card=card, company=company))
    begin_move(position, company, BOOM_STEPS if card == BOOM else -BOOM_STEPS)


def _put_away(position: Position) -> None:
    seat = position.order[position.cursor]
    position.action_cards[seat * 2 + position.playing - BOOM] -= 1
    position.discard[position.playing] += 1
    position.playing = -1


def ask_sale(position: Position) -> bool:
    """Ask the seat whose turn it is, or the next one with cards, what to sell; False when all are done."""
    while position.cursor < len(position.order):
        seat = position.order[position.cursor]
        if position.regular_cards[seat] or position.split_cards[seat]:
            position.to_act = seat
            position.legal = legal_sales(position, seat)
            return True
        position.cursor += 1
    return False


def sell(position: Position, seat: Seat, company: int, kind: int) -> None:
    """Sell one card, or half of a split one, at the present price; Graham's owner gets more for each share."""
    at = seat * 6 + company
    price = position.price[company]
    if position.investor_owner[GRAHAM] == seat:
        price += GRAHAM_BONUS
    if kind == REGULAR:
        position.regular[at] -= 1
        position.regular_cards[seat] -= 1
        position.discard[company] += 1
        position.facts.append(fact(SALE, seat, company))
    else:
        position.split[at] -= 1
        position.split_cards[seat] -= 1
        if kind == HALF:
            position.regular[at] += 1
            position.regular_cards[seat] += 1
            position.facts.append(fact(GAIN, seat, company))
        else:
            position.discard[company] += 1
            price *= 2
    position.cash[seat] += price
    if position.journal is not None:
        sold = StockpileEvent(EventType.SOLD, seat=seat, company=company, kind=SaleKind(kind), amount=price)
        position.journal.tell_all(sold)
    pay_fees(position, seat)


def end_turn(position: Position) -> None:
    """The seat whose turn it is has finished the phase."""
    position.cursor += 1


def legal_sales(position: Position, seat: Seat) -> list[int]:
    """Every kind of card the seat holds, and the end of its turn."""
    at = seat * 6
    action = position.rulebook.layout.sell
    split = position.split
    legal = []
    for place, regular in enumerate(position.regular[at : at + 6], at):
        if regular:
            legal.append(action)
        if split[place]:
            legal += (action + 1, action + 2)
        action += 3
    legal.append(position.rulebook.layout.done)
    return legal
