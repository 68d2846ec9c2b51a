"""Observing: an observation is built by adding what the viewer has seen, never by hiding."""

from typing import Final

from engine.contract import Seat
from engine.games.great_crash.observation import PHASE_BY_NUMBER, CrashObservation, Numbers
from engine.games.great_crash.position import ACTION, MOVEMENT, NOBODY, Position
from engine.market.cards import UNKNOWN

NO_EXPERTS: Final[dict[str, Numbers]] = {"expert_row": (), "expert_owner": (), "hires": ()}
"""What a game without experts says of them."""


def observe(position: Position, seat: Seat) -> CrashObservation:
    """What `seat`, or SPECTATOR, may know now."""
    forecast_card, pair_slot, pair_moved = seen_pairs(position, seat)
    splitting = position.split_at >= 0
    observation = object.__new__(CrashObservation)
    # Filled at once: a frozen dataclass's own __init__ sets the fields one by one, which takes 3 us more.
    observation.__dict__.update(
        seat=seat,
        round=position.round,
        phase=PHASE_BY_NUMBER[position.phase_number],
        turn_order=tuple(position.order),
        turn_seat=whose_turn(position),
        price_index=tuple(position.index),
        price=tuple(position.price),
        cash=tuple(position.cash),
        debt=tuple(position.debt),
        action_card=tuple(position.action_cards),
        track_card=tuple(position.track_card),
        standing_seat=tuple(position.standing_seat),
        standing_space=tuple(position.standing_space),
        meeples=tuple(position.meeples),
        pen=tuple(position.pen),
        forecast_card=forecast_card,
        pair_slot=pair_slot,
        pair_moved=pair_moved,
        regular=tuple(position.regular),
        split=tuple(position.split),
        supply=tuple(position.supply),
        sub_phase=position.sub_phase,
        sold=position.sold,
        aside=tuple(position.aside),
        on_show=tuple(position.on_show),
        bought=tuple(position.bought),
        deck_size=len(position.deck) - position.deck_at,
        discard=tuple(position.discard),
        dividend_company=position.dividend_company,
        dividend_rate=position.dividend_rate,
        move_company=position.move_company if is_moving(position) else NOBODY,
        move_left=position.move_left,
        split_company=position.move_company if splitting else NOBODY,
        split_sellers=position.split_sellers,
        playing_card=position.playing,
        hired=position.hired,
        helper=position.helper,
    )
    observation.__dict__.update(_experts(position) if position.expert_rows else NO_EXPERTS)
    return observation


def is_moving(position: Position) -> bool:
    """Whether a move is suspended, or will yet fall for sales at its split."""
    return position.move_left != 0 or position.split_at >= 0 or position.split_sellers != 0


def whose_turn(position: Position) -> Seat:
    """The seat whose turn others may interrupt; nobody's where there is none, or where it is that of the seat asked."""
    if ACTION <= position.phase_number < MOVEMENT and position.cursor < len(position.order):
        return position.order[position.cursor]
    return NOBODY


def seen_pairs(position: Position, viewer: Seat) -> tuple[Numbers, Numbers, Numbers]:
    """By company: the forecast, the slot of the pair (both -1 unseen), and whether it was revealed."""
    forecasts = [UNKNOWN] * 6
    slots = [UNKNOWN] * 6
    moved = [0] * 6
    players = position.rulebook.players
    for slot, (company, forecast) in enumerate(position.pairs):
        if is_revealed(position, slot):
            moved[company] = 1
        elif slot not in (players, viewer):
            continue
        forecasts[company] = forecast
        slots[company] = slot
    return tuple(forecasts), tuple(slots), tuple(moved)


def is_revealed(position: Position, slot: int) -> bool:
    """Whether the pair of a slot has been revealed in this round's Movement: seats in turn order, then the others."""
    if not position.revealed:
        return False
    if slot >= position.rulebook.players:
        return slot < position.revealed
    return position.order.index(slot) < position.revealed


def _experts(position: Position) -> dict[str, Numbers]:
    return {
        "expert_row": tuple([expert for row in position.expert_rows for expert in row]),
        "expert_owner": tuple(position.expert_owner),
        "hires": tuple(position.hires),
    }
