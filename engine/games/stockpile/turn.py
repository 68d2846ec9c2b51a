"""What comes next: the engine goes on by itself until a seat has a choice or the match is over (4, 18)."""

from engine.contract import Seat
from engine.games.stockpile.abilities import ask_before_demand, ask_deborah, begin_before_demand, legal_before_demand
from engine.games.stockpile.choosing import ask_choice, legal_keeps, reveal_investors
from engine.games.stockpile.demand import ask_bid, award, begin_demand, legal_bids
from engine.games.stockpile.movement import ask_dividend, legal_shows, reveal_pair, run_move
from engine.games.stockpile.position import (
    ACTION,
    BEFORE_DEMAND,
    CHOOSING,
    DEMAND,
    MOVEMENT,
    SELLING,
    SUPPLY,
    Position,
)
from engine.games.stockpile.scoring import finish
from engine.games.stockpile.supply import ask_placement, begin_round, legal_places
from engine.games.stockpile.trading import ask_action_card, ask_sale, legal_plays, legal_sales


def proceed(position: Position) -> None:
    """Go on to the next question, or to the end.

    A dividend goes before a move, a move before the turn it interrupts.
    """
    while position.to_act is None:
        phase = position.phase_number
        if position.dividend_company >= 0:
            ask_dividend(position)
        elif position.move_left:
            run_move(position)
        elif phase == SELLING:
            if not ask_sale(position):
                _begin(position, MOVEMENT)
        elif phase == DEMAND:
            if not ask_bid(position):
                award(position)
                _begin(position, ACTION)
        elif phase == SUPPLY:
            if not ask_placement(position):
                _after_supply(position)
        elif phase == ACTION:
            if not ask_action_card(position):
                _begin(position, SELLING)
        elif not _proceed_elsewhere(position, phase):
            return


def _proceed_elsewhere(position: Position, phase: int) -> bool:
    """In Movement, and in the phases that are there with investors only; False when the match is over."""
    if phase == MOVEMENT:
        return reveal_pair(position) or ask_deborah(position) or _next_round(position)
    if phase == BEFORE_DEMAND:
        if not ask_before_demand(position):
            begin_demand(position)
    elif not ask_choice(position):
        reveal_investors(position)
        begin_round(position)
    return True


def _after_supply(position: Position) -> None:
    if position.investors_ready:
        begin_before_demand(position)
    else:
        begin_demand(position)


def _next_round(position: Position) -> bool:
    """Begin the next round; False, with everything paid out, if that was the last."""
    if position.round == position.rulebook.rounds:
        finish(position)
        return False
    position.first = position.rulebook.next_seat[position.first]
    begin_round(position)
    return True


def legal_now(position: Position, seat: Seat) -> list[int]:
    """The legal ids of the running question, which `seat` is asked."""
    if position.dividend_company >= 0:
        return legal_shows(position, seat)
    if position.phase_number == SUPPLY:
        return legal_places(position, seat)
    if position.phase_number == DEMAND:
        return legal_bids(position, seat)
    if position.phase_number == ACTION:
        return legal_plays(position, seat)
    if position.phase_number == SELLING:
        return legal_sales(position, seat)
    if position.phase_number == CHOOSING:
        return legal_keeps(position, seat)
    if position.phase_number == BEFORE_DEMAND:
        return legal_before_demand(position, seat)
    return position.rulebook.layout.deborahs


def _begin(position: Position, phase: int) -> None:
    position.phase_number = phase
    position.cursor = 0
