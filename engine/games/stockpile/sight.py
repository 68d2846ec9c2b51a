"""What a viewer sees of piles, pairs and its own placements, kept until it changes."""

from bisect import bisect_left
from typing import Final, TypeAlias

from engine.contract import Seat
from engine.games.stockpile.entries import BY_MASK, BY_UNIT, FACE_UP, KIND_MASK, PILE_UNIT, SEQUENCE_MASK
from engine.games.stockpile.position import ROUND_UNIT, Position
from engine.market.cards import UNKNOWN
from engine.market.forecasts import PUBLIC
from engine.market.investors import MARTHA, WARREN

Numbers: TypeAlias = tuple[int, ...]

HIDDEN: Final = -3
"""Stands for the holder of a pair this seat has not seen."""


class Sight:
    """One viewer's sight, in the words of the observation; what is out of date is looked at anew."""

    __slots__ = (
        "forecast_card",
        "pair_moved",
        "pair_source",
        "pair_turn",
        "pairs_at",
        "peeked_at",
        "peeked_card",
        "peeked_pile",
        "peeked_round",
        "peeked_winner",
        "pile_by",
        "pile_card",
        "pile_face_up",
        "pile_start",
        "pile_turn",
        "pile_watched",
        "piles_at",
        "placed_at",
        "placed_card",
        "placed_face_up",
        "placed_pile",
        "placed_round",
        "turn_order",
    )

    forecast_card: Numbers
    pair_source: Numbers
    pair_turn: Numbers
    pair_moved: Numbers
    pile_start: Numbers
    pile_card: Numbers
    pile_face_up: Numbers
    pile_by: Numbers
    pile_turn: Numbers
    pile_watched: Numbers
    peeked_round: Numbers
    peeked_pile: Numbers
    peeked_card: Numbers
    peeked_winner: Numbers
    placed_round: Numbers
    placed_card: Numbers
    placed_pile: Numbers
    placed_face_up: Numbers
    turn_order: Numbers

    def __init__(self) -> None:
        self.pairs_at = -1
        """Round and pairs revealed when the pairs were looked at, as one number; -1 never."""
        self.piles_at = -1
        """Round and cards on the piles when those were looked at."""
        self.placed_at = 0
        """Number of own placements listed."""
        self.placed_round = self.placed_card = self.placed_pile = self.placed_face_up = ()
        self.peeked_at = 0
        """Number of cards seen through Warren that are listed; -1 if their winners are out of date."""
        self.peeked_round = self.peeked_pile = self.peeked_card = self.peeked_winner = ()


def see(position: Position, viewer: Seat) -> Sight:
    """The viewer's sight, up to date."""
    sight = position.sights[viewer]
    if sight is None:
        sight = position.sights[viewer] = Sight()
    pairs_at = position.round * 8 + position.revealed
    if sight.pairs_at != pairs_at:
        sight.pairs_at = pairs_at
        _look_at_pairs(sight, position, viewer)
    piles_at = position.round * 64 + len(position.table)
    if sight.piles_at != piles_at:
        sight.piles_at = piles_at
        _look_at_piles(sight, position, viewer)
    placed_at = len(position.placed[viewer]) if viewer >= 0 else 0
    if sight.placed_at != placed_at:
        _list_placements(sight, position, viewer, sight.placed_at)
        sight.placed_at = placed_at
    if sight.peeked_at != len(position.peeked):
        sight.peeked_at = len(position.peeked)
        if viewer == position.investor_owner[WARREN]:
            _list_peeked(sight, position.peeked)
    return sight


def look_again(position: Position) -> None:
    """What viewers saw of the piles and pairs is out of date: an ability has changed it."""
    for sight in position.sights:
        if sight is not None:
            sight.piles_at = sight.pairs_at = sight.peeked_at = -1


def sees(position: Position, viewer: Seat, entry: int) -> bool:
    """Whether the viewer knows the kind of a card on the piles."""
    if entry & FACE_UP or entry >> 5 & 7 == viewer + 1:
        return True
    return position.watched >> (entry >> 8 & SEQUENCE_MASK) & 1 == 1 and viewer == position.investor_owner[WARREN]


