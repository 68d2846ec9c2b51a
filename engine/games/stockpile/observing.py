"""Observing: an observation is built by adding what the viewer has seen, never by hiding."""

from typing import Final

from engine.contract import SPECTATOR, Seat
from engine.games.stockpile.knowledge import Knowledge
from engine.games.stockpile.observation import PHASE_BY_NUMBER, Numbers, StockpileObservation
from engine.games.stockpile.position import ACTION, Position
from engine.games.stockpile.sight import Sight, see
from engine.market.cards import UNKNOWN
from engine.market.investors import cards_in

NOBODY: Final = -1
NOTHING: Final = (0,) * 6

NO_INVESTORS: Final[dict[str, int | Numbers]] = {
    "investor_owner": (),
    "investors_ready": 0,
    "investors_dealt": (),
    "investors_chosen": (),
    "pile_watched": (),
    "marked": (),
    "warren_pile": -1,
    "martha_turn": -1,
    "peeked_round": (),
    "peeked_pile": (),
    "peeked_card": (),
    "peeked_winner": (),
}
"""What a game without investors says of them."""


def observe(position: Position, seat: Seat) -> StockpileObservation:
    """What `seat`, or SPECTATOR, may know now."""
    known_regular, unknown_regular, unknown_not, start_unseen, start_seen = knowledge_of(position, seat).snapshot
    sight = see(position, seat)
    own = slice(seat * 6, seat * 6 + 6)
    observation = object.__new__(StockpileObservation)
    # Filled at once: a frozen dataclass's own __init__ sets 54 fields one by one, which takes 3 us more.
    observation.__dict__.update(
        seat=seat,
        round=position.round,
        phase=PHASE_BY_NUMBER[position.phase_number],
        turn_order=sight.turn_order,
        price_index=tuple(position.index),
        price=tuple(position.price),
        cash=tuple(position.cash),
        debt=tuple(position.debt),
        action_card=tuple(position.action_cards),
        standing_seat=tuple(position.standing_seat),
        standing_space=tuple(position.standing_space),
        meeples=tuple(position.meeples),
        pile_start=sight.pile_start,
        pile_card=sight.pile_card,
        pile_face_up=sight.pile_face_up,
        pile_by=sight.pile_by,
        forecast_card=sight.forecast_card,
        pair_source=sight.pair_source,
        pair_turn=sight.pair_turn,
        pair_moved=sight.pair_moved,
        hand=hand_of(position, seat),
        own_regular=tuple(position.regular[own]) if seat >= 0 else NOTHING,
        own_split=tuple(position.split[own]) if seat >= 0 else NOTHING,
        start_share=position.starting_shares[seat] if seat >= 0 else UNKNOWN,
        regular_cards=tuple(position.regular_cards),
        split_cards=tuple(position.split_cards),
        known_regular=known_regular,
        unknown_regular=unknown_regular,
        unknown_not=unknown_not,
        known_split=tuple(position.split),
        start_unseen=start_unseen,
        start_seen=start_seen,
        deck_size=len(position.deck) - position.deck_at,
        discard=tuple(position.discard),
        placed_round=sight.placed_round,
        placed_card=sight.placed_card,
        placed_pile=sight.placed_pile,
        placed_face_up=sight.placed_face_up,
        dividend_company=position.dividend_company,
        dividend_rate=position.dividend_rate,
        move_left=position.move_left,
        playing_seat=_whose_move(position),
        playing_card=position.playing,
        pile_turn=sight.pile_turn,
    )
    observation.__dict__.update(_investors(position, seat, sight) if position.rulebook.investors else NO_INVESTORS)
    return observation


def _whose_move(position: Position) -> Seat:
    """The seat whose action card or Cramer moves a ticker while a dividend is asked."""
    if position.phase_number == ACTION and position.dividend_company >= 0:
        return position.order[position.cursor]
    return NOBODY


def _investors(position: Position, seat: Seat, sight: Sight) -> dict[str, int | Numbers]:
    """What `seat` may know of the investors and of what they did."""
    slot = position.martha_slot
    return {
        "investor_owner": tuple(position.investor_owner),
        "investors_ready": position.investors_ready,
        "investors_dealt": position.investors_dealt[seat] if seat >= 0 else (),
        "investors_chosen": cards_in(position.investors_chosen[seat]) if seat >= 0 else (),
        "pile_watched": sight.pile_watched,
        "marked": position.marked,
        "warren_pile": position.warren_pile,
        "martha_turn": position.rulebook.orders[position.first].index(slot) if slot >= 0 else NOBODY,
        "peeked_round": sight.peeked_round,
        "peeked_pile": sight.peeked_pile,
        "peeked_card": sight.peeked_card,
        "peeked_winner": sight.peeked_winner,
    }


def knowledge_of(position: Position, viewer: Seat) -> Knowledge:
    """The viewer's knowledge of the others' shares, up to date."""
    known = position.knowledge[viewer]
    if known is None:
        own_share = position.starting_shares[viewer] if viewer != SPECTATOR else UNKNOWN
        known = position.knowledge[viewer] = Knowledge(viewer, position.rulebook.players, own_share)
    if known.read < len(position.facts):
        known.fold(position.facts)
    return known


def hand_of(position: Position, seat: Seat) -> Numbers:
    """The supply cards a seat still has to place, as dealt."""
    if seat < 0 or position.hands[seat * 2] < 0:
        return ()
    return (position.hands[seat * 2], position.hands[seat * 2 + 1])
