"""Bidding: the auction of the tracks, which are the turn order; from round 2 on market cards lie under them (14.5)."""

from engine.contract import Seat
from engine.games.great_crash.events import CrashEvent, EventType, Journal
from engine.games.great_crash.experts import legal_dismissals
from engine.games.great_crash.fees import pay_fees
from engine.games.great_crash.position import BIDDING, Position
from engine.market.cards import BIDS, BOOM, FEE, SPACES
from engine.market.forecasts import PUBLIC


def open_round(position: Position) -> None:
    """Information: the round's pairs. Then market cards are laid out and all meeples are in hand."""
    rulebook = position.rulebook
    n = rulebook.players
    position.pairs = position.future[position.round - 1]
    position.revealed = 0
    position.phase_number = BIDDING
    if position.round > 1:
        position.track_card = position.deck[position.deck_at : position.deck_at + n]
        position.deck_at += n
    position.cursor = position.order[0] if position.round == 1 else 0
    position.meeples = [1] * n
    position.open_tracks = n
    if position.journal is not None:
        _tell_information(position, position.journal)


def ask_bid(position: Position) -> bool:
    """Ask the next bidder, or bid for it while it has no choice; False when every track holds a meeple."""
    while position.open_tracks:
        seat = _next_bidder(position)
        legal = legal_bids(position, seat)
        if len(legal) > 1:
            position.to_act = seat
            position.legal = legal
            return True
        bid(position, seat, legal[0])
    return False


def _next_bidder(position: Position) -> Seat:
    """Round 1: clockwise from the cursor with a meeple in hand. Later: first bids in turn order, then the pen."""
    if position.round > 1:
        first_bids = position.cursor
        return position.order[first_bids] if first_bids < len(position.order) else position.pen[0]
    while not position.meeples[position.cursor]:
        position.cursor = position.rulebook.next_seat[position.cursor]
    return position.cursor


def legal_bids(position: Position, seat: Seat) -> list[int]:
    """Every space above the standing one, on any track, that the seat can pay for; experts it may dismiss."""
    rulebook = position.rulebook
    cash = position.cash[seat]
    top = rulebook.affordable[cash] if cash < BIDS[-1] else SPACES - 1
    ranges = rulebook.layout.bids
    legal: list[int] = []
    for track, space in enumerate(position.standing_space):
        if space < top:
            legal += ranges[(track * (SPACES + 1) + space + 1) * SPACES + top]
    if rulebook.experts:
        legal += legal_dismissals(position, seat)
    return legal


def bid(position: Position, seat: Seat, action: int) -> None:
    """Put a meeple on a track; who stood there gets its own back, or from round 2 on finds it at the pen."""
    track, space = divmod(action - position.rulebook.layout.bid, SPACES)
    displaced = position.standing_seat[track]
    if displaced < 0:
        position.open_tracks -= 1
    elif position.round > 1:
        position.pen.append(displaced)
    else:
        position.meeples[displaced] = 1
    position.standing_seat[track] = seat
    position.standing_space[track] = space
    if not position.meeples[seat]:
        position.pen.pop(0)
    else:
        position.meeples[seat] = 0
        position.cursor = position.rulebook.next_seat[seat] if position.round == 1 else position.cursor + 1
    if position.journal is not None:
        _tell_bid(position.journal, seat, track, space, displaced)


def award(position: Position) -> None:
    """Everybody pays its bid and takes the card under its track; tracks are the new turn order; then fees are paid."""
    position.order = position.standing_seat
    for track, seat in enumerate(position.order):
        amount = BIDS[position.standing_space[track]]
        position.cash[seat] -= amount
        card = position.track_card[track]
        if card >= BOOM:
            position.action_cards[seat * 2 + card - BOOM] += 1
        elif card >= FEE:
            position.debt[seat * 3 + card - FEE] += 1
        if position.journal is not None:
            _tell_won(position.journal, seat, track, amount, card)
    for seat in position.order:
        pay_fees(position, seat)
    tracks = position.rulebook.players
    position.standing_seat = [-1] * tracks
    position.standing_space = [-1] * tracks
    position.track_card = [-1] * tracks


def _tell_information(position: Position, journal: Journal) -> None:
    for holder, (company, forecast) in zip(position.rulebook.holders, position.pairs, strict=True):
        if holder >= 0:
            journal.tell(holder, CrashEvent(EventType.PAIR, seat=holder, company=company, forecast=forecast))
        elif holder == PUBLIC:
            journal.tell_all(CrashEvent(EventType.PAIR, company=company, forecast=forecast))
    if position.round > 1:
        journal.tell_all(CrashEvent(EventType.OPENED, cards=tuple(position.track_card)))


def _tell_bid(journal: Journal, seat: Seat, track: int, space: int, displaced: int) -> None:
    if displaced < 0:
        journal.tell_all(CrashEvent(EventType.BID, seat=seat, track=track, space=space))
    else:
        journal.tell_all(CrashEvent(EventType.BID, seat=seat, track=track, space=space, displaced=displaced))


def _tell_won(journal: Journal, seat: Seat, track: int, amount: int, card: int) -> None:
    if card < 0:
        journal.tell_all(CrashEvent(EventType.WON, seat=seat, track=track, amount=amount))
    else:
        journal.tell_all(CrashEvent(EventType.WON, seat=seat, track=track, amount=amount, card=card))
