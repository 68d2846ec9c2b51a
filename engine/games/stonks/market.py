"""The market: trump, and adjusting a company's value (4, 7.6)."""

from engine.contract import Seat
from engine.games.stonks.events import EventType, StonksEvent
from engine.games.stonks.position import ADJUST, Position


def lowest_company(position: Position) -> int:
    """Trump: the company of the lowest value, of several the one furthest left in the row."""
    values = position.values
    lowest = position.row[0]
    for company in position.row:
        if values[company] < values[lowest]:
            lowest = company
    return lowest


def ask_adjustment(position: Position, seat: Seat, symbols: int) -> bool:
    """Ask the player of a card with symbols; a single possible adjustment is made unasked, and False returned."""
    position.symbols = symbols
    legal = legal_adjustments(position)
    position.phase_number = ADJUST
    if len(legal) == 1:
        adjust(position, seat, legal[0])
        return False
    position.to_act = seat
    position.legal = legal
    return True


def legal_adjustments(position: Position) -> list[int]:
    """Any company but the one with the dot, by all symbols in one direction, within the track; or none."""
    rulebook = position.rulebook
    layout = rulebook.layout
    legal = [] if rulebook.adjust_mandatory else [layout.decline]
    move = layout.adjust
    lowest, highest = rulebook.low + position.symbols, rulebook.high - position.symbols
    dot = position.dot
    for company, value in enumerate(position.values):
        if company != dot:
            if value >= lowest:
                legal.append(move)
            if value <= highest:
                legal.append(move + 1)
        move += 2
    return legal


def adjust(position: Position, seat: Seat, action: int) -> None:
    """Move a company's value and the dot, or leave both where they are."""
    layout = position.rulebook.layout
    symbols = position.symbols
    position.symbols = 0
    if action == layout.decline:
        if position.journal is not None:
            position.journal.tell_all(StonksEvent(EventType.DECLINED, seat=seat))
        return
    company, up = divmod(action - layout.adjust, 2)
    steps = symbols if up else -symbols
    position.values[company] += steps
    position.dot = company
    position.trump = lowest_company(position)
    position.moved[-1] = company
    position.steps[-1] = steps
    if position.journal is not None:
        _tell_adjusted(position, seat, company, steps)


def default_adjustment(position: Position) -> int:
    """Decline; where that is not allowed, the first company of the row that can move, down before up (17.13)."""
    layout = position.rulebook.layout
    legal = position.legal
    if legal[0] == layout.decline:
        return layout.decline
    place = position.row_place
    return min(legal, key=lambda action: (place[(action - layout.adjust) // 2], action))


def _tell_adjusted(position: Position, seat: Seat, company: int, steps: int) -> None:
    assert position.journal is not None
    position.journal.tell_all(
        StonksEvent(
            EventType.ADJUSTED,
            seat=seat,
            company=company,
            steps=steps,
            value=position.values[company],
            trump=position.trump,
        )
    )
