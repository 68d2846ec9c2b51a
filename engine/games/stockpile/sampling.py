"""A full state that fits an observation, for bots that search."""

from engine.contract import Draw
from engine.games.stockpile.entries import BY_UNIT, MEMORY_BITS, MOVED, SEQUENCE_UNIT, card_memory, entry_code
from engine.games.stockpile.hidden import fill_hidden, placements_on_table, sequence_of
from engine.games.stockpile.knowledge import Knowledge
from engine.games.stockpile.observation import StockpileObservation
from engine.games.stockpile.position import (
    CHOOSING,
    DEMAND,
    MOVEMENT,
    NO_OWNERS,
    ROUND_UNIT,
    SUPPLY,
    Position,
    peeked_code,
)
from engine.games.stockpile.rulebook import Rulebook
from engine.games.stockpile.state import StockpileState
from engine.market.forecasts import Pairs
from engine.market.investors import WARREN


def sample_state(rulebook: Rulebook, seen: StockpileObservation, draw: Draw) -> StockpileState:
    """A state in which `seen.seat` is asked and observes exactly `seen`; the rest is drawn.

    What other seats know of each other is at most what this seat knows; of their placements they remember this round's.
    """
    state = StockpileState()
    state.rulebook = rulebook
    _lay_out_market(state, seen)
    _lay_out_investors(state, seen)
    _lay_out_cards(state, seen)
    _lay_out_auction(state, seen)
    _lay_out_turn(state, seen)
    known = _knowledge(seen, rulebook.players)
    state.facts = []
    state.knowledge = [None] * (rulebook.players + 1)
    state.knowledge[seen.seat] = known
    state.sights = [None] * (rulebook.players + 1)
    fill_hidden(state, known, known, draw)
    return state


def _lay_out_market(state: Position, seen: StockpileObservation) -> None:
    state.first = seen.turn_order[0]
    state.order = state.rulebook.seat_orders[state.first]
    state.round = seen.round
    state.phase_number = int(seen.phase)
    state.index = list(seen.price_index)
    state.price = list(seen.price)
    state.cash = list(seen.cash)
    state.debt = list(seen.debt)
    state.action_cards = list(seen.action_card)
    state.discard = list(seen.discard)
    state.revealed = sum(seen.pair_moved)
    state.pairs = _visible_pairs(state, seen)
    state.future = [state.pairs] * state.rulebook.rounds
    state.journal = None


def _visible_pairs(state: Position, seen: StockpileObservation) -> Pairs:
    """The pairs seen, in their slots; the others are filled in later. None before the first round."""
    if not seen.round:
        return ()
    order = state.rulebook.orders[state.first]
    pairs = [(-1, -1)] * len(order)
    for company, turn in enumerate(seen.pair_turn):
        if turn >= 0:
            pairs[order[turn]] = (company, seen.forecast_card[company])
    return tuple(pairs)


def _lay_out_cards(state: Position, seen: StockpileObservation) -> None:
    players = state.rulebook.players
    own = slice(seen.seat * 6, seen.seat * 6 + 6)
    state.deck = [0] * seen.deck_size
    state.deck_at = 0
    state.starting_shares = [seen.start_share] * players
    state.regular = list(seen.known_regular)
    state.regular[own] = seen.own_regular
    state.split = list(seen.known_split)
    state.regular_cards = list(seen.regular_cards)
    state.split_cards = list(seen.split_cards)
    state.table = _table(state.rulebook.tracks, seen)
    _lay_out_peeked(state, seen)
    state.hands = [-1] * (players * 2)
    if seen.phase == SUPPLY:
        for seat in state.order[state.order.index(seen.seat) :]:
            state.hands[seat * 2 : seat * 2 + 2] = [0, 0]
        state.hands[seen.seat * 2 : seen.seat * 2 + 2] = seen.hand
    state.placed = [placements_on_table(state, seat) for seat in range(players)]
    state.placed[seen.seat] = _own_placements(seen)


def _own_placements(seen: StockpileObservation) -> list[int]:
    cards = [
        card_memory(entry_code(*fields))
        for fields in zip(seen.placed_card, seen.placed_face_up, seen.placed_pile, strict=True)
    ]
    pairs = zip(seen.placed_round[::2], cards[::2], cards[1::2], strict=True)
    return [number * ROUND_UNIT + first + (second << MEMORY_BITS) for number, first, second in pairs]


