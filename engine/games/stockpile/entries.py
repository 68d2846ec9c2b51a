"""A card on a pile as one number, and a placement as it is remembered."""

from typing import Final

PILE_UNIT: Final = 1 << 14
MOVED: Final = 1 << 13
SEQUENCE_UNIT: Final = 1 << 8
SEQUENCE_MASK: Final = 31
BY_UNIT: Final = 1 << 5
BY_MASK: Final = 7 << 5
FACE_UP: Final = 1 << 4
KIND_MASK: Final = 15

MEMORY_BITS: Final = 8
"""A placement is remembered as two cards of so many bits: kind in 4, face up 1, pile 3."""


def entry_code(kind: int, face_up: int, pile: int) -> int:
    """A card on a pile as one number: kind in 4 bits, face up 1, who placed it plus 1 in 3, sequence 5, moved 1, pile.

    Sorting such numbers gives piles from left to right, each in the order of clarification 8.
    """
    return kind + FACE_UP * face_up + PILE_UNIT * pile


def card_memory(entry: int) -> int:
    """Kind, face and pile of a card on a pile, in MEMORY_BITS."""
    return entry & (FACE_UP | KIND_MASK) | entry >> 14 << 5
