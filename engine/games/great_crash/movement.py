"""How prices move: pairs are revealed, companies split or fail, dividends and sales at splits are asked (6, 7, 14)."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.fees import pay_fees
from engine.games.great_crash.position import MOVEMENT, Position
from engine.games.great_crash.rulebook import SPLIT_BONUS
from engine.market.forecasts import DIVIDEND, STEPS
from engine.market.movement import BANKRUPT, SPLIT, step
from engine.market.rates import DIVIDEND_RATE, SPACE_DIVIDEND_RATE


def begin_movement(position: Position) -> None:
    """All six pairs are to be revealed."""
    position.phase_number = MOVEMENT
    position.cursor = 0


def reveal_pair(position: Position) -> bool:
    """Reveal the next pair and begin its move; False when all six have moved."""
    turn = position.revealed
    if turn == len(position.pairs):
        return False
    slot = position.order[turn] if turn < len(position.order) else turn
    company, forecast = position.pairs[slot]
    position.revealed = turn + 1
    if position.journal is not None:
        holder = position.rulebook.holders[slot]
        position.journal.tell_all(CrashEvent(EventType.FORECAST, seat=holder, company=company, forecast=forecast))
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
    """Take steps until the move ends or is suspended: a `$` space pays, or split cards may be sold without bonus."""
    company = position.move_company
    track = position.rulebook.trails[company]
    direction = 1 if position.move_left > 0 else -1
    while position.move_left:
        position.move_left -= direction
        index = step(track, position.index[company], direction)
        if index == SPLIT:
            if begin_split(position, company):
                return
        elif index == BANKRUPT:
            bankrupt(position, company)
            position.move_left = 0
        else:
            position.set_index(company, index)
            if direction > 0 and index in track.dollars:
                begin_dividend(position, company, SPACE_DIVIDEND_RATE)
                break
    _tell_moved(position, company)


def fall(position: Position) -> None:
    """After a movement with sales at a split the price falls a space for each seat that sold (14.9)."""
    sellers = position.split_sellers.bit_count()
    position.split_sellers = 0
    drop(position, position.move_company, sellers)


def drop(position: Position, company: int, spaces: int) -> None:
    """Move a ticker left for sales; below its lowest space the company is bankrupt, which ends the move."""
    track = position.rulebook.trails[company]
    for _ in range(spaces):
        index = step(track, position.index[company], -1)
        if index == BANKRUPT:
            bankrupt(position, company)
            break
        position.set_index(company, index)
    _tell_moved(position, company)


def begin_dividend(position: Position, company: int, rate: int) -> None:
    """Start asking holders, in turn order, what they show for `rate` K a share."""
    position.dividend_company = company
    position.dividend_rate = rate
    position.dividend_at = 0


def ask_dividend(position: Position) -> bool:
    """Ask the next holder; False when all have been asked."""
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
    if position.journal is not None:
        shown = CrashEvent(
            EventType.SHOWN, seat=seat, company=company, regular=regular, split=split_cards, amount=amount
        )
        position.journal.tell_all(shown)
    pay_fees(position, seat)


def begin_split(position: Position, company: int) -> bool:
    """Split a company; True if the move is suspended because owners may sell cards that were split before."""
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.SPLIT, company=company))
    if position.rulebook.no_bonus:
        position.split_at = 0
        return True
    complete_split(position, company)
    return False


def ask_split_sale(position: Position) -> bool:
    """Ask the next owner of cards split before; False, with the split done, when all have been asked."""
    order = position.order
    company = position.move_company
    while position.split_at < len(order):
        seat = order[position.split_at]
        held = position.split[seat * 6 + company]
        if held:
            position.to_act = seat
            position.legal = position.rulebook.layout.split_sales[held]
            return True
        position.split_at += 1
    position.split_at = -1
    complete_split(position, company)
    if not position.move_left:
        _tell_moved(position, company)
    return False


def sell_at_split(position: Position, seat: Seat, count: int) -> None:
    """Sell cards split before at twice the company's highest price each."""
    position.split_at += 1
    if not count:
        return
    company = position.move_company
    amount = 2 * position.rulebook.top_price[company] * count
    position.split[seat * 6 + company] -= count
    position.supply[company] += count
    position.split_sellers |= 1 << seat
    position.cash[seat] += amount
    if position.journal is not None:
        sold = CrashEvent(EventType.SPLIT_SALE, seat=seat, company=company, split=count, amount=amount)
        position.journal.tell_all(sold)
    pay_fees(position, seat)


def complete_split(position: Position, company: int) -> None:
    """Cards split before earn their bonus, if there is one; all others move over; the ticker goes to the octagon."""
    rate = 0 if position.rulebook.no_bonus else SPLIT_BONUS
    for seat in position.order:
        at = seat * 6 + company
        regular, bonus = position.regular[at], rate * position.split[at]
        position.regular[at] = 0
        position.split[at] += regular
        if position.journal is not None and (regular or bonus):
            moved = CrashEvent(EventType.SPLIT_SHARES, seat=seat, company=company, regular=regular, amount=bonus)
            position.journal.tell_all(moved)
        if bonus:
            position.cash[seat] += bonus
            pay_fees(position, seat)
    position.set_index(company, position.rulebook.trails[company].split_return)


def bankrupt(position: Position, company: int) -> None:
    """All cards of the company go back to the supply without money; the ticker goes to its start (7.3)."""
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.BANKRUPT, company=company))
    for seat in position.order:
        at = seat * 6 + company
        regular, split_cards = position.regular[at], position.split[at]
        if not (regular or split_cards):
            continue
        position.regular[at] = position.split[at] = 0
        position.supply[company] += regular + split_cards
        if position.journal is not None:
            lost = CrashEvent(EventType.LOST_SHARES, seat=seat, company=company, regular=regular, split=split_cards)
            position.journal.tell_all(lost)
    position.set_index(company, position.rulebook.trails[company].start)


def _tell_moved(position: Position, company: int) -> None:
    if position.journal is not None:
        moved = CrashEvent(EventType.MOVED, company=company, index=position.index[company])
        position.journal.tell_all(moved)
