"""The end of a match: majorities, liquidation, the experts' amounts (14.8, 14.9, section 9)."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.experts import dismiss
from engine.games.great_crash.fees import pay_fees
from engine.games.great_crash.position import Position
from engine.market.rates import SOLE_MAJORITY, TIED_MAJORITY


def finish(position: Position) -> None:
    """Pay majorities, sell everything, dismiss every expert; nothing can be chosen any more."""
    for company in range(len(position.index)):
        _pay_majority(position, company)
    for seat in position.order:
        _liquidate(position, seat)
    for seat in position.order:
        for expert, owner in enumerate(position.expert_owner):
            if owner == seat:
                dismiss(position, seat, expert)
    position.legal = []


def _pay_majority(position: Position, company: int) -> None:
    shares = [position.regular[seat * 6 + company] + 2 * position.split[seat * 6 + company] for seat in position.order]
    most = max(shares)
    if not most:
        return
    winners = [seat for seat, held in zip(position.order, shares, strict=True) if held == most]
    amount = SOLE_MAJORITY if len(winners) == 1 else TIED_MAJORITY
    for seat in winners:
        position.cash[seat] += amount
        if position.journal is not None:
            position.journal.tell_all(CrashEvent(EventType.MAJORITY, seat=seat, company=company, amount=amount))
        pay_fees(position, seat)


def _liquidate(position: Position, seat: Seat) -> None:
    """All cards at the present prices, which do not drop for it."""
    amount = 0
    at = seat * 6
    cards = (*position.regular[at : at + 6], *position.split[at : at + 6])
    for company, price in enumerate(position.price):
        amount += price * (cards[company] + 2 * cards[6 + company])
        position.supply[company] += cards[company] + cards[6 + company]
    position.regular[at : at + 6] = [0] * 6
    position.split[at : at + 6] = [0] * 6
    position.cash[seat] += amount
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.LIQUIDATED, seat=seat, amount=amount, cards=cards))
    pay_fees(position, seat)
