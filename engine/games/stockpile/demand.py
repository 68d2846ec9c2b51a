"""Demand: the auction of the piles, payment and award (5.3, 8)."""

from engine.contract import Seat
from engine.games.stockpile.entries import FACE_UP, KIND_MASK, PILE_UNIT, SEQUENCE_MASK
from engine.games.stockpile.events import EventType, Journal, StockpileEvent
from engine.games.stockpile.knowledge import COUNT_UNIT, GAIN, GAIN_HIDDEN, PLACE_UNIT, SEAT_UNIT, WATCHER_UNIT
from engine.games.stockpile.position import DEMAND, Position
from engine.games.stockpile.rulebook import DISCOUNTED
from engine.games.stockpile.sight import look_again, sees
from engine.market.cards import BIDS, BOOM, FEE, SPACES, UNKNOWN
from engine.market.fees import FEE_VALUES, settle
from engine.market.investors import BERNIE, DONALD, MARTHA, WARREN


def begin_demand(position: Position) -> None:
    """All meeples are in hand; the first player bids first."""
    position.phase_number = DEMAND
    position.cursor = position.first
    position.open_tracks = position.rulebook.tracks


def ask_bid(position: Position) -> bool:
    """Ask the next bidder, or bid for it while it has no choice; False when every track holds a meeple."""
    while position.open_tracks:
        seat = _next_bidder(position)
        legal = legal_bids(position, seat)
        position.cursor = seat
        if len(legal) > 1:
            position.to_act = seat
            position.legal = legal
            return True
        bid(position, seat, legal[0])
    return False


def bid(position: Position, seat: Seat, action: int) -> None:
    """Put a meeple on a track; who stood there takes its own back."""
    track, space = divmod(action - position.rulebook.layout.bid, SPACES)
    displaced = position.standing_seat[track]
    if displaced < 0:
        position.open_tracks -= 1
    else:
        position.meeples[displaced] += 1
    position.meeples[seat] -= 1
    position.standing_seat[track] = seat
    position.standing_space[track] = space
    position.cursor = position.rulebook.next_seat[seat]
    if position.journal is not None:
        back = displaced if displaced >= 0 else None
        position.journal.tell_all(StockpileEvent(EventType.BID, seat=seat, track=track, space=space, displaced=back))


def award(position: Position) -> None:
    """Everybody pays its bids, takes its piles and then pays the fees it can; meeples return."""
    cash, standing = position.cash, position.standing_seat
    for track, seat in enumerate(standing):
        cash[seat] -= _cost(position, seat, position.standing_space[track])
        position.meeples[seat] += 1
    if position.journal is not None:
        _tell_won(position, position.journal)
    _hand_out(position)
    if position.watched:
        _note_winners(position)
    for seat in position.order:
        if seat == position.investor_owner[BERNIE]:
            _receive_fees(position, seat)
        else:
            pay_fees(position, seat)
    tracks = position.rulebook.tracks
    position.standing_seat = [-1] * tracks
    position.standing_space = [-1] * tracks
    position.table = []


def pay_fees(position: Position, seat: Seat) -> None:
    """Pay the fees the seat can, as after every gain of cash."""
    paid = settle(position.cash, position.debt, position.discard, seat)
    if position.journal is not None:
        for value in paid:
            position.journal.tell_all(StockpileEvent(EventType.FEE_PAID, seat=seat, amount=value))


def _receive_fees(position: Position, seat: Seat) -> None:
    """Bernie's owner gets the value of the fee cards it won; they are discarded."""
    for value in range(1, FEE_VALUES + 1):
        at = seat * FEE_VALUES + value - 1
        count = position.debt[at]
        position.debt[at] = 0
        position.cash[seat] += count * value
        position.discard[FEE + value - 1] += count
        if position.journal is not None:
            for _ in range(count):
                position.journal.tell_all(StockpileEvent(EventType.FEE_RECEIVED, seat=seat, amount=value))


def _cost(position: Position, seat: Seat, space: int) -> int:
    """What a seat pays for a bid space."""
    return DISCOUNTED[space] if seat == position.investor_owner[DONALD] else BIDS[space]


def _next_bidder(position: Position) -> Seat:
    """The first seat from the cursor on, clockwise, with a meeple in hand."""
    meeples = position.meeples
    seat = position.cursor
    while not meeples[seat]:
        seat = position.rulebook.next_seat[seat]
    return seat


