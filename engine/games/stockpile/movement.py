"""Movement: pairs are revealed, tickers move, companies split or fail, dividends are asked (5.6, 6, 7)."""

from engine.contract import Seat
from engine.games.stockpile.demand import pay_fees
from engine.games.stockpile.events import EventType, StockpileEvent
from engine.games.stockpile.knowledge import EXCLUDE, LEAVE, SHOW, fact
from engine.games.stockpile.position import Position
from engine.games.stockpile.rulebook import SPLIT_BONUS
from engine.market.forecasts import DIVIDEND, STEPS
from engine.market.movement import BANKRUPT, SPLIT, step
from engine.market.rates import DIVIDEND_RATE, SPACE_DIVIDEND_RATE


def reveal_pair(position: Position) -> bool:
    """Reveal the next pair and begin its move; False when all six have moved."""
    if position.revealed == len(position.pairs):
        return False
    slot = position.rulebook.orders[position.first][position.revealed]
    company, forecast = position.pairs[slot]
    position.revealed += 1
    if position.journal is not None:
        holder = position.rulebook.holders[slot]
        position.journal.tell_all(StockpileEvent(EventType.FORECAST, seat=holder, company=company, forecast=forecast))
    if forecast == DIVIDEND:
        begin_dividend(position, company, DIVIDEND_RATE)
    else:
        begin_move(position, company, STEPS[forecast])
    return True


def begin_move(position: Position, company: int, steps: int) -> None:
    """Start moving a ticker; `run_move` takes the steps."""
    position.move_company = company
    position.move_left = steps


def run_move(position: Position) -> None:
    """Take steps until the move ends or a `$` space pays, which suspends it."""
    company = position.move_company
    track = position.rulebook.trails[company]
    direction = 1 if position.move_left > 0 else -1
    while position.move_left:
        position.move_left -= direction
        index = step(track, position.index[company], direction)
        if index == SPLIT:
            split(position, company)
            position.set_index(company, track.split_return)
        elif index == BANKRUPT:
            bankrupt(position, company)
            position.set_index(company, track.start)
            position.move_left = 0
        else:
            position.set_index(company, index)
            if direction > 0 and index in track.dollars:
                begin_dividend(position, company, SPACE_DIVIDEND_RATE)
                break
    if position.journal is not None:
        position.journal.tell_all(StockpileEvent(EventType.MOVED, company=company, index=position.index[company]))


def begin_dividend(position: Position, company: int, rate: int) -> None:
    """Start asking holders, in turn order, what they show for `rate` K a share."""
    position.dividend_company = company
    position.dividend_rate = rate
    position.dividend_at = 0


def ask_dividend(position: Position) -> bool:
    """Ask the next holder; False when all have been asked. Who holds none is passed over without a trace."""
    order = position.order
    while position.dividend_at < len(order):
        seat = order[position.dividend_at]
        at = seat * 6 + position.dividend_company
        if position.regular[at] or position.split[at]:
            position.to_act = seat
            position.legal = legal_shows(position, seat)
            return True
        position.dividend_at += 1
    position.dividend_company = -1
    position.dividend_rate = 0
    return False


def legal_shows(position: Position, seat: Seat) -> list[int]:
    """Any number of the seat's cards of the company that pays."""
    at = seat * 6 + position.dividend_company
    return position.rulebook.layout.shows[position.regular[at] * 11 + position.split[at]]


def show(position: Position, seat: Seat, regular: int, split_cards: int) -> None:
    """Pay for the cards shown; showing none leaves no trace."""
    position.dividend_at += 1
    if not (regular or split_cards):
        return
    company = position.dividend_company
    amount = position.dividend_rate * (regular + 2 * split_cards)
    position.cash[seat] += amount
    if regular:
        position.facts.append(fact(SHOW, seat, company, regular))
    if position.journal is not None:
        shown = StockpileEvent(
            EventType.SHOWN, seat=seat, company=company, regular=regular, split=split_cards, amount=amount
        )
        position.journal.tell_all(shown)
    pay_fees(position, seat)


def split(position: Position, company: int) -> None:
    """Cards split before earn their bonus, all others of the company are shown and move over (7.2)."""
    if position.journal is not None:
        position.journal.tell_all(StockpileEvent(EventType.SPLIT, company=company))
    for seat in position.order:
        at = seat * 6 + company
        regular, bonus = position.regular[at], SPLIT_BONUS * position.split[at]
        if regular:
            position.regular[at] = 0
            position.split[at] += regular
            position.regular_cards[seat] -= regular
            position.split_cards[seat] += regular
            position.facts.append(fact(LEAVE, seat, company, regular))
        if position.journal is not None and (regular or bonus):
            position.journal.tell_all(
                StockpileEvent(EventType.SPLIT_SHARES, seat=seat, company=company, regular=regular, amount=bonus)
            )
        if bonus:
            position.cash[seat] += bonus
            pay_fees(position, seat)
    position.facts.append(fact(EXCLUDE, 0, company))


def bankrupt(position: Position, company: int) -> None:
    """All cards of the company are discarded without money (7.3)."""
    if position.journal is not None:
        position.journal.tell_all(StockpileEvent(EventType.BANKRUPT, company=company))
    for seat in position.order:
        at = seat * 6 + company
        regular, split_cards = position.regular[at], position.split[at]
        if not (regular or split_cards):
            continue
        position.regular[at] = position.split[at] = 0
        position.regular_cards[seat] -= regular
        position.split_cards[seat] -= split_cards
        position.discard[company] += regular + split_cards
        if regular:
            position.facts.append(fact(LEAVE, seat, company, regular))
        if position.journal is not None:
            lost = StockpileEvent(EventType.LOST_SHARES, seat=seat, company=company, regular=regular, split=split_cards)
            position.journal.tell_all(lost)
    position.facts.append(fact(EXCLUDE, 0, company))
