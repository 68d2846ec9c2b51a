"""Leaks put in on purpose, to see that the laws catch them: a state that tells a viewer more than it may know."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import TypeAlias
from zlib import crc32

from engine.contract import Draw, Event, Game, Json, Observation, Seat, State
from engine.streams import Streams, seed_of
from engine.testing.laws import BrokenLaw, nothing_leaks
from engine.testing.seeing import secrets, viewers
from engine.testing.silence import questions_are_silent


@dataclass(frozen=True, slots=True)
class Secrets:
    """What no viewer may be told."""

    hidden: int
    """A number made from the whole state."""
    decisions: int
    """Decisions asked of anybody so far."""


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """An event with a number it should not have."""

    event: Event
    number: int


MATCHES_SEEN = 25
"""So many random matches show which types of event there are."""

TellMore: TypeAlias = Callable[[Observation, Secrets], Observation]
NumberEvent: TypeAlias = Callable[[Event, Secrets, int], Event]


@dataclass(frozen=True, slots=True)
class Plant:
    """A leak: how it changes an observation, and an event with its match-wide number."""

    name: str
    observation: TellMore = lambda observation, known: observation
    event: NumberEvent = lambda event, known, number: event


def plants(game: Game) -> list[Plant]:
    """A leak in each field of an observation, in each type of event there is with these settings, and two counters."""
    return [
        *(_field_plant(field.name) for field in fields(game.observation_type)),
        *(_event_plant(kind) for kind in _event_kinds(game)),
        Plant("a count of all decisions", observation=_count_decisions),
        Plant("a match-wide event index", event=lambda event, known, number: Marked(event, number)),
    ]


def is_caught(game: Game, plant: Plant, draw: Draw, matches: int = 40) -> bool:
    """True as soon as a law is broken on a random match with the leak put in."""

    def words(event: Event) -> str:
        return game.event_text(event.event if isinstance(event, Marked) else event)

    for _ in range(matches):
        state: State = LeakyState(game, game.start(game.deal(draw), events=True), plant)
        while (asked := state.to_act) is not None:
            if draw("closer", 6) == 0:
                try:
                    viewer = viewers(game)[draw("viewers", game.players + 1)]
                    nothing_leaks(game, state, viewer, draw)
                    questions_are_silent(game, state, asked, draw, words=words)
                except BrokenLaw:
                    return True
            legal = state.legal_actions()
            state.apply(legal[draw("choices", len(legal))])
    return False


class LeakyState:
    """A state with a leak; everything else is passed on."""

    def __init__(self, game: Game, state: State, plant: Plant) -> None:
        self._game = game
        self._state = state
        self._plant = plant
        self._decisions = 0
        self._numbers: dict[Seat, list[int]] = {viewer: [] for viewer in viewers(game)}
        self._number_events()

    @property
    def to_act(self) -> Seat | None:
        """Passed on."""
        return self._state.to_act

    @to_act.setter
    def to_act(self, seat: Seat | None) -> None:
        self._state.to_act = seat

    def legal_actions(self) -> list[int]:
        """Passed on."""
        return self._state.legal_actions()

    def apply(self, action: int) -> None:
        """Passed on, and counted."""
        self._state.apply(action)
        self._decisions += 1
        self._number_events()

    def observe(self, seat: Seat) -> Observation:
        """With the leak."""
        return self._plant.observation(self._state.observe(seat), self._secrets())

    def events(self, viewer: Seat, since: int = 0) -> list[Event]:
        """With the leak."""
        known = self._secrets()
        numbered = zip(self._state.events(viewer), self._numbers[viewer], strict=True)
        return [self._plant.event(event, known, number) for event, number in numbered][since:]

    def default_action(self) -> int:
        """Passed on."""
        return self._state.default_action()

    def phase(self) -> str:
        """Passed on."""
        return self._state.phase()

    def scores(self) -> tuple[int, ...]:
        """Passed on."""
        return self._state.scores()

    def places(self) -> tuple[int, ...]:
        """Passed on."""
        return self._state.places()

    def clone(self, *, events: bool = False) -> State:
        """A copy with the same leak."""
        return self._like(self._state.clone(events=events))

    def redeal(self, seat: Seat, draw: Draw, *, future: bool = True) -> State:
        """A redeal with the same leak."""
        return self._like(self._state.redeal(seat, draw, future=future))

    def public_facts(self) -> dict[str, Json]:
        """Passed on."""
        return self._state.public_facts()

    def private_facts(self, seat: Seat) -> dict[str, Json]:
        """Passed on."""
        return self._state.private_facts(seat)

    def _like(self, state: State) -> State:
        other = LeakyState(self._game, state, self._plant)
        other._decisions = self._decisions
        other._numbers = {viewer: list(numbers) for viewer, numbers in self._numbers.items()}
        return other

    def _secrets(self) -> Secrets:
        return Secrets(crc32(secrets(self._game, self._state).encode()), self._decisions)

    def _number_events(self) -> None:
        """Events get numbers as if every choice made one, seen by its owner only, in one count for the match."""
        for viewer, numbers in self._numbers.items():
            for number in range(len(numbers), len(self._state.events(viewer))):
                numbers.append(number + self._decisions)


def _field_plant(name: str) -> Plant:
    def tell(observation: Observation, known: Secrets) -> Observation:
        value = getattr(observation, name)
        more = {name: (*value, known.hidden) if isinstance(value, tuple) else value + known.hidden}
        change: Callable[..., Observation] = replace
        return change(observation, **more)

    return Plant(f"a hidden card in observation field {name}", observation=tell)


def _event_plant(kind: IntEnum) -> Plant:
    def tell(event: Event, known: Secrets, number: int) -> Event:
        return Marked(event, known.hidden) if _kind(event) == kind else event

    return Plant(f"a hidden card in event {kind.name}", event=tell)


def _kind(event: Event) -> IntEnum:
    kind = getattr(event, "type", None)
    assert isinstance(kind, IntEnum)
    return kind


def _event_kinds(game: Game) -> list[IntEnum]:
    """The values of the field `type` that events have with these settings: all seen in some random matches."""
    kinds = set()
    for number in range(MATCHES_SEEN):
        draw = Streams(seed_of("kinds", number))
        state = game.start(game.deal(draw), events=True)
        while state.to_act is not None:
            legal = state.legal_actions()
            state.apply(legal[draw("choices", len(legal))])
        kinds |= {_kind(event) for viewer in viewers(game) for event in state.events(viewer)}
    return sorted(kinds)


def _count_decisions(observation: Observation, known: Secrets) -> Observation:
    return replace(observation, seat=observation.seat + known.decisions)
