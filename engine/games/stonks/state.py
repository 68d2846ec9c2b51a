"""A state of Stonks: the position with the questions of the contract around it."""

from bisect import bisect_left

from engine.contract import Draw, IllegalAction, Json, Seat
from engine.games.stonks import audit
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.drafting import begin_round, default_draft, draft
from engine.games.stonks.events import Journal, StonksEvent
from engine.games.stonks.hidden import redeal
from engine.games.stonks.market import adjust, default_adjustment
from engine.games.stonks.observation import StonksObservation
from engine.games.stonks.observing import observe
from engine.games.stonks.position import ADJUST, DRAFT, PHASES, PLAY, Position
from engine.games.stonks.rulebook import Rulebook
from engine.games.stonks.scoring import places
from engine.games.stonks.tricks import default_pick, default_play, play, take
from engine.games.stonks.turn import proceed


class StonksState(Position):
    """All that is true in a match of Stonks. Make one with `Stonks.start`."""

    __slots__ = ()

    def legal_actions(self) -> list[int]:
        """Ids the seat to act may choose, ascending."""
        return self.legal[:]

    def apply(self, action: int) -> None:
        """Play an action of the seat to act and all forced ones after it."""
        seat = self.to_act
        legal = self.legal
        at = bisect_left(legal, action)  # a leader has some sixty choices, a draft more: faster than `in`
        if seat is None or at == len(legal) or legal[at] != action:
            raise IllegalAction(self._refusal(action))
        self.to_act = None
        phase = self.phase_number
        if phase == PLAY:
            play(self, seat, action)
        elif phase == ADJUST:
            adjust(self, seat, action)
        elif phase == DRAFT:
            draft(self, seat, action)
        else:
            take(self, seat, action)
        proceed(self)

    def observe(self, seat: Seat) -> StonksObservation:
        """What `seat` (or SPECTATOR) may know now."""
        return observe(self, seat)

    def events(self, viewer: Seat, since: int = 0) -> list[StonksEvent]:
        """What `viewer` saw happen, from its own event number `since` on."""
        return self.journal.seen[viewer][since:] if self.journal is not None else []

    def default_action(self) -> int:
        """Clarification 13: the lowest card, face up and without Speculation; the market is left alone."""
        if self.to_act is None:
            raise IllegalAction("the match is over")
        if self.phase_number == DRAFT:
            return default_draft(self, self.to_act)
        if self.phase_number == PLAY:
            return default_play(self)
        if self.phase_number == ADJUST:
            return default_adjustment(self)
        return default_pick(self)

    def phase(self) -> str:
        """Name of the running phase, in the words of the audit format."""
        return PHASES[self.phase_number]

    def scores(self) -> tuple[int, ...]:
        """Points by seat; final once the match is over."""
        return tuple(self.totals)

    def places(self) -> tuple[int, ...]:
        """Rank by seat, 1 the best; equal points are told apart once the match is over, if they can be."""
        return places(self)

    def clone(self, *, events: bool = False) -> "StonksState":
        """An independent copy; it goes on recording events only if asked to."""
        other = StonksState()
        other.copy_from(self, self.journal.copy() if events and self.journal is not None else None)
        return other

    def redeal(self, seat: Seat, draw: Draw, *, future: bool = True) -> "StonksState":
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


def start(rulebook: Rulebook, deal: StonksDeal, *, events: bool) -> StonksState:
    """The state at the first decision of a checked deal."""
    state = StonksState()
    state.set_up(rulebook, deal.decks, Journal(rulebook.players) if events else None)
    begin_round(state)
    proceed(state)
    return state


def deal_of(state: StonksState) -> StonksDeal:
    """The deal of a state in which nobody has decided anything yet."""
    dealt = [hand[at] for at in range(state.rulebook.dealt) for hand in state.hands]
    return StonksDeal(((*dealt, *state.deck), *state.decks[1:]))
