"""One match, without clock or socket: answers and faults in, the next question out."""

from dataclasses import replace

from arena.model.faults import Cause, Ejection, Fault
from arena.model.matches import (
    DecisionTime,
    MatchRecord,
    SeatReport,
    Termination,
    final_places,
    out_order,
)
from engine.contract import Deal, Event, Game, Observation, Seat
from engine.transcript import Transcript

NO_TIME = DecisionTime(0, 0)
"""The time of a decision that nobody was asked for."""


class MatchSession:
    """A match in progress; whoever is out is played by the default action to the end."""

    def __init__(self, game: Game, deal: Deal, strikes: int, *, events: bool = True) -> None:
        self.game = game
        self.legal: list[int] = []
        """Ids the seat to act may choose."""
        self._deal = deal
        self._state = game.start(deal, events=events)
        self._strikes = strikes
        self._decisions: list[tuple[Seat, int]] = []
        self._times: list[DecisionTime] = []
        self._faults: list[Fault] = []
        self._strike_count = [0] * game.players
        self._asked = [0] * game.players
        self._seen = [0] * game.players
        self._out: set[Seat] = set()
        self._next_question()

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked; None when the match is over."""
        return self._state.to_act

    @property
    def decision(self) -> int:
        """Number of the open decision among this seat's own, from 0."""
        seat = self._state.to_act
        assert seat is not None
        return self._asked[seat]

    def is_out(self, seat: Seat) -> bool:
        """Whether the seat's part in the match has ended."""
        return seat in self._out

    def observe(self) -> Observation:
        """What the seat to act is shown."""
        seat = self._state.to_act
        assert seat is not None
        return self._state.observe(seat)

    def new_events(self) -> list[Event]:
        """What the seat to act saw happen since this was last asked for it."""
        seat = self._state.to_act
        assert seat is not None
        events = self._state.events(seat, self._seen[seat])
        self._seen[seat] += len(events)
        return events

    def answer(self, action: int, time: DecisionTime) -> None:
        """Play what the seat to act chose; `action` is one of `legal`."""
        self._play(action, time)
        self._next_question()

    def strike(self, cause: Cause, detail: str, time: DecisionTime) -> None:
        """Record a fault of the seat to act and play its default action."""
        seat = self._state.to_act
        assert seat is not None
        self._faults.append(Fault(seat, len(self._decisions), cause, detail))
        self._strike_count[seat] += 1
        if self._strike_count[seat] >= self._strikes:
            self._out.add(seat)
        self._play(self._state.default_action(), time)
        self._next_question()

    def eject(self, seat: Seat, ejection: Ejection) -> None:
        """End a seat's part in the match because its process was ended."""
        if seat in self._out or self._state.to_act is None:
            return
        self._faults.append(Fault(seat, len(self._decisions), ejection.cause, ejection.detail))
        self._out.add(seat)
        self._next_question()

    def faults_of(self, seat: Seat) -> list[Fault]:
        """The seat's own faults so far, each at the number of the decision among its own (for its eyes only)."""
        own = []
        for fault in self._faults:
            if fault.seat == seat:
                before = sum(asked == seat for asked, _ in self._decisions[: fault.decision])
                own.append(replace(fault, decision=before))
        return own

    def scores(self) -> tuple[int, ...]:
        """Money or points by seat."""
        return self._state.scores()

    def places(self) -> tuple[int, ...]:
        """Rank by seat, those who are out last."""
        return final_places(self._state.places(), out_order(self._faults, self._strikes))

    def record(self, wall_us: int, reports: tuple[SeatReport, ...]) -> MatchRecord:
        """What is kept of the match once it is over."""
        assert self._state.to_act is None
        game = self.game
        transcript = Transcript(
            game=game.name,
            players=game.players,
            settings=game.settings(),
            rules_version=game.rules_version,
            deal=game.deal_to_json(self._deal),
            decisions=tuple(self._decisions),
        )
        termination = Termination.FORFEITED if self._out else Termination.COMPLETED
        return MatchRecord(
            transcript=transcript,
            scores=self.scores(),
            places=self.places(),
            termination=termination,
            faults=tuple(self._faults),
            times=tuple(self._times),
            wall_us=wall_us,
            reports=reports,
        )

    def _play(self, action: int, time: DecisionTime) -> None:
        seat = self._state.to_act
        assert seat is not None
        self._state.apply(action)
        self._decisions.append((seat, action))
        self._times.append(time)
        self._asked[seat] += 1

    def _next_question(self) -> None:
        state = self._state
        while (seat := state.to_act) is not None and seat in self._out:
            self._play(state.default_action(), NO_TIME)
        self.legal = [] if seat is None else state.legal_actions()
