"""What the referee needs of the wire: a process that can be asked, whatever carries the bytes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.model.clock import TimeControl
from arena.model.faults import Ejection, Fault
from engine.contract import Event, Game, Observation, Seat


@dataclass(frozen=True, slots=True)
class Start:
    """A match begins for a bot."""

    match: int
    game: Game
    seat: Seat
    bot_seed: int
    """A whole number below 2^64."""


class Question(NamedTuple):
    """One decision, as it is sent."""

    match: int
    decision: int
    time_left_us: int
    last_cost_us: int
    legal: list[int]
    observation: Observation
    events: list[Event]
    game: Game


@dataclass(frozen=True, slots=True)
class End:
    """A match is over for a bot."""

    match: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    faults: Sequence[Fault]
    """Its own, each at the decision's number among its own."""


class Answer(NamedTuple):
    """One entry of a bot's message; a number it left out is None."""

    match: int | None
    decision: int | None
    action: int | None
    debug: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A process has said a good Join."""

    max_matches: int
    events: bool
    """Whether it wants to be told events."""


class BotLink(Protocol):
    """The way to one process; used on the referee's loop only, never blocks."""

    def send(self, starts: Sequence[Start], questions: Sequence[Question], ends: Sequence[End]) -> None:
        """Put all of it into one message."""

    def goodbye(self) -> None:
        """Say that there are no more matches."""


class BotListener(Protocol):
    """Who is told what a process says."""

    def answered(self, answers: Sequence[Answer]) -> None:
        """One message of the bot."""

    def broke(self, ejection: Ejection) -> None:
        """The stream ended or was misused; nothing more follows."""


class Gate(Protocol):
    """Where one process dials in: an address of its own and a token good for one stream."""

    address: str
    token: str

    async def joined(self) -> Joined | Ejection:
        """Wait for the process's Join."""

    def open(self, listener: BotListener, control: TimeControl, max_matches: int) -> BotLink:
        """Welcome it; from here on the listener is told."""

    async def close(self) -> None:
        """End the stream and remove the address."""


class GateKeeper(Protocol):
    """Makes gates."""

    async def new_gate(self) -> Gate:
        """A gate with a fresh address; WorldTrouble if the machine has none."""
