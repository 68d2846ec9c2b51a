"""The contract between a game and everything that plays it: pure values, no clock, no dice, no I/O.

A `Game` is rules with the settings filled in. `deal` fixes everything chance decides, `start` makes the
state before the first decision, and from there on only actions change it. A match therefore replays from
its deal and its actions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 to n-1 clockwise, within one match."""

SPECTATOR: Seat = -1
"""The viewer who holds no cards: what may be shown to everybody."""

Draw: TypeAlias = Callable[[str, int], int]
"""`draw(label, n)` is a whole number from 0 to n-1, from the stream called `label`; given from outside."""

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None


class IllegalAction(ValueError):
    """An action id that is unknown or not legal now; the state is untouched."""


class InvalidSetting(ValueError):
    """A setting outside its range or against another; the text names it and what is allowed."""


class InvalidDeal(ValueError):
    """A deal that does not belong to the game: a card too many, a seat missing; the text says which."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat may choose. Each game has a subclass per type; all fields are whole numbers."""


@dataclass(frozen=True)
class Observation:
    """All that one seat may know, complete in itself: a bot needs no memory. Flat tuples of small numbers.

    Without slots, so that a game may fill all fields at once (`__dict__.update`), and a codec read them so.
    """

    seat: Seat


@dataclass(frozen=True)
class Event:
    """Something that was seen to happen; fields that do not apply, or that the viewer may not know, are None."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything chance decides in a match, fixed before the first decision; comparable."""


class ActionTable:
    """The actions of a game, by id. Two actions with equal effects are one; the order never changes."""

    __slots__ = ("_ids", "actions")

    def __init__(self, actions: Iterable[Action]) -> None:
        self.actions: tuple[Action, ...] = tuple(actions)
        self._ids = {action: number for number, action in enumerate(self.actions)}
        if len(self._ids) != len(self.actions):
            raise ValueError("an action stands twice in the table")

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, action_id: int) -> Action:
        """The typed action of an id; IllegalAction if there is none."""
        if 0 <= action_id < len(self.actions):
            return self.actions[action_id]
        raise IllegalAction(f"no action has the id {action_id}; ids are 0 to {len(self.actions) - 1}")

    def id_of(self, action: Action) -> int:
        """The id of a typed action; IllegalAction if the game has none such."""
        try:
            return self._ids[action]
        except KeyError:
            raise IllegalAction(f"the game has no action {action}") from None


class State(Protocol):
    """All that is true in a match, secrets included. Mutable; never leaves the referee."""

    to_act: Seat | None
    """The seat that is asked next; None when the match is over."""

    def legal_actions(self) -> list[int]:
        """Ids the seat to act may choose, ascending; at least two (forced actions are applied by the engine)."""

    def apply(self, action: int) -> None:
        """Play an action of the seat to act and all forced ones after it; IllegalAction changes nothing."""

    def observe(self, seat: Seat) -> Observation:
        """What `seat` (or SPECTATOR) may know now, with perfect recall."""

    def events(self, viewer: Seat, since: int = 0) -> list[Event]:
        """What `viewer` saw happen, from its own event number `since` on; empty unless started with events."""

    def default_action(self) -> int:
        """The harmless action played for a seat that does not answer, from its own observation only."""

    def phase(self) -> str:
        """Name of the running phase, in the words of the audit format."""

    def scores(self) -> tuple[int, ...]:
        """Money or points by seat; final once `to_act` is None."""

    def places(self) -> tuple[int, ...]:
        """Rank by seat, 1 the best, in competition ranking (1, 1, 3)."""

    def clone(self, *, events: bool = False) -> State:
        """An independent copy; a playout on it leaves the original untouched. It goes on recording only if asked to."""

    def redeal(self, seat: Seat, draw: Draw, *, future: bool = True) -> State:
        """Another state that `seat` (or SPECTATOR) cannot tell from this one: only what it has never seen is moved.

        Without `future` what chance has still to bring stays as it is, and only what others hold moves. The record of
        events goes on if this state has one.
        """

    def public_facts(self) -> dict[str, Json]:
        """What everyone may know, in the words of the audit format."""

    def private_facts(self, seat: Seat) -> dict[str, Json]:
        """What only `seat` knows, in the words of the audit format."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One parameter of a game, for listings and for reading it from text."""

    name: str
    type: str
    """"int", "bool", "choice", "json" or "text"."""
    default: int | bool | str
    allowed: tuple[int | bool | str, ...]
    """All that is allowed; with a range, and of JSON and text, only examples, on which the laws are run."""
    text: str
    low: int | None = None
    """An int with a range: the lowest allowed."""
    high: int | None = None
    """An int with a range: the highest allowed."""
    field: str = ""
    """Field of the game that holds it, if that is not called like the setting."""

    @property
    def attribute(self) -> str:
        """Name of the game's field."""
        return self.field or self.name

    @property
    def is_list(self) -> bool:
        """Whether `allowed` is all that is allowed."""
        return self.type in ("bool", "choice") or (self.type == "int" and self.low is None)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a field of an observation may hold, of whatever match of a game."""

    low: int
    high: int
    length: int | None = None
    """Entries of a field that is a tuple; None: it is one number."""
    varies: bool = False
    """Whether there may be fewer entries."""


class Game(Protocol):
    """Rules with settings filled in; a frozen dataclass whose fields are the settings."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    player_counts: ClassVar[tuple[int, ...]]
    settings_schema: ClassVar[tuple[Setting, ...]]
    source: ClassVar[str]
    """Where the rules were taken from, one line."""
    action_types: ClassVar[tuple[type[Action], ...]]
    observation_type: ClassVar[type[Observation]]
    event_type: ClassVar[type[Event]]

    def __hash__(self) -> int:
        """A game is a value: equal settings, equal games."""

    @property
    def players(self) -> int:
        """Number of seats."""

    @property
    def max_decisions(self) -> int:
        """No match asks for more decisions than this."""

    @property
    def actions(self) -> ActionTable:
        """The action table of these settings; the same object each time."""

    @property
    def observation_bounds(self) -> Mapping[str, Bound]:
        """By field of the observation type, in its order: what it may hold; the same object each time."""

    def settings(self) -> dict[str, Json]:
        """The settings as JSON (without the number of players), in the words of the audit format."""

    def deal(self, draw: Draw) -> Deal:
        """Draw everything chance decides, one labelled stream per purpose."""

    def redeal(self, deal: Deal, seat: Seat, draw: Draw) -> Deal:
        """Another deal that `seat` (or SPECTATOR) cannot tell from this one before the first decision."""

    def start(self, deal: Deal, *, events: bool = False) -> State:
        """The state at the first decision; InvalidDeal if the deal is not one of this game."""

    def sample_state(self, observation: Observation, draw: Draw) -> State:
        """A full state that fits all the observing seat knows, which must be the one asked; for searching bots."""

    def deal_to_json(self, deal: Deal) -> dict[str, Json]:
        """The deal in the words of the audit format."""

    def deal_from_json(self, data: Json) -> Deal:
        """Inverse of `deal_to_json`; InvalidDeal names what is wrong."""

    def action_to_json(self, action: int, state: State) -> dict[str, Json]:
        """An action in the words of the audit format; `state` is the one it is played in."""

    def action_from_json(self, data: Json, state: State) -> int:
        """Inverse of `action_to_json`; IllegalAction if it says no action of this game."""

    def action_text(self, action: int) -> str:
        """One short line in words: "bids 6 on track 2"."""

    def state_text(self, state: State) -> str:
        """The whole table as readable text, secrets included."""

    def event_text(self, event: Event) -> str:
        """One short line in words."""
