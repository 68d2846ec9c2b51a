"""A full state that fits an observation, for bots that search."""

from engine.contract import Draw
from engine.games.stockpile.actions import SEQUENCE_UNIT, entry_code
from engine.games.stockpile.hidden import fill_hidden, placements_on_table
from engine.games.stockpile.knowledge import Knowledge
from engine.games.stockpile.observation import StockpileObservation
from engine.games.stockpile.position import DEMAND, ROUND_UNIT, SUPPLY, Position
from engine.games.stockpile.rulebook import Rulebook
from engine.games.stockpile.state import StockpileState
from engine.market.forecasts import Pairs


def sample_state(rulebook: Rulebook, seen: StockpileObservation, draw: Draw) -> StockpileState:
    """A state in which `seen.seat` is asked and observes exactly `seen`; the rest is drawn.

    What other seats know of each other is at most what this seat knows; of their placements they remember this round's.
    """
    state = StockpileState()
    state.rulebook = rulebook
    _lay_out_market(state, seen)
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
    """The pairs seen, in their slots; the others are filled in later."""
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
    state.table = []
    for pile in range(state.rulebook.tracks):
        for at in range(seen.pile_start[pile], seen.pile_start[pile + 1]):
            card = entry_code(max(seen.pile_card[at], 0), seen.pile_face_up[at], pile)
            state.table.append(card + 32 * (seen.pile_by[at] + 1) + SEQUENCE_UNIT * at)
    state.hands = [-1] * (players * 2)
    if seen.phase == SUPPLY:
        for seat in state.order[state.order.index(seen.seat) :]:
            state.hands[seat * 2 : seat * 2 + 2] = [0, 0]
        state.hands[seen.seat * 2 : seen.seat * 2 + 2] = seen.hand
    state.placed = [placements_on_table(state, seat) for seat in range(players)]
    state.placed[seen.seat] = _own_placements(state.rulebook.tracks, seen)


def _own_placements(tracks: int, seen: StockpileObservation) -> list[int]:
    codes = []
    for at in range(0, len(seen.placed_round), 2):
        up, down = seen.placed_card[at : at + 2]
        up_pile, down_pile = seen.placed_pile[at : at + 2]
        action = ((up * tracks + up_pile) * 11 + down) * tracks + down_pile
        codes.append(seen.placed_round[at] * ROUND_UNIT + action)
    return codes


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
    state.batch = (len(state.table) - state.rulebook.tracks) // (2 * state.rulebook.players)
    state.cursor = seen.seat if seen.phase == DEMAND else turn
    state.playing = seen.playing_card
    if seen.playing_seat >= 0:
        state.cursor = state.order.index(seen.playing_seat)
    state.move_company = max(seen.dividend_company, 0)
    state.move_left = seen.move_left
    state.dividend_company = seen.dividend_company
    state.dividend_rate = seen.dividend_rate
    state.dividend_at = turn if seen.dividend_company >= 0 else 0


def _knowledge(seen: StockpileObservation, players: int) -> Knowledge:
    known = Knowledge(seen.seat, players, seen.start_share)
    known.known = list(seen.known_regular)
    known.unknown = list(seen.unknown_regular)
    known.unknown_not = list(seen.unknown_not)
    known.start_unseen = list(seen.start_unseen)
    known.start_seen = list(seen.start_seen)
    known.take_snapshot()
    return known
