"""Paying fees at this table: the market's rule, told to whoever watches."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType
from engine.games.great_crash.position import Position
from engine.market.fees import settle


def pay_fees(position: Position, seat: Seat) -> None:
    """Pay the fees the seat can, as after every gain of cash."""
    paid = settle(position.cash, position.debt, position.discard, seat)
    if position.journal is not None:
        for value in paid:
            position.journal.tell_all(CrashEvent(EventType.FEE_PAID, seat=seat, amount=value))
