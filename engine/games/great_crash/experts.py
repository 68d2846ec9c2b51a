"""Purchase experts: hiring, also with a helper's forced sale, and dismissing (14.9, clarifications 20 to 23)."""

from engine.contract import Seat
from engine.games.great_crash.actions import SaleKind
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.fees import pay_fees
from engine.games.great_crash.layout import SALE_KINDS
from engine.games.great_crash.position import GONE, IN_ROW, NOBODY, Position
from engine.games.great_crash.rulebook import HIRE_PRICE, PURCHASE_LIMIT
from engine.market.investors import CASH


def legal_hires(position: Position, seat: Seat) -> list[int]:
    """Hiring the next expert of the seat's row: for cash, or if all its cards at half price are enough with help."""
    if next_expert(position, seat) < 0:
        return []
    layout = position.rulebook.layout
    if position.cash[seat] >= HIRE_PRICE:
        return [layout.hire]
    return layout.helpers[seat] if _can_cover(position, seat) else []


def next_expert(position: Position, seat: Seat) -> int:
    """The dearest expert left in the row of the seat's next hire; -1 if it has no hire or no expert left."""
    row = position.hires[seat]
    if row < len(position.expert_rows):
        for expert in position.expert_rows[row]:
            if position.expert_owner[expert] == IN_ROW:
                return expert
    return NOBODY


def _can_cover(position: Position, seat: Seat) -> bool:
    """Whether all share cards at half price would bring the seat the price of an expert."""
    money = position.cash[seat]
    for company, price in enumerate(position.price):
        at = seat * 6 + company
        money += price // 2 * position.regular[at] + price * position.split[at]
    return money >= HIRE_PRICE


def hire(position: Position, seat: Seat) -> None:
    """Pay for the next expert of the seat's row and raise its limit."""
    expert = next_expert(position, seat)
    position.cash[seat] -= HIRE_PRICE
    position.expert_owner[expert] = seat
    position.hires[seat] += 1
    position.hired = 1
    position.limit[seat] += 1
    if position.journal is not None:
        hired = CrashEvent(EventType.HIRED, seat=seat, expert=expert, amount=HIRE_PRICE)
        position.journal.tell_all(hired)


def name_helper(position: Position, seat: Seat, helper: Seat) -> None:
    """From now on the helper picks cards of the seat, until the expert can be paid."""
    position.helper = helper
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.HELPER, seat=seat, helper=helper))


def ask_cover(position: Position) -> None:
    """Ask the helper for the next card, or pick it if there is one sort only; hire when the money is there."""
    seat = position.order[position.cursor]
    while position.cash[seat] < HIRE_PRICE:
        legal = legal_covers(position, seat)
        if len(legal) > 1:
            position.to_act = position.helper
            position.legal = legal
            return
        cover(position, legal[0])
    position.helper = NOBODY
    hire(position, seat)
    pay_fees(position, seat)


def legal_covers(position: Position, seat: Seat) -> list[int]:
    """Each sort of card the hirer holds, worthless ones too."""
    action = position.rulebook.layout.cover
    legal = []
    for at in range(seat * 6, seat * 6 + 6):
        if position.regular[at]:
            legal.append(action)
        if position.split[at]:
            legal.append(action + 1)
        action += SALE_KINDS
    return legal


def cover(position: Position, action: int) -> None:
    """Sell one of the hirer's cards to the bank at half its value, rounded down; the price stays."""
    seat = position.order[position.cursor]
    company, split = divmod(action - position.rulebook.layout.cover, SALE_KINDS)
    price = position.price[company]
    if split:
        position.split[seat * 6 + company] -= 1
    else:
        position.regular[seat * 6 + company] -= 1
        price //= 2
    position.supply[company] += 1
    position.cash[seat] += price
    if position.journal is not None:
        kind = SaleKind.SPLIT if split else SaleKind.REGULAR
        position.journal.tell_all(
            CrashEvent(EventType.COVERED, seat=seat, helper=position.helper, company=company, kind=kind, amount=price)
        )


def legal_dismissals(position: Position, seat: Seat) -> list[int]:
    """The seat's experts whose printed amount its cash covers."""
    if position.limit[seat] == PURCHASE_LIMIT:
        return []
    action = position.rulebook.layout.dismiss
    cash = position.cash[seat]
    owners = position.expert_owner
    return [action + expert for expert, owner in enumerate(owners) if owner == seat and CASH[expert] <= cash]


def dismiss(position: Position, seat: Seat, expert: int) -> None:
    """Pay an expert's printed amount; he goes back to his row."""
    amount = CASH[expert]
    position.cash[seat] -= amount
    position.expert_owner[expert] = IN_ROW
    position.limit[seat] -= 1
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.DISMISSED, seat=seat, expert=expert, amount=amount))


def leave_the_game(position: Position, seat: Seat) -> None:
    """A ruined seat's experts are out of the game; its hires still count."""
    for expert, owner in enumerate(position.expert_owner):
        if owner == seat:
            position.expert_owner[expert] = GONE
    position.limit[seat] = PURCHASE_LIMIT
