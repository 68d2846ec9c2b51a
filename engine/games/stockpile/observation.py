"""What one seat may know, complete in itself. It is built by adding what the viewer has seen, never by hiding."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from engine.contract import SPECTATOR, Observation, Seat
from engine.games.stockpile.actions import FACE_UP, KIND_MASK, PILE_UNIT
from engine.games.stockpile.knowledge import Knowledge
from engine.games.stockpile.position import ROUND_UNIT, Position
from engine.market.cards import UNKNOWN
from engine.market.forecasts import PUBLIC

Numbers: TypeAlias = tuple[int, ...]

HIDDEN = -3
"""Stands for the holder of a pair this seat has not seen."""


class Phase(IntEnum):
    """The phases of a round; numbers are those of the proto."""

    SUPPLY = 1
    DEMAND = 2
    ACTION = 3
    SELLING = 4
    MOVEMENT = 5


@dataclass(frozen=True, slots=True)
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


def observe(position: Position, seat: Seat) -> StockpileObservation:
    """What `seat`, or SPECTATOR, may know now."""
    known = knowledge_of(position, seat)
    players = position.rulebook.players
    forecast_card, pair_source, pair_turn, pair_moved = _pairs(position, seat)
    pile_start, pile_card, pile_face_up, pile_by = _piles(position, seat)
    placed_round, placed_card, placed_pile, placed_face_up = _placements(position, seat)
    own = slice(seat * 6, seat * 6 + 6)
    return StockpileObservation(
        seat=seat,
        round=position.round,
        phase=PHASE_BY_NUMBER[position.phase_number],
        turn_order=tuple(position.order),
        price_index=tuple(position.index),
        price=tuple([values[index] for values, index in zip(position.rulebook.prices, position.index, strict=True)]),
        cash=tuple(position.cash),
        debt=tuple(position.debt),
        action_card=tuple(position.action_cards),
        standing_seat=tuple(position.standing_seat),
        standing_space=tuple(position.standing_space),
        meeples=tuple(position.meeples),
        pile_start=pile_start,
        pile_card=pile_card,
        pile_face_up=pile_face_up,
        pile_by=pile_by,
        forecast_card=forecast_card,
        pair_source=pair_source,
        pair_turn=pair_turn,
        pair_moved=pair_moved,
        hand=hand_of(position, seat),
        own_regular=tuple(position.regular[own]) if seat >= 0 else NOTHING,
        own_split=tuple(position.split[own]) if seat >= 0 else NOTHING,
        regular_cards=tuple(position.regular_cards),
        split_cards=tuple(position.split_cards),
        known_regular=tuple(known.known),
        unknown_regular=tuple(known.unknown),
        unknown_not=tuple(known.unknown_not),
        known_split=tuple(position.split),
        start_share=position.starting_shares[seat] if seat >= 0 else UNKNOWN,
        start_unseen=tuple([known.start_unseen(other) for other in range(players)]),
        start_seen=tuple(known.start_seen),
        deck_size=len(position.deck) - position.deck_at,
        discard=tuple(position.discard),
        placed_round=placed_round,
        placed_card=placed_card,
        placed_pile=placed_pile,
        placed_face_up=placed_face_up,
        dividend_company=position.dividend_company,
        dividend_rate=position.dividend_rate,
        move_left=position.move_left,
    )


PHASE_BY_NUMBER = (Phase.SUPPLY, *Phase)
NOTHING = (0,) * 6


def knowledge_of(position: Position, viewer: Seat) -> Knowledge:
    """The viewer's knowledge of the others' shares, up to date."""
    known = position.knowledge[viewer]
    if known is None:
        own_share = position.starting_shares[viewer] if viewer != SPECTATOR else UNKNOWN
        known = position.knowledge[viewer] = Knowledge(viewer, position.rulebook.players, own_share)
    if known.read < len(position.facts):
        known.fold(position.facts)
    return known


def hand_of(position: Position, seat: Seat) -> tuple[int, ...]:
    """The supply cards a seat still has to place, as dealt."""
    if seat < 0 or position.hands[seat * 2] < 0:
        return ()
    return (position.hands[seat * 2], position.hands[seat * 2 + 1])


def _pairs(position: Position, seat: Seat) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """By company: forecast card, who held the pair, its turn in Movement, and whether that has come."""
    cards = [UNKNOWN] * 6
    sources = [HIDDEN] * 6
    turns = [-1] * 6
    moved = [0] * 6
    holders = position.rulebook.holders
    order = position.rulebook.orders[position.first]
    for turn, slot in enumerate(order):
        holder = holders[slot]
        revealed = turn < position.revealed
        if revealed or holder in (seat, PUBLIC):
            company, card = position.pairs[slot]
            cards[company] = card
            sources[company] = holder
            turns[company] = turn
            moved[company] = int(revealed)
    return tuple(cards), tuple(sources), tuple(turns), tuple(moved)


def _piles(position: Position, seat: Seat) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Where each pile starts, then per card its kind if seen, its face, and who placed it."""
    entries = sorted(position.table)
    starts = [0] * (position.rulebook.tracks + 1)
    cards = []
    faces = []
    placers = []
    for entry in entries:
        by = (entry >> 5 & 7) - 1
        face_up = (entry & FACE_UP) >> 4
        starts[entry // PILE_UNIT + 1] += 1
        cards.append(entry & KIND_MASK if face_up or by == seat else UNKNOWN)
        faces.append(face_up)
        placers.append(by)
    for track in range(position.rulebook.tracks):
        starts[track + 1] += starts[track]
    return tuple(starts), tuple(cards), tuple(faces), tuple(placers)


def _placements(position: Position, seat: Seat) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """The seat's own placements of the match: round, card, pile and face, two entries each."""
    if seat < 0:
        return (), (), (), ()
    tracks = position.rulebook.tracks
    rounds: list[int] = []
    cards: list[int] = []
    piles: list[int] = []
    for code in position.placed[seat]:
        number, action = divmod(code, ROUND_UNIT)
        rest, down_pile = divmod(action, tracks)
        rest, down = divmod(rest, 11)
        up, up_pile = divmod(rest, tracks)
        rounds += (number, number)
        cards += (up, down)
        piles += (up_pile, down_pile)
    return tuple(rounds), tuple(cards), tuple(piles), (1, 0) * len(position.placed[seat])
