"""Action: the action cards won under the tracks move prices (14.5)."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.experts import legal_dismissals
from engine.games.great_crash.movement import begin_move
from engine.games.great_crash.position import Position
from engine.market.cards import BOOM
from engine.market.rates import BOOM_STEPS


def ask_action_card(position: Position) -> bool:
    """Ask the next seat with an action card where to use it; False when all have finished."""
    if position.playing >= 0:
        _put_away(position)
    cards = position.action_cards
    while position.cursor < len(position.order):
        seat = position.order[position.cursor]
        if cards[seat * 2] or cards[seat * 2 + 1]:
            position.to_act = seat
            position.legal = legal_plays(position, seat)
            return True
        position.cursor += 1
    return False


def legal_plays(position: Position, seat: Seat) -> list[int]:
    """The seat's card on any company, as it has won one track; experts it may dismiss."""
    plays = position.rulebook.layout.plays
    legal = plays[0] if position.action_cards[seat * 2] else plays[1]
    return legal + legal_dismissals(position, seat) if position.rulebook.experts else legal


def play(position: Position, seat: Seat, card: int, company: int) -> None:
    """Begin the move of an action card, which stays before its owner until the move is complete."""
    position.playing = card
    if position.journal is not None:
        position.journal.tell_all(CrashEvent(EventType.PLAYED, seat=seat, card=card, company=company))
    begin_move(position, company, BOOM_STEPS if card == BOOM else -BOOM_STEPS)


def _put_away(position: Position) -> None:
    seat = position.order[position.cursor]
    position.action_cards[seat * 2 + position.playing - BOOM] -= 1
    position.discard[position.playing] += 1
    position.playing = -1
