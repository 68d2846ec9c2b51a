"""What one seat may know: the fields, which have the names, indices and units of the proto."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.contract import Observation, Seat
from engine.games.stonks.position import Numbers


class Phase(IntEnum):
    """The kinds of question of a round; numbers are those of the proto."""

    DRAFT = 1
    PLAY = 2
    ADJUST = 3
    PICK = 4


PHASE_BY_NUMBER: Final = (Phase.DRAFT, *Phase)
"""By the number a position stores; there is no phase 0."""


@dataclass(frozen=True)
class StonksObservation(Observation):
    """All that one seat may know; the proto says for each field who else knows it."""

    round: int
    phase: Phase
    row: Numbers
    value: Numbers
    dot: int
    trump: int
    points: Numbers
    scored_down: Numbers
    hand: Numbers
    hand_size: Numbers
    committed: Numbers
    up: int
    down: int
    portfolio_start: Numbers
    portfolio_card: Numbers
    unused: Numbers
    void: Numbers
    deck_size: int
    discard: Numbers
    leader: Seat
    offer: int
    lead_suit: int
    play_card: Numbers
    play_speculation: Numbers
    play_moved: Numbers
    play_steps: Numbers
    symbols: int
    winner: Seat
    past_leader: Numbers
    past_offer: Numbers
    past_suit: Numbers
    past_winner: Numbers
    past_picked: Numbers
    past_card: Numbers
    past_speculation: Numbers
    past_moved: Numbers
    past_steps: Numbers
