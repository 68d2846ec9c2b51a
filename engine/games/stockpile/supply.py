"""Information and Supply: the round's pairs, the opening cards, and two cards to place for each seat (5.1, 5.2)."""

from engine.contract import Seat
from engine.games.stockpile.abilities import ready_abilities
from engine.games.stockpile.entries import (
    BY_UNIT,
    KIND_MASK,
    MEMORY_BITS,
    PILE_UNIT,
    SEQUENCE_UNIT,
    card_memory,
    entry_code,
)
from engine.games.stockpile.events import EventType, Journal, StockpileEvent
from engine.games.stockpile.position import ROUND_UNIT, SUPPLY, Position
from engine.market.forecasts import PUBLIC
from engine.market.investors import STUART


def begin_round(position: Position) -> None:
    """Lie out the next round's pairs and opening cards and deal the first supply batch."""
    position.pairs = position.future[position.round]
    position.round += 1
    position.order = position.rulebook.seat_orders[position.first]
    position.phase_number = SUPPLY
    position.revealed = position.batch = 0
    if position.rulebook.investors:
        ready_abilities(position)
    opening = position.deck[position.deck_at : position.deck_at + position.rulebook.tracks]
    position.deck_at += len(opening)
    position.table = [entry_code(kind, 1, pile) + SEQUENCE_UNIT * pile for pile, kind in enumerate(opening)]
    if position.journal is not None:
        _tell_round(position, position.journal, tuple(opening))
    deal_batch(position)


def deal_batch(position: Position) -> None:
    """Deal two cards together to each seat in turn order (clarification 1)."""
    position.cursor = 0
    hands, deck, at = position.hands, position.deck, position.deck_at
    for seat in position.order:
        hands[seat * 2] = deck[at]
        hands[seat * 2 + 1] = deck[at + 1]
        at += 2
    position.deck_at = at
    if position.journal is not None:
        for seat in position.order:
            cards = (hands[seat * 2], hands[seat * 2 + 1])
            position.journal.tell(seat, StockpileEvent(EventType.DEALT, seat=seat, cards=cards))


def ask_placement(position: Position) -> bool:
    """Ask the next seat to place its two cards; False when all batches are placed."""
    if position.cursor == position.rulebook.players:
        position.batch += 1
        if position.batch == position.rulebook.batches:
            return False
        deal_batch(position)
    seat = position.order[position.cursor]
    position.to_act = seat
    position.legal = legal_places(position, seat)
    return True


def legal_places(position: Position, seat: Seat) -> list[int]:
    """Either card face up, each on any pile; Stuart's owner may put both down."""
    hand = position.hands[seat * 2] * 11 + position.hands[seat * 2 + 1]
    if position.investor_owner[STUART] == seat:
        return position.rulebook.layout.places_both_down[hand]
    return position.rulebook.layout.places[hand]


def place(position: Position, seat: Seat, action: int) -> None:
    """Put one card face up and one face down."""
    layout = position.rulebook.layout
    table = position.table
    mark = BY_UNIT * (seat + 1) + SEQUENCE_UNIT * len(table)
    table.append(layout.up_entry[action] + mark)
    table.append(layout.down_entry[action] + mark + SEQUENCE_UNIT)
    position.hands[seat * 2] = position.hands[seat * 2 + 1] = -1
    position.placed[seat].append(position.round * ROUND_UNIT + layout.memory[action])
    position.cursor += 1
    if position.journal is not None:
        _tell_placed(position, position.journal, seat, action)


def place_down(position: Position, seat: Seat, action: int) -> None:
    """Put both cards face down, in the order in which they were dealt."""
    layout = position.rulebook.layout
    first, second = layout.place_down_entries[action - layout.place_down]
    if first & KIND_MASK != position.hands[seat * 2]:
        first, second = second, first
    mark = BY_UNIT * (seat + 1) + SEQUENCE_UNIT * len(position.table)
    position.table.append(first + mark)
    position.table.append(second + mark + SEQUENCE_UNIT)
    position.hands[seat * 2] = position.hands[seat * 2 + 1] = -1
    memory = card_memory(first) + (card_memory(second) << MEMORY_BITS)
    position.placed[seat].append(position.round * ROUND_UNIT + memory)
    position.cursor += 1
    if position.journal is not None:
        _tell_placed_down(position.journal, seat, first, second)


def _tell_round(position: Position, journal: Journal, opening: tuple[int, ...]) -> None:
    journal.tell_all(StockpileEvent(EventType.ROUND, seat=position.first, round=position.round))
    for holder, (company, forecast) in zip(position.rulebook.holders, position.pairs, strict=True):
        if holder >= 0:
            pair = StockpileEvent(EventType.PAIR, seat=holder, company=company, forecast=forecast)
            journal.tell(holder, pair)
        elif holder == PUBLIC:
            journal.tell_all(StockpileEvent(EventType.PAIR, company=company, forecast=forecast))
    journal.tell_all(StockpileEvent(EventType.OPENED, cards=opening))


def _tell_placed(position: Position, journal: Journal, seat: Seat, action: int) -> None:
    tracks = position.rulebook.tracks
    rest, down_pile = divmod(action, tracks)
    rest, down = divmod(rest, 11)
    up, up_pile = divmod(rest, tracks)
    seen = StockpileEvent(EventType.PLACED, seat=seat, up=up, up_pile=up_pile, down_pile=down_pile)
    own = StockpileEvent(EventType.PLACED, seat=seat, up=up, up_pile=up_pile, down=down, down_pile=down_pile)
    journal.tell_apart(seat, own, seen)


def _tell_placed_down(journal: Journal, seat: Seat, first: int, second: int) -> None:
    """Piles from left to right, so that nothing shows which card went where."""
    if first // PILE_UNIT > second // PILE_UNIT:
        first, second = second, first
    pile, other = first // PILE_UNIT, second // PILE_UNIT
    own = StockpileEvent(
        EventType.PLACED_DOWN,
        seat=seat,
        down=first & KIND_MASK,
        down_pile=pile,
        other_down=second & KIND_MASK,
        other_pile=other,
    )
    seen = StockpileEvent(EventType.PLACED_DOWN, seat=seat, down_pile=pile, other_pile=other)
    journal.tell_apart(seat, own, seen)
