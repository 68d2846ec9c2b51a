"""A game as an AEC environment: seats are agents, asked one at a time; forced actions are played by the engine."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from engine.contract import Seat, State
from engine.games import make_game
from engine.streams import Streams, seed_of
from stockpit_rl.flattening import Flattener
from stockpit_rl.rewards import REWARDS

Agent: TypeAlias = str
Mask: TypeAlias = NDArray[np.int8]


def env(game: str, players: int, **options: Any) -> OrderEnforcingWrapper:
    """The environment with PettingZoo's checks of order and range; arguments as of `StockpitEnv`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(game, players, **options)))


def raw_env(game: str, players: int, **options: Any) -> "StockpitEnv":
    """The environment without these checks."""
    return StockpitEnv(game, players, **options)


class StockpitEnv(AECEnv):  # type: ignore[misc]
    """One match after another of a game; an action that is not legal raises IllegalAction and changes nothing.

    An observation is `{"observation": numbers, "action_mask": mask}`: all that the seat may know, and what it may
    choose if it is asked (else the mask is all zeros). The mask is in the agent's info too. There is no `state()`: it
    would show what no seat knows.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "stockpit_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        players: int,
        *,
        settings: Mapping[str, object] | None = None,
        rewards: str = "places",
        render_mode: str | None = None,
    ) -> None:
        """UnknownGame, InvalidSetting or ValueError name what is wrong and what is allowed."""
        super().__init__()
        self.game = make_game(game, players, settings)
        if rewards not in REWARDS:
            raise ValueError(f"rewards is {rewards!r}; there are {', '.join(REWARDS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is {render_mode!r}; there are {', '.join(self.metadata['render_modes'])}")
        self.render_mode = render_mode
        self.flattener = Flattener(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[Agent] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(self.game.actions)) for agent in self.possible_agents}
        self._reward = REWARDS[rewards]
        self._seed = secrets.randbits(64)
        self._match = 0

    def observation_space(self, agent: Agent) -> Dict:
        """The same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> Discrete:
        """The same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: with a seed the first one of that seed, without one the next."""
        self._match += 1
        if seed is not None:
            self._seed, self._match = seed, 0
        deal = self.game.deal(Streams(seed_of("train", self._seed, self._match)))
        self._state: State = self.game.start(deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | None) -> None:
        """Play the action of the agent selected; once the match is over, None for each agent."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._state.apply(int(action if action is not None else -1))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._ask()
        if self._state.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._reward(self._state), strict=True))
            self._accumulate_rewards()

    def observe(self, agent: Agent) -> dict[str, Any]:
        """What the agent's seat may know, and its mask."""
        seat = self._seat(agent)
        return {
            "observation": self.flattener.write(self._state.observe(seat)),
            "action_mask": self._mask(seat),
        }

    def render(self) -> str | None:
        """The whole table as text, secrets included, with the render mode "ansi"."""
        return self.game.state_text(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""

    def _ask(self) -> None:
        """Select the agent of the seat that is asked; at the end the first one."""
        seat = self._state.to_act
        self.agent_selection = self.possible_agents[seat or 0]
        self.infos = {agent: {"action_mask": self._mask(self._seat(agent))} for agent in self.agents}

    def _mask(self, seat: Seat) -> Mask:
        mask = np.zeros(len(self.game.actions), np.int8)
        if self._state.to_act == seat:
            mask[self._state.legal_actions()] = 1
        return mask

    def _seat(self, agent: Agent) -> Seat:
        return self.possible_agents.index(agent)

    def _space(self) -> Dict:
        mask = Box(0, 1, (len(self.game.actions),), np.int8)
        return Dict({"observation": self.flattener.space(), "action_mask": mask})
