"""The game of Stonks: rules with the settings filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
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
from engine.games.stonks import audit, text
from engine.games.stonks.actions import ACTION_TYPES
from engine.games.stonks.bounds import bounds
from engine.games.stonks.building import build
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.dealing import check_deal, deal
from engine.games.stonks.events import StonksEvent
from engine.games.stonks.figures import Figures
from engine.games.stonks.observation import StonksObservation
from engine.games.stonks.parameters import BLOCK, BLOCK_TEXTS, FIELDS, LENGTHS, PLAYER_COUNTS, canonical
from engine.games.stonks.position import Position
from engine.games.stonks.reading import text as read_text
from engine.games.stonks.reading import truth, whole, word
from engine.games.stonks.rulebook import Rulebook, Switches
from engine.games.stonks.sampling import sample_state
from engine.games.stonks.schema import LIMITS, MOST_BONUS_SHARES, RULESET, SCHEMA, UNITS, changed_settings
from engine.games.stonks.state import StonksState, deal_of, start


@dataclass(frozen=True, slots=True, repr=False)
class Stonks(Figures):
    """Stonks (Grok Games 2023) for 2 to 5 players, with the parameters of the house deck `stonks-house-1`.

    Parameters that are JSON may be given as values or as JSON text; the fields hold their complete text.
    """

    players: int
    length: str = "short"
    speculation_limit: str = "per_trick"
    score_unit: str = "shares"
    adjust_mandatory: bool = False
    speculation_bonus_shares: int = 1
    player_range: Json = BLOCK_TEXTS["players"]
    hand_size: Json = BLOCK_TEXTS["hand_size"]
    market: Json = BLOCK_TEXTS["market"]
    rounds: Json = BLOCK_TEXTS["rounds"]
    companies: Json = BLOCK_TEXTS["companies"]
    company_names: Json = BLOCK_TEXTS["company_names"]
    ranks: Json = BLOCK_TEXTS["ranks"]
    symbols_by_rank: Json = BLOCK_TEXTS["symbols_by_rank"]
    shares_by_rank: Json = BLOCK_TEXTS["shares_by_rank"]
    cards_override: Json = BLOCK_TEXTS["cards_override"]
    ruleset: str = RULESET

    name: ClassVar[str] = "stonks"
    title: ClassVar[str] = "Stonks"
    rules_version: ClassVar[int] = 1
    player_counts: ClassVar[tuple[int, ...]] = PLAYER_COUNTS
    settings_schema: ClassVar[tuple[Setting, ...]] = SCHEMA
    source: ClassVar[str] = "Stonks, Grok Games 2023, Coelho and Francisco; Board Game Arena's help page; a house deck"
    action_types: ClassVar[tuple[type[Action], ...]] = ACTION_TYPES
    observation_type: ClassVar[type[Observation]] = StonksObservation
    event_type: ClassVar[type[Event]] = StonksEvent

    def __post_init__(self) -> None:
        if self.players not in self.player_counts or isinstance(self.players, bool):
            allowed = ", ".join(map(str, self.player_counts))
            raise InvalidSetting(f"players is {self.players!r}; stonks allows {allowed}")
        word("length", self.length, LENGTHS)
        word("speculation_limit", self.speculation_limit, LIMITS)
        word("score_unit", self.score_unit, UNITS)
        truth("adjust_mandatory", self.adjust_mandatory)
        whole("speculation_bonus_shares", self.speculation_bonus_shares, 0, MOST_BONUS_SHARES)
        read_text("ruleset", self.ruleset)
        for name in BLOCK:
            field = FIELDS.get(name, name)
            object.__setattr__(self, field, canonical(name, getattr(self, field)))
        rulebook_of(self)

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.settings().items())
        return f"Stonks(players={self.players}, {changed})"

    @property
    def rulebook(self) -> Rulebook:
        """All that follows from the settings; the same object each time."""
        return rulebook_of(self)

    @property
    def max_decisions(self) -> int:
        """Each round every seat drafts; in each trick all play and may adjust, and one picks."""
        book = self.rulebook
        return book.rounds * (self.players + book.tricks * (2 * self.players + 1))

    @property
    def actions(self) -> ActionTable:
        """The action table; it depends on the numbers of cards and companies only."""
        return self.rulebook.layout.table

    @property
    def observation_bounds(self) -> Mapping[str, Bound]:
        """By field of the observation, in its order: what it may hold."""
        return bounds(self.rulebook)

    def settings(self) -> dict[str, Json]:
        """Length, and the parameters that differ from the block of section 3.2."""
        return changed_settings({one.name: getattr(self, one.name) for one in fields(self)})

    def deal(self, draw: Draw) -> StonksDeal:
        """Draw everything chance decides."""
        return deal(self.rulebook, draw)

    def redeal(self, deal: Deal, seat: Seat, draw: Draw) -> StonksDeal:
        """Another deal that `seat` (or SPECTATOR) cannot tell from this one before the first decision."""
        return deal_of(self.start(deal).redeal(seat, draw))

    def start(self, deal: Deal, *, events: bool = False) -> StonksState:
        """The state at the first decision."""
        return start(self.rulebook, check_deal(self.rulebook, deal), events=events)

    def sample_state(self, observation: Observation, draw: Draw) -> StonksState:
        """A full state that fits an observation made by the seat that is asked."""
        if not isinstance(observation, StonksObservation):
            raise TypeError(f"a {type(observation).__name__} is no observation of stonks")
        return sample_state(self.rulebook, observation, draw)

    def deal_to_json(self, deal: Deal) -> dict[str, Json]:
        """The deal in the words of the audit format."""
        return audit.deal_to_json(self.rulebook, check_deal(self.rulebook, deal))

    def deal_from_json(self, data: Json) -> Deal:
        """Inverse of `deal_to_json`."""
        return check_deal(self.rulebook, audit.deal_from_json(self.rulebook, data))

    def action_to_json(self, action: int, state: State) -> dict[str, Json]:
        """An action in the words of the audit format; the same in every state."""
        return audit.action_to_json(self.rulebook, self.actions[action])

    def action_from_json(self, data: Json, state: State) -> int:
        """Inverse of `action_to_json`."""
        for action in state.legal_actions():
            if self.action_to_json(action, state) == data:
                return action
        raise IllegalAction(f"{data} is not legal for seat {state.to_act} in {state.phase()}")

    def action_text(self, action: int) -> str:
        """One short line in words."""
        return text.action_text(self.rulebook, self.actions[action])

    def state_text(self, state: State) -> str:
        """The whole table as text, secrets included."""
        if not isinstance(state, Position):
            raise TypeError(f"a {type(state).__name__} is no state of stonks")
        return text.state_text(state)

    def event_text(self, event: Event) -> str:
        """One short line in words."""
        if not isinstance(event, StonksEvent):
            raise TypeError(f"a {type(event).__name__} is no event of stonks")
        return text.event_text(self.rulebook, event)


@cache
def rulebook_of(game: Stonks) -> Rulebook:
    """The rulebook of these settings; InvalidSetting if they do not go together."""
    switches = Switches(
        adjust_mandatory=game.adjust_mandatory,
        once_a_round=game.speculation_limit == "per_round",
        count_cards=game.score_unit == "cards",
        bonus_shares=game.speculation_bonus_shares,
    )
    return build(
        game.players, game.length, {name: str(getattr(game, FIELDS.get(name, name))) for name in BLOCK}, switches
    )
