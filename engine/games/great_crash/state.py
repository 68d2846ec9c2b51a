"""A state of The Great Crash: the position with the questions of the contract around it."""

from engine.contract import Draw, IllegalAction, Json, Seat
from engine.games.great_crash import audit
from engine.games.great_crash.bidding import bid
from engine.games.great_crash.deal import CrashDeal
from engine.games.great_crash.events import CrashEvent, Journal
from engine.games.great_crash.experts import cover, dismiss, hire, name_helper
from engine.games.great_crash.hidden import redeal
from engine.games.great_crash.movement import sell_at_split, show
from engine.games.great_crash.observation import CrashObservation
from engine.games.great_crash.observing import observe
from engine.games.great_crash.playing import play
from engine.games.great_crash.position import ACTION, BIDDING, PHASES, SELLING, Position
from engine.games.great_crash.purchase import buy, end_purchase_turn
from engine.games.great_crash.rulebook import Rulebook
from engine.games.great_crash.selling import end_selling_turn, sell
from engine.games.great_crash.taking import take
from engine.games.great_crash.turn import begin_first_round, proceed
from engine.market.cards import BOOM, SPACES
from engine.market.ranking import places_by


class CrashState(Position):
    """All that is true in a match of The Great Crash. Make one with `GreatCrash.start`."""

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
            take(self, seat, action)
        elif action < layout.play:
            bid(self, seat, action)
        elif action < layout.sell:
            card, company = divmod(action - layout.play, 6)
            play(self, seat, BOOM + card, company)
        elif action < layout.buy:
            sell(self, seat, action)
        elif action < layout.show:
            buy(self, seat, action - layout.buy)
        elif action < layout.done:
            regular, split = layout.shown[action - layout.show]
            show(self, seat, regular, split)
        elif action == layout.done:
            self._end_turn()
        elif action < layout.hire:
            sell_at_split(self, seat, action - layout.split_sale)
        else:
            self._use_experts(seat, action)
        proceed(self)

    def _end_turn(self) -> None:
        if self.phase_number == SELLING:
            end_selling_turn(self)
        else:
            end_purchase_turn(self)

    def _use_experts(self, seat: Seat, action: int) -> None:
        layout = self.rulebook.layout
        if action >= layout.dismiss:
            dismiss(self, seat, action - layout.dismiss)
        elif action >= layout.cover:
            cover(self, action)
        elif action >= layout.hire_helped:
            name_helper(self, seat, action - layout.hire_helped)
        else:
            hire(self, seat)

    def observe(self, seat: Seat) -> CrashObservation:
        """What `seat` (or SPECTATOR) may know now."""
        return observe(self, seat)

    def events(self, viewer: Seat, since: int = 0) -> list[CrashEvent]:
        """What `viewer` saw happen, from its own event number `since` on."""
        return self.journal.seen[viewer][since:] if self.journal is not None else []

    def default_action(self) -> int:
        """Clarification 27: bid and play where it matters least; sell, show and buy nothing, use no expert.

        Where a card must be taken or picked it is the first company's.
        """
        if self.to_act is None:
            raise IllegalAction("the match is over")
        layout = self.rulebook.layout
        if self.dividend_company >= 0 or self.split_at >= 0:
            return self.legal[0]
        if self.phase_number == BIDDING:
            return layout.bid + self.standing_seat.index(-1) * SPACES
        if self.phase_number == ACTION:
            return self.legal[0] + self.index.index(min(self.index))
        return layout.done if layout.done in self.legal else self.legal[0]

    def phase(self) -> str:
        """Name of the running phase, in the words of the audit format."""
        return PHASES[self.phase_number]

    def scores(self) -> tuple[int, ...]:
        """Cash in K by seat, possibly below zero at the end; final once the match is over."""
        return tuple(self.cash)

    def places(self) -> tuple[int, ...]:
        """Rank by seat, 1 the best; equal cash, equal rank."""
        return places_by(self.scores())

    def clone(self, *, events: bool = False) -> "CrashState":
        """An independent copy; it goes on recording events only if asked to."""
        other = CrashState()
        other.copy_from(self, self.journal.copy() if events and self.journal is not None else None)
        return other

    def redeal(self, seat: Seat, draw: Draw, *, future: bool = True) -> "CrashState":
        """Another state that `seat` cannot tell from this one; its record of events goes on."""
        other = self.clone(events=True)
        redeal(other, seat, draw, future=future)
        return other

    def public_facts(self) -> dict[str, Json]:
        """What everyone may know, in the words of the audit format."""
        return audit.public_facts(self)

    def private_facts(self, seat: Seat) -> dict[str, Json]:
        """What only `seat` knows, and what it holds, in the words of the audit format."""
        return audit.private_facts(self, seat)

    def _refusal(self, action: int) -> str:
        if self.to_act is None:
            return f"action {action} is not legal: the match is over"
        table = self.rulebook.layout.table
        if not 0 <= action < len(table):
            return f"no action has the id {action}; ids are 0 to {len(table) - 1}"
        return f"action {action} {table[action]} is not legal for seat {self.to_act} in {self.phase()}"


def start(rulebook: Rulebook, deal: CrashDeal, *, events: bool) -> CrashState:
    """The state at the first decision of a checked deal."""
    state = CrashState()
    state.set_up(rulebook, deal, Journal(rulebook.players) if events else None)
    begin_first_round(state)
    proceed(state)
    return state


def deal_of(state: CrashState) -> CrashDeal:
    """The deal of a state in which nobody has decided anything yet."""
    return CrashDeal(
        first=state.order[0],
        market_deck=tuple(state.deck),
        rounds=(state.pairs, *state.future[1:]),
        expert_rows=state.expert_rows,
    )
