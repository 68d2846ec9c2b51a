"""What one seat may know, complete in itself: its type; `observing.py` builds it."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from engine.contract import Observation, Seat

Numbers: TypeAlias = tuple[int, ...]


class Phase(IntEnum):
    """The phases of a round, and the choice of investors before the first; numbers are those of the proto."""

    SUPPLY = 1
    DEMAND = 2
    ACTION = 3
    SELLING = 4
    MOVEMENT = 5
    INVESTORS = 6
    BEFORE_DEMAND = 7


PHASE_BY_NUMBER: Final = (Phase.SUPPLY, *Phase)
"""By the number a position stores; there is no phase 0."""


@dataclass(frozen=True)
class StockpileObservation(Observation):
    """Fields have the names, indices and units of the proto, which says for each who else knows it."""

    round: int
    phase: Phase
    turn_order: Numbers
    price_index: Numbers
    price: Numbers
    cash: Numbers
    debt: Numbers
    action_card: Numbers
    standing_seat: Numbers
    standing_space: Numbers
    meeples: Numbers
    pile_start: Numbers
    pile_card: Numbers
    pile_face_up: Numbers
    pile_by: Numbers
    forecast_card: Numbers
    pair_source: Numbers
    pair_turn: Numbers
    pair_moved: Numbers
    hand: Numbers
    own_regular: Numbers
    own_split: Numbers
    regular_cards: Numbers
    split_cards: Numbers
    known_regular: Numbers
    unknown_regular: Numbers
    unknown_not: Numbers
    known_split: Numbers
    start_share: int
    start_unseen: Numbers
    start_seen: Numbers
    deck_size: int
    discard: Numbers
    placed_round: Numbers
    placed_card: Numbers
    placed_pile: Numbers
    placed_face_up: Numbers
    dividend_company: int
    dividend_rate: int
    move_left: int
    playing_seat: Seat
    playing_card: int
    pile_turn: Numbers
    investor_owner: Numbers
    investors_ready: int
    investors_dealt: Numbers
    investors_chosen: Numbers
    pile_watched: Numbers
    marked: Numbers
    warren_pile: int
    martha_turn: int
    peeked_round: Numbers
    peeked_pile: Numbers
    peeked_card: Numbers
    peeked_winner: Numbers
