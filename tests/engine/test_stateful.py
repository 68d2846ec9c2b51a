"""Matches in which hypothesis chooses what happens, so that a broken law comes with a short way to it."""

from importlib import import_module

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.games import games, make_game
from engine.streams import Streams, seed_of
from engine.testing.laws import a_sample_fits, choices_are_in_order, nothing_leaks, other_choices_are_refused
from engine.testing.seeing import everything, viewers
from engine.testing.settings import covering
from engine.testing.silence import questions_are_silent
from engine.transcript import Transcript, final_state

TABLES = {name: covering(games()[name]) for name in games()}
RUNS = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


ENDED = set()
"""Games of which a match has come to its end."""


class Playing(RuleBasedStateMachine):
    """One match; `game_name` says of which game, settings and deal are drawn."""

    game_name: str

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def begin(self, data, seed):
        self.game = data.draw(st.sampled_from(TABLES[self.game_name]))
        self.draw = Streams(seed_of(seed))
        self.deal = self.game.deal(self.draw)
        self.state = self.game.start(self.deal, events=True)
        self.copies = []
        self.decisions = []

    def is_running(self):
        return self.state.to_act is not None

    @precondition(is_running)
    @rule(data=st.data())
    def play(self, data):
        action = data.draw(st.sampled_from(self.state.legal_actions()))
        self.decisions.append((self.state.to_act, action))
        self.state.apply(action)

    @precondition(is_running)
    @rule(count=st.integers(2, 30), seed=st.integers(0, 2**32))
    def play_some(self, count, seed):
        """So that matches get far in few steps."""
        draw = Streams(seed_of(seed))
        for _ in range(count):
            if not self.is_running():
                return
            legal = self.state.legal_actions()
            self.decisions.append((self.state.to_act, legal[draw("choices", len(legal))]))
            self.state.apply(self.decisions[-1][1])

    @precondition(is_running)
    @rule()
    def stay_away(self):
        self.decisions.append((self.state.to_act, self.state.default_action()))
        self.state.apply(self.state.default_action())

    @rule()
    def copy(self):
        self.copies.append((self.state.clone(), everything(self.game, self.state)))

    @precondition(is_running)
    @rule()
    def try_what_is_not_legal(self):
        other_choices_are_refused(self.game, self.state, self.draw)

    @precondition(is_running)
    @rule(data=st.data())
    def look_from_elsewhere(self, data):
        nothing_leaks(self.game, self.state, data.draw(st.sampled_from(viewers(self.game))), self.draw)
        questions_are_silent(self.game, self.state, self.state.to_act, self.draw)

    @precondition(is_running)
    @rule()
    def sample(self):
        a_sample_fits(self.game, self.state, self.draw)

    @invariant()
    def holds_together(self):
        choices_are_in_order(self.game, self.state)
        assert import_module(f"engine.games.{self.game_name}").imbalance(self.game, self.state) == ""
        assert len(self.decisions) <= self.game.max_decisions

    def teardown(self):
        if not hasattr(self, "state"):
            return
        assert all(everything(self.game, copy) == seen for copy, seen in self.copies)
        if not self.is_running():
            ENDED.add(self.game_name)
            replayed = final_state(
                Transcript(
                    self.game.name,
                    self.game.players,
                    self.game.settings(),
                    self.game.rules_version,
                    self.game.deal_to_json(self.deal),
                    tuple(self.decisions),
                )
            )
            assert everything(self.game, replayed) == everything(self.game, self.state.clone())


@pytest.mark.parametrize("name", sorted(games()))
def test_whatever_is_done_at_a_table_the_laws_hold(name):
    machine = type(f"Playing_{name}", (Playing,), {"game_name": name})
    run_state_machine_as_test(machine, settings=RUNS)
    assert name in ENDED


@pytest.mark.parametrize("name", sorted(games()))
def test_a_match_of_absent_seats_ends_by_itself(name):
    game = make_game(name, games()[name].player_counts[-1])
    state = game.start(game.deal(Streams(seed_of("absent", name))))
    decisions = 0
    while state.to_act is not None:
        state.apply(state.default_action())
        decisions += 1
    assert (decisions <= game.max_decisions, len(state.scores())) == (True, game.players)