def legal_bids(position: Position, seat: Seat) -> list[int]:
    """Every space above the standing one, on any track, that the seat can pay for; pairs Martha's owner may look at."""
    rulebook = position.rulebook
    standing = position.standing_seat
    budget = position.cash[seat]
    if rulebook.meeples > 1:
        for track, by in enumerate(standing):
            if by == seat:
                budget -= _cost(position, seat, position.standing_space[track])
    affordable = rulebook.discounted if seat == position.investor_owner[DONALD] else rulebook.affordable
    top = affordable[budget] if budget < BIDS[-1] else SPACES - 1
    ranges = rulebook.layout.bids
    legal: list[int] = []
    for track, space in enumerate(position.standing_space):
        if space < top and standing[track] != seat:
            legal += ranges[(track * (SPACES + 1) + space + 1) * SPACES + top]
    if position.investors_ready >> MARTHA & 1 and position.investor_owner[MARTHA] == seat:
        legal += rulebook.layout.marthas[seat]
    return legal


def _hand_out(position: Position) -> None:
    standing, facts = position.standing_seat, position.facts
    for entry in position.table:
        kind = entry & KIND_MASK
        seat = standing[entry // PILE_UNIT]
        if kind < FEE:
            at = seat * 6 + kind
            position.regular[at] += 1
            position.regular_cards[seat] += 1
            if entry & FACE_UP:
                facts.append(GAIN + PLACE_UNIT * at + SEAT_UNIT * seat)
            else:
                by = (entry >> 5 & 7) - 1
                watcher = 0
                if position.watched >> (entry >> 8 & SEQUENCE_MASK) & 1:
                    watcher = WATCHER_UNIT * (position.investor_owner[WARREN] + 1)
                facts.append(GAIN_HIDDEN + PLACE_UNIT * at + SEAT_UNIT * seat + COUNT_UNIT * by + watcher)
        elif kind < BOOM:
            position.debt[seat * 3 + kind - FEE] += 1
        else:
            position.action_cards[seat * 2 + kind - BOOM] += 1


def _tell_won(position: Position, journal: Journal) -> None:
    """Who pays what for which pile, and what then comes to light of the cards that lay face down.

    Those of all piles of a seat are told together: they are taken up at once, and nobody sees which was which.
    """
    entries = sorted(position.table)
    for track, seat in enumerate(position.standing_seat):
        cards = tuple([entry & KIND_MASK for entry in entries if entry // PILE_UNIT == track and entry & FACE_UP])
        amount = _cost(position, seat, position.standing_space[track])
        journal.tell_all(StockpileEvent(EventType.WON, seat=seat, track=track, amount=amount, cards=cards))
    for seat in position.order:
        standing = position.standing_seat
        down = [entry for entry in entries if standing[entry // PILE_UNIT] == seat and not entry & FACE_UP]
        if down:
            _tell_taken(position, journal, seat, down)


def _tell_taken(position: Position, journal: Journal, seat: Seat, down: list[int]) -> None:
    """The winner sees all, a placer its own, Warren's owner those seen; fees and action cards are turned up for all."""
    shared: dict[tuple[int, ...], StockpileEvent] = {}
    for viewer, events in journal.by_viewer():
        known = sorted([entry & KIND_MASK for entry in down if _comes_to_light(position, entry, viewer, seat)])
        cards = (*known, *[UNKNOWN] * (len(down) - len(known)))
        if cards not in shared:
            shared[cards] = StockpileEvent(EventType.TAKEN, seat=seat, cards=cards)
        events.append(shared[cards])


def _comes_to_light(position: Position, entry: int, viewer: Seat, winner: Seat) -> bool:
    """Whether the viewer learns or knows the kind of a face-down card when its pile is won."""
    return entry & KIND_MASK >= FEE or viewer == winner or sees(position, viewer, entry)


def _note_winners(position: Position) -> None:
    """Warren's owner remembers who won what it has seen."""
    winner_of = {entry >> 8 & SEQUENCE_MASK: position.standing_seat[entry // PILE_UNIT] for entry in position.table}
    for place, code in enumerate(position.peeked):
        if code >> 15 == position.round:
            position.peeked[place] = code | (winner_of[code >> 7 & 31] + 1) << 12
    look_again(position)
