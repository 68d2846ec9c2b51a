"""A full state that fits an observation, for bots that search."""

from engine.contract import Draw
from engine.games.great_crash.hidden import fill_hidden
from engine.games.great_crash.observation import CrashObservation
from engine.games.great_crash.position import BAILOUT, BIDDING, GONE, STARTING_STOCK, Position
from engine.games.great_crash.rulebook import BAILOUT_CARDS, MARKET_COPIES, PURCHASE_LIMIT, Rulebook
from engine.games.great_crash.state import CrashState
from engine.games.great_crash.turn import legal_now
from engine.market.cards import BOOM, FEE
from engine.market.forecasts import FORECASTS, Pairs
from engine.market.investors import INVESTORS


def sample_state(rulebook: Rulebook, seen: CrashObservation, draw: Draw) -> CrashState:
    """A state in which `seen.seat` is asked and observes exactly `seen`; the rest is drawn."""
    state = CrashState()
    state.rulebook = rulebook
    _lay_out_market(state, seen)
    _lay_out_auction(state, seen)
    _lay_out_shares(state, seen)
    _lay_out_experts(state, seen)
    _lay_out_move(state, seen)
    _lay_out_turn(state, seen)
    state.pairs = _pairs(seen)
    state.future = [state.pairs] * rulebook.rounds
    fill_hidden(state, seen.seat, _deck(seen), draw)
    state.to_act = seen.seat
    state.legal = legal_now(state, seen.seat)
    return state


def _lay_out_market(state: Position, seen: CrashObservation) -> None:
    state.journal = None
    state.order = list(seen.turn_order)
    state.round = seen.round
    state.phase_number = int(seen.phase)
    state.index = list(seen.price_index)
    state.price = list(seen.price)
    state.cash = list(seen.cash)
    state.debt = list(seen.debt)
    state.action_cards = list(seen.action_card)
    state.discard = list(seen.discard)
    state.revealed = sum(seen.pair_moved)


def _lay_out_auction(state: Position, seen: CrashObservation) -> None:
    state.track_card = list(seen.track_card)
    state.standing_seat = list(seen.standing_seat)
    state.standing_space = list(seen.standing_space)
    state.meeples = list(seen.meeples)
    state.pen = list(seen.pen)
    state.open_tracks = seen.standing_seat.count(-1)


def _lay_out_shares(state: Position, seen: CrashObservation) -> None:
    state.regular = list(seen.regular)
    state.split = list(seen.split)
    state.supply = list(seen.supply)
    state.sub_phase = seen.sub_phase
    state.sold = seen.sold
    state.aside = list(seen.aside)
    state.on_show = list(seen.on_show)
    state.bought = list(seen.bought)
    state.purchases = sum(seen.bought)


def _lay_out_experts(state: Position, seen: CrashObservation) -> None:
    players = state.rulebook.players
    starts = range(0, len(seen.expert_row), players)
    state.expert_rows = tuple([seen.expert_row[start : start + players] for start in starts])
    state.expert_owner = list(seen.expert_owner) or [GONE] * len(INVESTORS)
    state.hires = list(seen.hires) or [0] * players
    state.hired = seen.hired
    state.limit = [PURCHASE_LIMIT + seen.expert_owner.count(seat) for seat in range(players)]
    state.helper = seen.helper


def _lay_out_move(state: Position, seen: CrashObservation) -> None:
    turn = state.order.index(seen.seat)
    state.playing = seen.playing_card
    state.move_company = max(seen.move_company, 0)
    state.move_left = seen.move_left
    state.split_at = turn if seen.split_company >= 0 else -1
    state.split_sellers = seen.split_sellers
    state.dividend_company = seen.dividend_company
    state.dividend_rate = seen.dividend_rate
    state.dividend_at = turn if seen.dividend_company >= 0 else 0


def _lay_out_turn(state: Position, seen: CrashObservation) -> None:
    """Whose turn it is: as the observation says, or else the seat's own."""
    state.takes_left = 0
    state.cursor = 0
    if seen.turn_seat >= 0:
        state.cursor = state.order.index(seen.turn_seat)
    elif seen.phase == BIDDING:
        state.cursor = seen.seat if seen.round == 1 else seen.meeples.count(0)
    elif seen.phase == STARTING_STOCK:
        state.cursor = sum(seen.regular)
    elif seen.phase == BAILOUT:
        state.cursor = state.order.index(seen.seat)
        state.takes_left = BAILOUT_CARDS - sum(seen.regular[seen.seat * 6 : seen.seat * 6 + 6])


def _pairs(seen: CrashObservation) -> Pairs:
    """The pairs seen, in their slots; the others hold what is left, in some order."""
    companies = [company for company, slot in enumerate(seen.pair_slot) if slot < 0]
    forecasts = [card for card in range(len(FORECASTS)) if card not in seen.forecast_card]
    known = {slot: (company, seen.forecast_card[company]) for company, slot in enumerate(seen.pair_slot) if slot >= 0}
    rest = list(zip(companies, forecasts, strict=True))
    return tuple([known[slot] if slot in known else rest.pop() for slot in range(len(FORECASTS))])


def _deck(seen: CrashObservation) -> list[int]:
    """The market cards that lie nowhere in sight."""
    left = [copies - gone for copies, gone in zip(MARKET_COPIES, seen.discard, strict=True)]
    for at, count in enumerate(seen.debt):
        left[FEE + at % 3] -= count
    for at, count in enumerate(seen.action_card):
        left[BOOM + at % 2] -= count
    for card in seen.track_card:
        if card >= 0:
            left[card] -= 1
    return [kind for kind, count in enumerate(left) for _ in range(count)]
