"""A state of Stockpile: the position with the questions of the contract around it."""

from engine.contract import Draw, IllegalAction, Json, Seat
from engine.games.stockpile import audit
from engine.games.stockpile.abilities import use_ability
from engine.games.stockpile.choosing import begin_choice, first_keep, keep
from engine.games.stockpile.deal import StockpileDeal
from engine.games.stockpile.demand import bid
from engine.games.stockpile.entries import KIND_MASK
from engine.games.stockpile.events import Journal, StockpileEvent
from engine.games.stockpile.hidden import redeal
from engine.games.stockpile.movement import show
from engine.games.stockpile.observation import StockpileObservation
from engine.games.stockpile.observing import observe
from engine.games.stockpile.position import ACTION, CHOOSING, DEMAND, PHASES, SUPPLY, Position
from engine.games.stockpile.rulebook import Rulebook
from engine.games.stockpile.supply import begin_round, place, place_down
from engine.games.stockpile.trading import SALE_KINDS, end_turn, play, sell
from engine.games.stockpile.turn import proceed
from engine.market.cards import BOOM, SPACES
from engine.market.ranking import places_by


class StockpileState(Position):
    """All that is true in a match of Stockpile. Make one with `Stockpile.start`."""

    __slots__ = ()

    def legal_actions(self) -> list[int]:
        """Ids the seat to act may choose, ascending."""
        return self.legal[:]

    def apply(self, action: int) -> None:
        """Play an action of the seat to act and all forced ones after it."""
        seat = self.to_act
        if seat is None or action not in self.legal:
            raise IllegalAction(self._refusal(action))
        layout = self.rulebook.layout
        self.to_act = None
        if action < layout.bid:
            place(self, seat, action)
        elif action < layout.play:
            bid(self, seat, action)
        elif action < layout.sell:
            card, company = divmod(action - layout.play, 6)
            play(self, seat, BOOM + card, company)
        elif action < layout.show:
            company, kind = divmod(action - layout.sell, SALE_KINDS)
            sell(self, seat, company, kind + 1)
        elif action < layout.done:
            regular, split = layout.shown[action - layout.show]
            show(self, seat, regular, split)
        elif action == layout.done:
            end_turn(self)
        elif action < layout.place_down:
            keep(self, seat, action)
        elif action < layout.mark:
            place_down(self, seat, action)
        else:
            use_ability(self, seat, action)
        proceed(self)

    def observe(self, seat: Seat) -> StockpileObservation:
        """What `seat` (or SPECTATOR) may know now."""
        return observe(self, seat)

    def events(self, viewer: Seat, since: int = 0) -> list[StockpileEvent]:
        """What `viewer` saw happen, from its own event number `since` on."""
        return self.journal.seen[viewer][since:] if self.journal is not None else []

    def default_action(self) -> int:
        """Clarification 27: place, bid and play where it matters least; sell and show nothing, use no ability."""
        if self.to_act is None:
            raise IllegalAction("the match is over")
        layout = self.rulebook.layout
        if self.dividend_company >= 0:
            return layout.show
        if self.phase_number == SUPPLY:
            last = self.rulebook.tracks - 1
            first, second = self.hands[self.to_act * 2], self.hands[self.to_act * 2 + 1]
            return ((first * self.rulebook.tracks + last) * 11 + second) * self.rulebook.tracks + last
        if self.phase_number == DEMAND:
            return layout.bid + self.standing_seat.index(-1) * SPACES
        if self.phase_number == ACTION and self.legal[0] < layout.done:
            return self.legal[0] + self.index.index(min(self.index))
        if self.phase_number == CHOOSING:
            return first_keep(self, self.to_act)
        return layout.done

    def phase(self) -> str:
        """Name of the running phase, in the words of the audit format."""
        return PHASES[self.phase_number]

    def scores(self) -> tuple[int, ...]:
        """Cash in K by seat; final once the match is over."""
        return tuple(self.cash)

    def places(self) -> tuple[int, ...]:
        """Rank by seat, 1 the best; equal cash, equal rank."""
        return places_by(self.scores())

    def clone(self, *, events: bool = False) -> "StockpileState":
        """An independent copy; it goes on recording events only if asked to."""
        other = StockpileState()
        other.copy_from(self, self.journal.copy() if events and self.journal is not None else None)
        return other

    def redeal(self, seat: Seat, draw: Draw, *, future: bool = True) -> "StockpileState":
        """Another state that `seat` cannot tell from this one; its record of events goes on."""
        other = self.clone(events=True)
        redeal(other, seat, draw, future=future)
        return other

    def public_facts(self) -> dict[str, Json]:
        """What everyone may know, in the words of the audit format."""
        return audit.public_facts(self)

    def private_facts(self, seat: Seat) -> dict[str, Json]:
        """What only `seat` knows, in the words of the audit format."""
        return audit.private_facts(self, seat)

    def _refusal(self, action: int) -> str:
        if self.to_act is None:
            return f"action {action} is not legal: the match is over"
        table = self.rulebook.layout.table
        if not 0 <= action < len(table):
            return f"no action has the id {action}; ids are 0 to {len(table) - 1}"
        return f"action {action} {table[action]} is not legal for seat {self.to_act} in {self.phase()}"


def start(rulebook: Rulebook, deal: StockpileDeal, *, events: bool) -> StockpileState:
    """The state at the first decision of a checked deal."""
    state = StockpileState()
    state.set_up(rulebook, deal, Journal(rulebook.players) if events else None)
    if rulebook.investors:
        begin_choice(state)
    else:
        begin_round(state)
    proceed(state)
    return state


def deal_of(state: StockpileState) -> StockpileDeal:
    """The deal of a state in which nobody has decided anything yet: what lies open and in hands came from the deck."""
    opened = [entry & KIND_MASK for entry in state.table]
    hands = [kind for seat in state.order for kind in state.hands[seat * 2 : seat * 2 + 2] if kind >= 0]
    return StockpileDeal(
        first=state.first,
        starting_shares=tuple(state.starting_shares),
        market_deck=(*opened, *hands, *state.deck[state.deck_at :]),
        rounds=(state.pairs, *state.future[1:]) if state.round else tuple(state.future),
        investors=tuple(state.investors_dealt),
    )
