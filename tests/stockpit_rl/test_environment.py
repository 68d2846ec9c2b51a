"""The environments pass PettingZoo's own tests, and every masked random match ends."""

import subprocess
import sys
import warnings
from hashlib import sha256

import numpy as np
import pytest

from engine.contract import IllegalAction, InvalidSetting
from engine.games import games, make_game
from engine.streams import Streams, seed_of
from stockpit_rl import env, raw_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests import its examples, some of them deprecated
    from pettingzoo.test import api_test, seed_test

TABLES = [(name, players, {}) for name, kind in sorted(games().items()) for players in kind.player_counts]
VARIANTS = [
    ("stockpile", 2, {"investors": True}),
    ("stockpile", 4, {"board": "advanced", "investors": True}),
    ("stonks", 4, {"length": "long", "adjust_mandatory": True}),
    ("stonks", 3, {"market": {"max": 6}, "companies": ["R", "Y", "B", "G"]}),
]
EVERY = [*TABLES, *VARIANTS]
MASKED = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask is not a NumPy array",
    "Action mask numpy array is all zeros (no legal actions).",
}
"""What PettingZoo says of every environment with masks beside the observation but its own, which it knows by name."""


def play(environment, dice, seed):
    """A masked random match: what each agent got, and how many decisions there were."""
    environment.reset(seed=seed)
    got, decisions = {}, 0
    for agent in environment.agent_iter():
        seen, reward, over, cut, info = environment.last()
        assert environment.observation_space(agent).contains(seen)
        assert (cut, np.array_equal(info["action_mask"], seen["action_mask"])) == (False, True)
        if over:
            got[agent] = reward
            environment.step(None)
        else:
            decisions += 1
            environment.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    return got, decisions


@pytest.mark.parametrize(("name", "players", "settings"), EVERY, ids=str)
def test_pettingzoos_own_tests_pass(name, players, settings):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(name, players, settings=settings), num_cycles=60)
        seed_test(lambda: env(name, players, settings=settings), num_cycles=60)
    assert {str(one.message) for one in said} <= MASKED


@pytest.mark.parametrize(("name", "players", "settings"), EVERY, ids=str)
def test_every_masked_random_match_ends_and_pays_its_places(name, players, settings):
    environment = env(name, players, settings=settings)
    dice = np.random.default_rng(1)
    for seed in range(2):
        got, decisions = play(environment, dice, seed)
        assert list(got) == [f"seat_{seat}" for seat in range(players)]
        assert (sum(got.values()), max(map(abs, got.values())) <= 1) == (pytest.approx(0), True)
        assert 0 < decisions <= make_game(name, players, settings).max_decisions
        assert environment.agents == []


def test_money_is_the_scores_of_the_match():
    environment = raw_env("stockpile", 3, rewards="money")
    got, _ = play(environment, np.random.default_rng(2), 5)
    assert list(got.values()) == [float(score) for score in environment._state.scores()]


def test_with_a_seed_the_first_match_of_it_is_played_and_without_one_the_next():
    environment = raw_env("stonks", 3)

    def first_hand(**seed):
        environment.reset(**seed)
        return environment.observe("seat_0")["observation"].tolist()

    first, second, again, after, other = (first_hand(**one) for one in ({"seed": 3}, {}, {"seed": 3}, {}, {"seed": 4}))
    assert (first == again, second == after, first == second, first == other) == (True, True, False, False)


def test_the_deal_is_drawn_from_the_seed_that_the_page_on_training_names():
    environment = raw_env("stonks", 3)
    environment.reset(seed=3)
    environment.reset()
    deal = environment.game.deal(Streams(sha256(b"train|3|1").digest()))
    assert environment.game.state_text(environment._state) == environment.game.state_text(environment.game.start(deal))


def test_fields_stand_where_they_are_said_to_and_lists_are_filled_up_below_their_lowest():
    environment = raw_env("stonks", 3)
    environment.reset(seed=1)
    numbers = environment.observe("seat_1")["observation"]
    seen = environment._state.observe(1)
    fields = environment.flattener.fields
    assert numbers[fields["seat"]].tolist() == [1]
    assert numbers[fields["hand"]].tolist() == list(seen.hand)
    assert numbers[fields["past_leader"]].tolist() == [-1] * 10
    assert numbers.shape == (environment.flattener.size,)


def test_what_a_seat_has_never_seen_leaves_no_trace_in_its_numbers():
    environment = raw_env("stockpile", 4, settings={"investors": True})
    environment.reset(seed=8)
    dice = np.random.default_rng(3)
    for at in range(60):
        agent = environment.agent_selection
        before = environment.observe(agent)["observation"]
        mask = environment.observe(agent)["action_mask"]
        truth = environment._state
        environment._state = truth.redeal(int(agent[-1]), Streams(seed_of("redeal", at)))
        assert environment.observe(agent)["observation"].tobytes() == before.tobytes()
        environment._state = truth
        environment.step(int(dice.choice(np.flatnonzero(mask))))


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing():
    environment = raw_env("stonks", 2)
    environment.reset(seed=1)
    asked, mask = environment.agent_selection, environment.observe("seat_0")["action_mask"]
    with pytest.raises(IllegalAction):
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    assert (environment.agent_selection, environment.rewards) == (asked, {"seat_0": 0.0, "seat_1": 0.0})


def test_what_there_is_not_is_refused_with_what_there_is():
    with pytest.raises(ValueError, match="rewards is 'fame'; there are places, money"):
        raw_env("stonks", 2, rewards="fame")
    with pytest.raises(ValueError, match="render_mode is 'human'; there are ansi"):
        raw_env("stonks", 2, render_mode="human")
    with pytest.raises(InvalidSetting, match="players is 9; stonks allows 2, 3, 4, 5"):
        raw_env("stonks", 9)


def test_the_table_is_shown_as_text_if_asked_for():
    environment = raw_env("stonks", 2, render_mode="ansi")
    environment.reset(seed=1)
    assert environment.render() == environment.game.state_text(environment._state)
    assert raw_env("stonks", 2).render_mode is None


def test_without_the_extra_it_is_named():
    code = "import sys; sys.modules['pettingzoo'] = None; import stockpit_rl"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    line = "ModuleNotFoundError: no pettingzoo here; stockpit_rl needs the extra stockpit[rl]"
    assert (ran.returncode, ran.stderr.splitlines()[-1]) == (1, line)
