"""The end of a match: majorities and liquidation (9)."""

from engine.games.stockpile.demand import pay_fees
from engine.games.stockpile.events import EventType, StockpileEvent
from engine.games.stockpile.knowledge import LEAVE, fact
from engine.games.stockpile.position import Position
from engine.games.stockpile.rulebook import GRAHAM_BONUS
from engine.market.investors import GRAHAM
from engine.market.rates import SOLE_MAJORITY, TIED_MAJORITY


def finish(position: Position) -> None:
    """Pay majorities, sell everything; nothing can be chosen any more."""
    for company in range(len(position.index)):
        _pay_majority(position, company)
    for seat in position.order:
        _liquidate(position, seat)
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
            position.journal.tell_all(StockpileEvent(EventType.MAJORITY, seat=seat, company=company, amount=amount))
        pay_fees(position, seat)


def _liquidate(position: Position, seat: int) -> None:
    amount = 0
    bonus = GRAHAM_BONUS if position.investor_owner[GRAHAM] == seat else 0
    at = seat * 6
    cards = (*position.regular[at : at + 6], *position.split[at : at + 6])
    for company, price in enumerate(position.price):
        amount += (price + bonus) * (cards[company] + 2 * cards[6 + company])
        position.discard[company] += cards[company] + cards[6 + company]
        if cards[company]:
            position.facts.append(fact(LEAVE, seat, company, cards[company]))
    position.regular[at : at + 6] = position.split[at : at + 6] = [0] * 6
    position.regular_cards[seat] = position.split_cards[seat] = 0
    position.cash[seat] += amount
    if position.journal is not None:
        position.journal.tell_all(StockpileEvent(EventType.LIQUIDATED, seat=seat, amount=amount, cards=cards))
    pay_fees(position, seat)
