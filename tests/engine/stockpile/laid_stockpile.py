"""Tables of Stockpile set as a test needs them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from engine.contract import Action
from engine.games.stockpile import Stockpile
from engine.games.stockpile.abilities import ready_abilities
from engine.games.stockpile.actions import Bid
from engine.games.stockpile.deal import StockpileDeal
from engine.games.stockpile.events import EventType
from engine.games.stockpile.movement import begin_dividend, begin_move
from engine.games.stockpile.position import ACTION, CHOOSING, MOVEMENT, SELLING, SUPPLY
from engine.games.stockpile.state import StockpileState
from engine.games.stockpile.turn import legal_now, proceed
from engine.market.cards import BIDS
from engine.streams import Streams, seed_of

AA, BB, CC, EE, LL, SS = range(6)
Shares: TypeAlias = Mapping[int, Mapping[int, int]]
"""By seat, by company: number of cards."""
Owners: TypeAlias = Mapping[int, int]
"""By investor: the seat that keeps it."""


def deal(players: int, seed: str = "table", first: int = 0, *, investors: bool = False) -> StockpileDeal:
    """A deal in which seat `first` begins."""
    drawn = Stockpile(players, investors=investors).deal(Streams(seed_of(seed)))
    return replace(drawn, first=first)


def started(players: int, owners: Owners, *, first: int = 0, top: tuple[int, ...] = ()) -> StockpileState:
    """A match with these investors in play, and no others, in its first Supply phase; the deck began with `top`."""
    cards = deal(players, first=first, investors=True)
    deck = list(cards.market_deck)
    for place, kind in enumerate(top):
        at = deck.index(kind, place)
        deck[place], deck[at] = deck[at], deck[place]
    state = Stockpile(players, investors=True).start(replace(cards, market_deck=tuple(deck)), events=True)
    while state.phase_number == CHOOSING:
        state.apply(state.default_action())
    give_investors(state, owners)
    state.cash = [20] * players
    state.legal = legal_now(state, state.first)
    return state


def give_investors(state: StockpileState, owners: Owners) -> None:
    """Change who keeps which investor."""
    state.investor_owner = [owners.get(investor, -1) for investor in range(10)]
    ready_abilities(state)


def table(
    players: int = 4,
    *,
    board: str = "standard",
    cash: int | list[int] = 20,
    index: Mapping[int, int] | None = None,
    regular: Shares | None = None,
    split: Shares | None = None,
    owners: Owners | None = None,
) -> StockpileState:
    """A table between two phases, nobody asked, with these holdings only; money and cards need not add up."""
    state = Stockpile(players, board, owners is not None).start(
        deal(players, investors=owners is not None), events=True
    )
    while state.phase_number == CHOOSING:
        state.apply(state.default_action())
    if owners is not None:
        give_investors(state, owners)
    state.to_act = None
    state.cash = list(cash) if isinstance(cash, list) else [cash] * players
    for company, at in (index or {}).items():
        state.set_index(company, at)
    state.regular = _holdings(players, regular or {})
    state.split = _holdings(players, split or {})
    state.regular_cards = [sum(state.regular[seat * 6 : seat * 6 + 6]) for seat in range(players)]
    state.split_cards = [sum(state.split[seat * 6 : seat * 6 + 6]) for seat in range(players)]
    return state


def _holdings(players: int, shares: Shares) -> list[int]:
    return [shares.get(seat, {}).get(company, 0) for seat in range(players) for company in range(6)]


def at_price(price: int) -> int:
    """Index of a price on the standard track."""
    return price - 1


def move(state: StockpileState, company: int, steps: int) -> StockpileState:
    """Move a ticker as the last pair of a Movement phase would, up to the next question."""
    state.phase_number = MOVEMENT
    begin_move(state, company, steps)
    proceed_in_movement(state)
    return state


def pay_dividend(state: StockpileState, company: int) -> StockpileState:
    """Let `$$` fall on a company, up to the first question."""
    state.phase_number = MOVEMENT
    begin_dividend(state, company, 2)
    proceed_in_movement(state)
    return state


def proceed_in_movement(state: StockpileState) -> None:
    """Go on; if nothing else is asked the next question is that of round 2."""
    state.revealed = 6
    proceed(state)


def open_selling(state: StockpileState) -> StockpileState:
    """Let the Selling phase begin."""
    state.phase_number = SELLING
    state.cursor = 0
    proceed(state)
    return state


def open_action(state: StockpileState) -> StockpileState:
    """Let the Action phase begin."""
    state.phase_number = ACTION
    state.cursor = 0
    proceed(state)
    return state


def in_demand(players: int, cash: int | list[int] = 20, first: int = 0, owners: Owners | None = None) -> StockpileState:
    """A table at the first bid of a match, all supply cards placed on the last pile."""
    if owners is None:
        state = Stockpile(players).start(deal(players, first=first), events=True)
    else:
        state = started(players, owners, first=first)
    while state.phase_number == SUPPLY:
        state.apply(state.default_action())
    while state.phase() == "before_demand":
        state.apply(state.default_action())
    state.cash = list(cash) if isinstance(cash, list) else [cash] * players
    state.legal = legal_now(state, state.first)
    return state


def play(state: StockpileState, *actions: Action) -> StockpileState:
    """Play typed actions of whoever is asked."""
    for action in actions:
        state.apply(state.rulebook.layout.table.id_of(action))
    return state


def bid(state: StockpileState, *bids: tuple[int, int]) -> StockpileState:
    """Bid (track from 1, value in K), one after the other."""
    return play(state, *(Bid(track - 1, BIDS.index(value)) for track, value in bids))


def legal(state: StockpileState) -> set[Action]:
    """The typed legal actions."""
    return {state.rulebook.layout.table[action] for action in state.legal_actions()}


def legal_bids(state: StockpileState) -> set[tuple[int, int]]:
    """The legal bids as (track from 1, value in K)."""
    return {(action.track + 1, BIDS[action.space]) for action in legal(state) if isinstance(action, Bid)}


def happened(state: StockpileState, *kinds: EventType) -> list[EventType]:
    """The events of these kinds that a spectator saw, in order."""
    return [event.type for event in state.events(-1) if event.type in kinds]


def cards_of(state: StockpileState, seat: int, company: int) -> tuple[int, int]:
    """Regular and split cards of one company."""
    return state.regular[seat * 6 + company], state.split[seat * 6 + company]