def _table(tracks: int, seen: StockpileObservation) -> list[int]:
    """The cards on the piles, numbered in time order; of one placement face up before face down, left before right.

    A card Mark has moved counts where it lay before, and so do the cards it lay under.
    """
    placed = []
    for pile in range(tracks):
        start, end = seen.pile_start[pile], seen.pile_start[pile + 1]
        for at in range(start, end):
            entry = entry_code(max(seen.pile_card[at], 0), seen.pile_face_up[at], pile) + BY_UNIT * (
                seen.pile_by[at] + 1
            )
            address = pile * MOVED + at - start
            if seen.marked:
                from_pile, index, to_pile = seen.marked
                if pile == to_pile and at == end - 1:
                    entry += MOVED
                    address = from_pile * MOVED + index
                elif pile == from_pile and at - start >= index:
                    address += 1
            placed.append((seen.pile_turn[at], 1 - seen.pile_face_up[at], address, entry))
    return [entry + SEQUENCE_UNIT * place for place, (_, _, _, entry) in enumerate(sorted(placed))]


def _lay_out_investors(state: Position, seen: StockpileObservation) -> None:
    """What is known of the investors; those of others that are not are filled in later."""
    players = state.rulebook.players
    state.investors_dealt = [seen.investors_dealt] * players if state.rulebook.investors else []
    state.investor_owner = list(seen.investor_owner) if seen.investor_owner else NO_OWNERS
    state.investors_ready = seen.investors_ready
    state.investors_chosen = [0] * players
    for investor, seat in enumerate(seen.investor_owner):
        if seat >= 0:
            state.investors_chosen[seat] |= 1 << investor
    if seen.phase == CHOOSING:
        for seat in range(seen.seat):
            state.investors_chosen[seat] = 1
    state.marked = seen.marked
    state.warren_pile = seen.warren_pile
    state.martha_slot = state.rulebook.orders[state.first][seen.martha_turn] if seen.martha_turn >= 0 else -1


def _lay_out_peeked(state: Position, seen: StockpileObservation) -> None:
    """Which cards Warren's owner has seen, and what it remembers if it is the one that observes."""
    state.watched = 0
    watched = []
    for entry, flag in zip(sorted(state.table) if seen.pile_watched else (), seen.pile_watched, strict=True):
        if flag:
            state.watched |= 1 << sequence_of(entry)
            late = entry & MOVED and seen.marked[2] == seen.warren_pile
            watched.append((1 if late else 0, sequence_of(entry), entry))
    entries = [entry for _, _, entry in sorted(watched)]
    if state.investor_owner[WARREN] == seen.seat:
        state.peeked = _own_peeked(seen, entries)
    else:
        state.peeked = [peeked_code(entry, seen.round, seen.warren_pile, -1) for entry in entries]


def _own_peeked(seen: StockpileObservation, entries: list[int]) -> list[int]:
    """Those of this round, as long as they lie on the piles, are the last ones listed."""
    earlier = len(seen.peeked_round) - len(entries)
    codes = [
        peeked_code(seen.peeked_card[at], seen.peeked_round[at], seen.peeked_pile[at], seen.peeked_winner[at])
        for at in range(earlier)
    ]
    return codes + [peeked_code(entry, seen.round, seen.warren_pile, -1) for entry in entries]


def _lay_out_auction(state: Position, seen: StockpileObservation) -> None:
    state.standing_seat = list(seen.standing_seat)
    state.standing_space = list(seen.standing_space)
    state.meeples = list(seen.meeples)
    state.open_tracks = seen.standing_seat.count(-1)


def _lay_out_turn(state: Position, seen: StockpileObservation) -> None:
    """Whose turn it is: the seat's own, unless a dividend interrupts the action card of another one."""
    turn = state.order.index(seen.seat)
    state.to_act = seen.seat
    state.legal = []
    state.batch = max(len(state.table) - state.rulebook.tracks, 0) // (2 * state.rulebook.players)
    state.cursor = _cursor(seen, turn)
    state.playing = seen.playing_card
    if seen.playing_seat >= 0:
        state.cursor = state.order.index(seen.playing_seat)
    state.move_company = max(seen.dividend_company, 0)
    state.move_left = seen.move_left
    state.dividend_company = seen.dividend_company
    state.dividend_rate = seen.dividend_rate
    state.dividend_at = turn if seen.dividend_company >= 0 else 0


def _cursor(seen: StockpileObservation, turn: int) -> int:
    """Of a seat at its own turn: in Demand and in the choice of investors its number, in Movement nobody's turn."""
    if seen.phase == MOVEMENT:
        return 0
    return seen.seat if seen.phase in (DEMAND, CHOOSING) else turn


def _knowledge(seen: StockpileObservation, players: int) -> Knowledge:
    known = Knowledge(seen.seat, players, seen.start_share)
    known.known = list(seen.known_regular)
    known.unknown = list(seen.unknown_regular)
    known.unknown_not = list(seen.unknown_not)
    known.start_unseen = list(seen.start_unseen)
    known.start_seen = list(seen.start_seen)
    known.take_snapshot()
    return known
