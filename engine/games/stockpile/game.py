"""The game of Stockpile: rules with the settings filled in."""

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
from engine.games.stockpile import audit, text
from engine.games.stockpile.actions import ACTION_TYPES
from engine.games.stockpile.bounds import bounds
from engine.games.stockpile.deal import StockpileDeal, check_deal, deal
from engine.games.stockpile.events import StockpileEvent
from engine.games.stockpile.figures import Figures
from engine.games.stockpile.observation import StockpileObservation
from engine.games.stockpile.position import Position
from engine.games.stockpile.sampling import sample_state
from engine.games.stockpile.state import StockpileState, deal_of, start
from engine.market.cards import SPACES
from engine.market.tracks import BOARDS


@dataclass(frozen=True, slots=True)
class Stockpile(Figures):
    """Stockpile (Nauvoo Games 2015) for 2 to 5 players, on either side of the board."""

    players: int
    board: str = "standard"
    investors: bool = False

    name: ClassVar[str] = "stockpile"
    title: ClassVar[str] = "Stockpile"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    settings_schema: ClassVar[tuple[Setting, ...]] = (
        Setting("board", "choice", "standard", tuple(BOARDS), "side of the board: the price track of each company"),
        Setting("investors", "bool", False, (False, True), "whether investor cards are dealt"),
    )
    source: ClassVar[str] = "Stockpile, Nauvoo Games 2015, Sobol and Van Orden; Board Game Arena's help page"
    action_types: ClassVar[tuple[type[Action], ...]] = ACTION_TYPES
    observation_type: ClassVar[type[Observation]] = StockpileObservation
    event_type: ClassVar[type[Event]] = StockpileEvent

    def __post_init__(self) -> None:
        if self.players not in self.player_counts:
            allowed = ", ".join(map(str, self.player_counts))
            raise InvalidSetting(f"players is {self.players!r}; stockpile allows {allowed}")
        for setting in self.settings_schema:
            value = getattr(self, setting.name)
            if value not in setting.allowed or type(value) is not type(setting.default):
                allowed = ", ".join(str(one).lower() for one in setting.allowed)
                raise InvalidSetting(f"{setting.name} is {value!r}; stockpile allows {allowed}")

    @property
    def max_decisions(self) -> int:
        """Per round: placements, bids that each go up, sales turns, dividends; per match: action cards and sales.

        Each of the 60 shares is sold once; it can be halved only after a split, so at most once a round. The six
        forecasts of a round have one dividend or, with `$` spaces, up to four in one move of the company that has them,
        as has each of the eight action cards. Investors: a choice each; per round two turns before Demand with up to
        two abilities, a look at a pair, a move with its dividend, the end of that turn, and a named dividend.
        """
        book = self.rulebook
        dividends = 1 + 4 * any(track.dollars for track in book.trails)
        in_round = self.players * (book.batches + 1 + dividends) + book.tracks * SPACES + 60
        most = book.rounds * in_round + 60 + 8 * (1 + self.players * dividends)
        if self.investors:
            most += self.players + book.rounds * (8 + 2 * self.players)
        return most

    @property
    def actions(self) -> ActionTable:
        """The action table; it depends on the number of tracks and, with investors, of players."""
        return self.rulebook.layout.table

    @property
    def observation_bounds(self) -> Mapping[str, Bound]:
        """By field of the observation, in its order: what it may hold."""
        return bounds(self.rulebook)

    def settings(self) -> dict[str, Json]:
        """The settings as JSON."""
        return {"board": self.board, "investors": self.investors}

    def deal(self, draw: Draw) -> StockpileDeal:
        """Draw everything chance decides."""
        return deal(self.rulebook, draw)

    def redeal(self, deal: Deal, seat: Seat, draw: Draw) -> StockpileDeal:
        """Another deal that `seat` (or SPECTATOR) cannot tell from this one before the first decision."""
        return deal_of(self.start(deal).redeal(seat, draw))

    def start(self, deal: Deal, *, events: bool = False) -> StockpileState:
        """The state at the first decision."""
        return start(self.rulebook, check_deal(self.rulebook, deal), events=events)

    def sample_state(self, observation: Observation, draw: Draw) -> StockpileState:
        """A full state that fits an observation made by the seat that is asked."""
        if not isinstance(observation, StockpileObservation):
            raise TypeError(f"a {type(observation).__name__} is no observation of stockpile")
        return sample_state(self.rulebook, observation, draw)

    def deal_to_json(self, deal: Deal) -> dict[str, Json]:
        """The deal in the words of the audit format."""
        return audit.deal_to_json(self.rulebook, check_deal(self.rulebook, deal))

    def deal_from_json(self, data: Json) -> Deal:
        """Inverse of `deal_to_json`."""
        return check_deal(self.rulebook, audit.deal_from_json(self.rulebook, data))

    def action_to_json(self, action: int, state: State) -> dict[str, Json]:
        """An action in the words of the audit format; two cards put face down are named as they were dealt."""
        return audit.action_to_json(self.actions[action], _position(state))

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
        return text.state_text(_position(state))

    def event_text(self, event: Event) -> str:
        """One short line in words."""
        if not isinstance(event, StockpileEvent):
            raise TypeError(f"a {type(event).__name__} is no event of stockpile")
        return text.event_text(event)


def _position(state: State) -> Position:
    if not isinstance(state, Position):
        raise TypeError(f"a {type(state).__name__} is no state of stockpile")
    return state
