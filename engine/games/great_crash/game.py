"""The game of The Great Crash: rules with the settings filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.contract import (
    Action,
    ActionTable,
    Bound,
    Deal,
    Draw,
    Event,
    IllegalAction,
    InvalidSetting,
    Json,
    Observation,
    Seat,
    Setting,
    State,
)
from engine.games.great_crash import audit, text
from engine.games.great_crash.actions import ACTION_TYPES
from engine.games.great_crash.bounds import bounds
from engine.games.great_crash.deal import CrashDeal, check_deal, deal
from engine.games.great_crash.events import CrashEvent
from engine.games.great_crash.figures import Figures
from engine.games.great_crash.observation import CrashObservation
from engine.games.great_crash.position import Position
from engine.games.great_crash.rulebook import BAILOUT_CARDS
from engine.games.great_crash.sampling import sample_state
from engine.games.great_crash.state import CrashState, deal_of, start
from engine.market.cards import SPACES
from engine.market.tracks import BOARDS


@dataclass(frozen=True, slots=True)
class GreatCrash(Figures):
    """The Great Crash, a fan variant of Stockpile for 3 to 5 players, on either side of the board."""

    players: int
    board: str = "standard"
    experts: int = 0
    no_bonus: bool = False

    name: ClassVar[str] = "great_crash"
    title: ClassVar[str] = "The Great Crash"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[tuple[int, ...]] = (3, 4, 5)
    settings_schema: ClassVar[tuple[Setting, ...]] = (
        Setting("board", "choice", "standard", tuple(BOARDS), "side of the board: the price track of each company"),
        Setting("experts", "int", 0, (0, 1, 2), "rows of purchase experts: how many a seat may hire"),
        Setting(
            "no_bonus", "bool", False, (False, True), "whether cards split before are sold at a split, for no bonus"
        ),
    )
    source: ClassVar[str] = "New Rules: The Great Crash, a fan variant of Stockpile from BoardGameGeek, in translation"
    action_types: ClassVar[tuple[type[Action], ...]] = ACTION_TYPES
    observation_type: ClassVar[type[Observation]] = CrashObservation
    event_type: ClassVar[type[Event]] = CrashEvent

    def __post_init__(self) -> None:
        if self.players not in self.player_counts or isinstance(self.players, bool):
            allowed = ", ".join(map(str, self.player_counts))
            raise InvalidSetting(f"players is {self.players!r}; great_crash allows {allowed}")
        for setting in self.settings_schema:
            value = getattr(self, setting.name)
            if value not in setting.allowed or type(value) is not type(setting.default):
                allowed = ", ".join(str(one).lower() for one in setting.allowed)
                raise InvalidSetting(f"{setting.name} is {value!r}; great_crash allows {allowed}")

    @property
    def max_decisions(self) -> int:
        """No more cards are sold, one by one, than were taken and bought.

        A selling sub-phase after a round's first one follows a sale, so there are no more of them than of sales; each
        is left once by every seat. Bids on a track go up. The six forecasts of a round have one dividend or, with `$`
        spaces, up to four, as has each of the eight action cards; without bonus four splits a round (one each for +1
        and +2, two for +4) and one an action card are asked. Experts are hired once a seat and row, and dismissed as
        often.
        """
        n, rounds = self.players, self.rounds
        takes = 2 * n + BAILOUT_CARDS * n * (rounds - 1)
        buys = rounds * n * (self.purchase_limit + self.experts)
        ends = n * (rounds - 1 + takes + buys) + n * rounds
        moves = 8 + n * (rounds + 8) * (1 + 4 * any(self.track_dollar))
        splits = n * (4 * rounds + 8) if self.no_bonus else 0
        return n * SPACES * rounds + 2 * (takes + buys) + ends + moves + splits + 2 * n * self.experts

    @property
    def actions(self) -> ActionTable:
        """The action table; it depends on the number of players and the variants."""
        return self.rulebook.layout.table

    @property
    def observation_bounds(self) -> Mapping[str, Bound]:
        """By field of the observation, in its order: what it may hold."""
        return bounds(self.rulebook)

    def settings(self) -> dict[str, Json]:
        """The settings as JSON."""
        return {"board": self.board, "experts": self.experts, "no_bonus": self.no_bonus}

    def deal(self, draw: Draw) -> CrashDeal:
        """Draw everything chance decides."""
        return deal(self.rulebook, draw)

    def redeal(self, deal: Deal, seat: Seat, draw: Draw) -> CrashDeal:
        """Another deal that `seat` (or SPECTATOR) cannot tell from this one before the first decision."""
        return deal_of(self.start(deal).redeal(seat, draw))

    def start(self, deal: Deal, *, events: bool = False) -> CrashState:
        """The state at the first decision."""
        return start(self.rulebook, check_deal(self.rulebook, deal), events=events)

    def sample_state(self, observation: Observation, draw: Draw) -> CrashState:
        """A full state that fits an observation made by the seat that is asked."""
        if not isinstance(observation, CrashObservation):
            raise TypeError(f"a {type(observation).__name__} is no observation of great_crash")
        return sample_state(self.rulebook, observation, draw)

    def deal_to_json(self, deal: Deal) -> dict[str, Json]:
        """The deal in the words of the audit format."""
        return audit.deal_to_json(self.rulebook, check_deal(self.rulebook, deal))

    def deal_from_json(self, data: Json) -> Deal:
        """Inverse of `deal_to_json`."""
        return check_deal(self.rulebook, audit.deal_from_json(self.rulebook, data))

    def action_to_json(self, action: int, state: State) -> dict[str, Json]:
        """An action in the words of the audit format; the same in every state."""
        return audit.action_to_json(self.actions[action])

    def action_from_json(self, data: Json, state: State) -> int:
        """Inverse of `action_to_json`."""
        for action in state.legal_actions():
            if self.action_to_json(action, state) == data:
                return action
        raise IllegalAction(f"{data} is not legal for seat {state.to_act} in {state.phase()}")

    def action_text(self, action: int) -> str:
        """One short line in words."""
        return text.action_text(self.actions[action])

    def state_text(self, state: State) -> str:
        """The whole table as text, secrets included."""
        if not isinstance(state, Position):
            raise TypeError(f"a {type(state).__name__} is no state of great_crash")
        return text.state_text(state)

    def event_text(self, event: Event) -> str:
        """One short line in words."""
        if not isinstance(event, CrashEvent):
            raise TypeError(f"a {type(event).__name__} is no event of great_crash")
        return text.event_text(event)
