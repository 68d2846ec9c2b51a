"""One match in which one seat is the bot's."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from arena.app.checking.sittings import Sitting
from arena.app.checking.watching import Sightings
from arena.model.clock import TimeControl
from arena.model.faults import Cause, Ejection, Fault
from arena.model.matches import DecisionTime
from arena.ports.links import End
from arena.referee.player import Player
from arena.referee.session import NO_TIME, MatchSession
from engine.contract import Seat
from engine.streams import Streams, seed_of


@dataclass(frozen=True, slots=True)
class Choice:
    """What the bot said to one decision."""

    decision: int
    """Number within the match, over all seats, from 0."""
    played: int
    """What was played."""
    action: int | None
    """What the bot chose; None if it broke the contract."""
    time: DecisionTime


class Asker(Protocol):
    """Who has a bot asked."""

    seen: Sightings
    control: TimeControl

    def ended(self, asking: "Asking") -> None:
        """A match is over for the bot."""

    def guarded(self, step: Callable[[], None]) -> None:
        """Do a step, which raises only by a bug of ours."""


class Asking:
    """Asks the bot each decision of its seat, and plays the others'; `arena.referee.player.Board`."""

    def __init__(self, sitting: Sitting, player: Player, asker: Asker) -> None:
        self.sitting = sitting
        self.session = MatchSession(sitting.game, sitting.deal, asker.control.strikes, events=player.events)
        self.choices: list[Choice] = []
        self.faults: list[Fault] = []
        """Of the bot, each at the number of the decision among its own."""
        self.least_left_us = asker.control.bank_us
        """What was left in the bank when least was."""
        self._asker = asker
        self._player = player
        self._seated = player.seat(self, sitting.seat, sitting.bot_seed)
        self._number = 0
        self._draw = Streams(seed_of("check", "others", sitting.bot_seed))
        self._open = True

    @property
    def match(self) -> int:
        """Its number within the process's stream."""
        return self._seated.match

    def begin(self) -> None:
        """Come to the first decision of the bot's seat."""
        while self.session.to_act is not None and self.session.to_act != self.sitting.seat:
            self._advance(None, NO_TIME)
        if self.session.to_act is None:
            self.finish()
        else:
            self._player.ask(self._seated)

    def play(self, action: int, time: DecisionTime) -> None:
        """The bot has chosen."""
        self._asker.guarded(partial(self._settle, action, time))

    def strike(self, cause: Cause, detail: str, time: DecisionTime) -> None:
        """The bot has broken the contract."""
        decision = self.session.decision
        self.faults.append(Fault(self.sitting.seat, decision, cause, detail))
        self._asker.seen.strike(self.match, decision)
        self._asker.guarded(partial(self._settle, None, time))

    def gone(self, _seat: Seat, ejection: Ejection) -> None:
        """Its process has ended."""
        self.faults.append(Fault(self.sitting.seat, len(self.choices), ejection.cause, ejection.detail))
        self._asker.guarded(self.finish)

    def finish(self) -> None:
        """End the match for the bot, wherever it is."""
        if not self._open:
            return
        self._open = False
        ended = self.session.to_act is None
        places, scores = (self.session.places(), self.session.scores()) if ended else ((), ())
        self._player.finish(self._seated, End(self.match, places, scores, self.faults))
        self._asker.ended(self)

    def _settle(self, action: int | None, time: DecisionTime) -> None:
        number = self._number
        self.least_left_us = min(self.least_left_us, self._seated.bank.left_us)
        self.choices.append(Choice(number, self._advance(action, time), action, time))
        if len(self.faults) >= self._asker.control.strikes:
            self.finish()
        else:
            self.begin()

    def _advance(self, action: int | None, time: DecisionTime) -> int:
        """Play one decision: what is recorded, else the bot's choice, else the default or a random action."""
        session, sitting = self.session, self.sitting
        if sitting.recorded is not None:
            action = sitting.recorded[self._number]
        elif action is None:
            action = session.legal[self._draw("choice", len(session.legal))]
        self._number += 1
        session.answer(action, time)
        return action
