"""What comes next: the engine goes on by itself until a seat has a choice or the match is over (14.3, 18)."""

from engine.contract import Seat
from engine.games.great_crash.bidding import ask_bid, award, legal_bids, open_round
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.experts import legal_covers
from engine.games.great_crash.movement import (
    ask_dividend,
    ask_split_sale,
    begin_movement,
    fall,
    legal_shows,
    reveal_pair,
    run_move,
)
from engine.games.great_crash.playing import ask_action_card, legal_plays
from engine.games.great_crash.position import (
    ACTION,
    BAILOUT,
    BIDDING,
    MOVEMENT,
    PURCHASE,
    SELLING,
    STARTING_STOCK,
    Position,
)
from engine.games.great_crash.purchase import ask_purchase, begin_purchase, legal_purchases
from engine.games.great_crash.scoring import finish
from engine.games.great_crash.selling import ask_sale, begin_selling, legal_sales
from engine.games.great_crash.taking import (
    ask_bailout,
    ask_starting_stock,
    begin_bailout,
    begin_starting_stock,
    legal_takes,
)


def proceed(position: Position) -> None:
    """Go on to the next question, or to the end.

    A dividend goes before the split and the move it interrupts, a move before the turn that caused it.
    """
    while position.to_act is None:
        phase = position.phase_number
        if position.dividend_company >= 0:
            ask_dividend(position)
        elif position.split_at >= 0:
            ask_split_sale(position)
        elif position.move_left:
            run_move(position)
        elif position.split_sellers:
            fall(position)
        elif phase == MOVEMENT:
            if not reveal_pair(position) and not _next_round(position):
                return
        else:
            _proceed_in_turns(position, phase)


def _proceed_in_turns(position: Position, phase: int) -> None:
    """In the phases in which one seat after the other decides."""
    if phase == SELLING:
        if not ask_sale(position):
            begin_purchase(position)
    elif phase == PURCHASE:
        if not ask_purchase(position):
            begin_movement(position)
    elif phase == BIDDING:
        if not ask_bid(position):
            _after_bidding(position)
    elif phase == ACTION:
        if not ask_action_card(position):
            begin_selling(position)
    else:
        _proceed_before(position, phase)


def _proceed_before(position: Position, phase: int) -> None:
    """In the phases in which cards are taken for nothing."""
    if phase == BAILOUT:
        if not ask_bailout(position):
            open_round(position)
    elif not ask_starting_stock(position):
        begin_purchase(position)


def begin_first_round(position: Position) -> None:
    """The setup round: nobody can be ruined yet."""
    _count_round(position)
    open_round(position)


def _after_bidding(position: Position) -> None:
    award(position)
    if position.round == 1:
        begin_starting_stock(position)
    else:
        position.phase_number = ACTION
        position.cursor = 0


def _next_round(position: Position) -> bool:
    """Begin the next round with the bailout; False, with everything paid out, if that was the last."""
    if position.round == position.rulebook.rounds:
        finish(position)
        return False
    _count_round(position)
    begin_bailout(position)
    return True


def _count_round(position: Position) -> None:
    position.round += 1
    if position.journal is not None:
        began = CrashEvent(EventType.ROUND, round=position.round, order=tuple(position.order))
        position.journal.tell_all(began)


def legal_now(position: Position, seat: Seat) -> list[int]:
    """The legal ids of the running question, which `seat` is asked."""
    if position.dividend_company >= 0:
        return legal_shows(position, seat)
    if position.split_at >= 0:
        return position.rulebook.layout.split_sales[position.split[seat * 6 + position.move_company]]
    if position.phase_number == BIDDING:
        return legal_bids(position, seat)
    if position.phase_number == ACTION:
        return legal_plays(position, seat)
    if position.phase_number == SELLING:
        return legal_sales(position, seat)
    if position.phase_number == PURCHASE:
        if position.helper >= 0:
            return legal_covers(position, position.order[position.cursor])
        return legal_purchases(position, seat)
    assert position.phase_number in (BAILOUT, STARTING_STOCK)
    return legal_takes(position, seat)