def sees_pair(position: Position, viewer: Seat, slot: int) -> bool:
    """Whether the viewer knows a pair that has not been revealed."""
    holder = position.rulebook.holders[slot]
    return holder in (viewer, PUBLIC) or (slot == position.martha_slot and viewer == position.investor_owner[MARTHA])


def _look_at_pairs(sight: Sight, position: Position, viewer: Seat) -> None:
    """By company: forecast card, who held the pair, its turn in Movement, and whether that has come."""
    cards = [UNKNOWN] * 6
    sources = [HIDDEN] * 6
    turns = [-1] * 6
    moved = [0] * 6
    holders = position.rulebook.holders
    order = position.rulebook.orders[position.first] if position.pairs else ()
    for turn, slot in enumerate(order):
        revealed = turn < position.revealed
        if revealed or sees_pair(position, viewer, slot):
            company, card = position.pairs[slot]
            cards[company] = card
            sources[company] = holders[slot]
            turns[company] = turn
            moved[company] = int(revealed)
    sight.forecast_card = tuple(cards)
    sight.pair_source = tuple(sources)
    sight.pair_turn = tuple(turns)
    sight.pair_moved = tuple(moved)
    sight.turn_order = tuple(position.order)


def _look_at_piles(sight: Sight, position: Position, viewer: Seat) -> None:
    """Where each pile starts, then per card its kind if seen, its face, and who placed it."""
    if not position.table:
        sight.pile_start = (0,) * (position.rulebook.tracks + 1)
        sight.pile_card = sight.pile_face_up = sight.pile_by = sight.pile_turn = sight.pile_watched = ()
        return
    entries = sorted(position.table)
    piles = [entry // PILE_UNIT for entry in entries]
    sight.pile_start = tuple([bisect_left(piles, track) for track in range(position.rulebook.tracks + 1)])
    sight.pile_card = _kinds_seen(position, viewer, entries)
    sight.pile_face_up = tuple([entry >> 4 & 1 for entry in entries])
    sight.pile_by = tuple([(entry >> 5 & 7) - 1 for entry in entries])
    turn_of = position.rulebook.turn_of
    sight.pile_turn = tuple([turn_of[entry >> 8 & 31] for entry in entries])
    if position.rulebook.investors:
        sight.pile_watched = tuple([position.watched >> (entry >> 8 & 31) & 1 for entry in entries])


def _kinds_seen(position: Position, viewer: Seat, entries: list[int]) -> Numbers:
    if position.watched and viewer == position.investor_owner[WARREN]:
        return tuple([entry & KIND_MASK if sees(position, viewer, entry) else UNKNOWN for entry in entries])
    own = BY_UNIT * (viewer + 1) if viewer >= 0 else -1
    return tuple([entry & KIND_MASK if entry & FACE_UP or entry & BY_MASK == own else UNKNOWN for entry in entries])


def _list_placements(sight: Sight, position: Position, viewer: Seat, listed: int) -> None:
    """Add the viewer's own placements from number `listed` on: round, card, pile and face, two entries each."""
    for code in position.placed[viewer][listed:]:
        number = code // ROUND_UNIT
        sight.placed_round += (number, number)
        sight.placed_card += (code & 15, code >> 8 & 15)
        sight.placed_pile += (code >> 5 & 7, code >> 13 & 7)
        sight.placed_face_up += (code >> 4 & 1, code >> 12 & 1)


def _list_peeked(sight: Sight, peeked: list[int]) -> None:
    sight.peeked_round = tuple([code >> 15 for code in peeked])
    sight.peeked_pile = tuple([code >> 4 & 7 for code in peeked])
    sight.peeked_card = tuple([code & KIND_MASK for code in peeked])
    sight.peeked_winner = tuple([(code >> 12 & 7) - 1 for code in peeked])
