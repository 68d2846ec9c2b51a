"""Tables of The Great Crash set as a test needs them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from engine.contract import Action
from engine.games.great_crash import GreatCrash
from engine.games.great_crash.actions import Bid, Buy, Done, SaleKind, Sell
from engine.games.great_crash.deal import CrashDeal
from engine.games.great_crash.events import EventType
from engine.games.great_crash.movement import begin_dividend, begin_move
from engine.games.great_crash.position import ACTION, MOVEMENT
from engine.games.great_crash.purchase import begin_purchase
from engine.games.great_crash.selling import begin_selling
from engine.games.great_crash.state import CrashState
from engine.games.great_crash.taking import begin_bailout
from engine.games.great_crash.turn import proceed
from engine.market.cards import BIDS, BOOM
from engine.streams import Streams, seed_of

AA, BB, CC, EE, LL, SS = range(6)
REGULAR, SPLIT = SaleKind
BILL, BERNIE, CRAMER, DONALD, DEBORAH, GRAHAM, MARTHA, MARK, STUART, WARREN = range(10)

Shares: TypeAlias = Mapping[int, Mapping[int, int]]
"""By seat, by company: number of cards."""

ROWS = {
    3: ((BILL, MARTHA, DONALD), (MARK, DEBORAH, BERNIE)),
    4: ((BILL, MARTHA, STUART, DONALD), (MARK, DEBORAH, CRAMER, BERNIE)),
    5: ((BILL, MARTHA, STUART, CRAMER, DONALD), (MARK, DEBORAH, WARREN, BERNIE, GRAHAM)),
}
"""Rows of experts by number of players."""


def deal(game: GreatCrash, seed: str = "table", first: int = 0) -> CrashDeal:
    """A deal in which seat `first` begins and the rows of experts are ROWS."""
    drawn = game.deal(Streams(seed_of(seed)))
    return replace(drawn, first=first, expert_rows=ROWS[game.players][: game.experts])


def started(players: int = 4, *, first: int = 0, **settings: object) -> CrashState:
    """A match at its first bid."""
    game = GreatCrash(players, **settings)
    return game.start(deal(game, first=first), events=True)


def table(
    players: int = 4,
    *,
    cash: int | list[int] = 9,
    index: Mapping[int, int] | None = None,
    regular: Shares | None = None,
    split: Shares | None = None,
    experts: Mapping[int, int] | None = None,
    rows: int = 0,
    round_: int = 2,
    **settings: object,
) -> CrashState:
    """A table between two phases of a normal round, nobody asked, turn order 0, 1, ...; with these holdings only.

    `experts` says who has which expert in hand; `rows` are laid out, or as many as that needs. Money need not add up.
    """
    state = started(players, experts=rows or (1 if experts else 0), **settings)
    state.to_act = None
    state.round = round_
    state.pairs = state.future[round_ - 1]
    state.cash = list(cash) if isinstance(cash, list) else [cash] * players
    for company, at in (index or {}).items():
        state.set_index(company, at)
    state.regular = _holdings(players, regular or {})
    state.split = _holdings(players, split or {})
    for company in range(6):
        state.supply[company] = 10 - sum(state.regular[company::6]) - sum(state.split[company::6])
    for expert, seat in (experts or {}).items():
        state.expert_owner[expert] = seat
        state.hires[seat] += 1
        state.limit[seat] += 1
    return state


def _holdings(players: int, shares: Shares) -> list[int]:
    return [shares.get(seat, {}).get(company, 0) for seat in range(players) for company in range(6)]


def at_price(price: int) -> int:
    """Index of a price on the standard track."""
    return price - 1


def move(state: CrashState, company: int, steps: int) -> CrashState:
    """Move a ticker as the last pair of a Movement phase would, up to the next question."""
    begin_move(state, company, steps)
    return go_on_in_movement(state)


def pay_dividend(state: CrashState, company: int) -> CrashState:
    """Let `$$` fall on a company, up to the first question."""
    begin_dividend(state, company, 2)
    return go_on_in_movement(state)


def go_on_in_movement(state: CrashState) -> CrashState:
    """Go on; if nothing else is asked the next question is that of the next round."""
    state.phase_number = MOVEMENT
    state.revealed = 6
    proceed(state)
    return state


def open_selling(state: CrashState) -> CrashState:
    """Let Selling begin."""
    return _open(state, begin_selling)


def open_purchase(state: CrashState) -> CrashState:
    """Let Purchase begin."""
    return _open(state, begin_purchase)


def open_bailout(state: CrashState) -> CrashState:
    """Let the round begin, after all pairs of the last one were revealed."""
    state.revealed = 6
    return _open(state, begin_bailout)


def _open(state: CrashState, begin: Callable[[CrashState], None]) -> CrashState:
    begin(state)
    proceed(state)
    return state


def open_action(state: CrashState, cards: Mapping[int, int]) -> CrashState:
    """Let the Action phase begin; by seat, the action card it has won."""
    for seat, card in cards.items():
        state.action_cards[seat * 2 + card - BOOM] = 1
    state.phase_number = ACTION
    state.cursor = 0
    proceed(state)
    return state


def open_bidding(state: CrashState, under: list[int] | None = None) -> CrashState:
    """Let the round begin with its auction; `under` are the cards under the tracks."""
    open_bailout(state)
    if under is not None:
        state.track_card = under
    return state


def play(state: CrashState, *actions: Action) -> CrashState:
    """Play typed actions of whoever is asked."""
    for action in actions:
        state.apply(state.rulebook.layout.table.id_of(action))
    return state


def bid(state: CrashState, *bids: tuple[int, int]) -> CrashState:
    """Bid (track from 1, value in K), one after the other."""
    return play(state, *(Bid(track - 1, BIDS.index(value)) for track, value in bids))


def sell(state: CrashState, *companies: int) -> CrashState:
    """Sell regular cards, one after the other."""
    return play(state, *(Sell(company, REGULAR) for company in companies))


def sell_turn(state: CrashState, *companies: int) -> CrashState:
    """A whole selling turn: these regular cards, and its end unless that is forced."""
    sell(state, *companies)
    return play(state, Done()) if any(state.aside) or not companies else state


def buy(state: CrashState, *companies: int) -> CrashState:
    """Buy cards, one after the other."""
    return play(state, *(Buy(company) for company in companies))


def buy_turn(state: CrashState, *companies: int) -> CrashState:
    """A whole Purchase turn: these cards, and its end unless that is forced."""
    buy(state, *companies)
    return play(state, Done()) if state.purchases or not companies else state


def legal(state: CrashState) -> set[Action]:
    """The typed legal actions."""
    return {state.rulebook.layout.table[action] for action in state.legal_actions()}


def told(state: CrashState, *kinds: EventType) -> list[tuple[object, ...]]:
    """What a spectator saw of these kinds: type and the fields there are, in order of the dataclass."""
    return [
        (event.type, {name: value for name, value in vars(event).items() if name != "type"})
        for event in state.events(-1)
        if event.type in kinds
    ]


def held(state: CrashState, seat: int, company: int) -> tuple[int, int]:
    """Cards of a company in the two portfolios of a seat."""
    return state.regular[seat * 6 + company], state.split[seat * 6 + company]
