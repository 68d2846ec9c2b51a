"""What one seat may know, complete in itself: its type; `observing.py` builds it."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from engine.contract import Observation, Seat

Numbers: TypeAlias = tuple[int, ...]


class Phase(IntEnum):
    """The phases of a round; numbers are those of the proto."""

    BAILOUT = 1
    BIDDING = 2
    STARTING_STOCK = 3
    ACTION = 4
    SELLING = 5
    PURCHASE = 6
    MOVEMENT = 7


PHASE_BY_NUMBER: Final = (Phase.BAILOUT, *Phase)
"""By the number a position stores; there is no phase 0."""


@dataclass(frozen=True)
class CrashObservation(Observation):
    """Fields have the names, indices and units of the proto, which says for each who else knows it."""

    round: int
    phase: Phase
    turn_order: Numbers
    turn_seat: Seat
    price_index: Numbers
    price: Numbers
    cash: Numbers
    debt: Numbers
    action_card: Numbers
    track_card: Numbers
    standing_seat: Numbers
    standing_space: Numbers
    meeples: Numbers
    pen: Numbers
    forecast_card: Numbers
    pair_slot: Numbers
    pair_moved: Numbers
    regular: Numbers
    split: Numbers
    supply: Numbers
    sub_phase: int
    sold: int
    aside: Numbers
    on_show: Numbers
    bought: Numbers
    deck_size: int
    discard: Numbers
    dividend_company: int
    dividend_rate: int
    move_company: int
    move_left: int
    split_company: int
    split_sellers: int
    playing_card: int
    expert_row: Numbers
    expert_owner: Numbers
    hires: Numbers
    hired: int
    helper: Seat
