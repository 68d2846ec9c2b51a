"""python_search: what it reads, how it spends its time, how it chooses, and that it plays from any folder."""

import itertools
import random
import shutil

import pytest
from asking import SAMPLES, a_deal, ask, load, new_match

from arena.app.host import close_referee
from arena.app.playing import new_series, play_series
from arena.bots.manifest import load_manifest
from arena.model.clock import SECOND, Pace, TimeControl
from engine.games import games, make_game
from engine.testing.settings import covering

BOT = "python_search"
PLAYED = load_manifest(SAMPLES / BOT).games
GAMES = [(name, made) for name in PLAYED for made in covering(games()[name])]
reading, bank, halving, searcher = (load(BOT, name) for name in ("reading", "bank", "halving", "searcher"))
SLOW = TimeControl(pace=Pace.SLOW, max_matches=1, bank_us=SECOND // 2, refund_us=SECOND // 50)
"""A bank for some search, and a refund for the decisions that need none, however busy the machine is."""


def ticking(step):
    """A clock that is `step` seconds further at every look: thought costs the same in every run."""
    looks = itertools.count()
    return lambda: next(looks) * step


@pytest.mark.parametrize(("name", "game"), GAMES, ids=lambda value: str(value)[:60])
def test_it_reads_the_game_and_what_its_seat_knows_off_the_wire(name, game):
    state = game.start(a_deal(game))
    match = new_match(game, state.to_act)
    read = reading.read_game(name, game.players, match.settings)
    assert read.start(a_deal(game)).observe(0) == game.start(a_deal(game)).observe(0)
    assert reading.read_observation(read, ask(game, state, match).observation) == state.observe(state.to_act)


@pytest.mark.parametrize(("name", "game"), GAMES, ids=lambda value: str(value)[:60])
def test_its_choices_are_legal_and_their_worth_is_a_chance_everywhere_in_a_random_match(name, game):
    dice = random.Random(1)
    state = game.start(a_deal(game))
    matches = [new_match(game, seat, SLOW) for seat in range(game.players)]
    searchers = [searcher.Searcher(match, ticking(0.001)) for match in matches]
    for number in itertools.count():
        if state.to_act is None:
            break
        seat = state.to_act
        choice = searchers[seat].choose(ask(game, state, matches[seat], number, SECOND // 20))
        legal = state.legal_actions()
        assert choice in legal
        if number % 8 == 0:
            search = searchers[seat].search
            world = search.world(game.sample_state(state.observe(seat), lambda _, n: dice.randrange(n)), dice.random())
            choices = search.choices(state)
            assert set(choices) <= set(legal)
            assert 0 <= search.value(world, choices[0]) <= 1
        state.apply(dice.choice([choice, dice.choice(legal)]))


def test_equal_seeds_and_equal_time_give_equal_choices():
    game = make_game("stockpile", 3, {"investors": True})
    state = game.start(a_deal(game))
    while state.phase() != "demand":
        state.apply(state.default_action())

    def choice(bot_seed):
        match = new_match(game, state.to_act, SLOW, bot_seed)
        return searcher.Searcher(match, ticking(0.0005)).choose(ask(game, state, match, 3, SECOND * 4))

    assert [choice(seed) for seed in (1, 2, 3)] == [choice(seed) for seed in (1, 2, 3)]


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("stockpile", {"board": "advanced", "investors": True}),
        ("stonks", {"speculation_limit": "per_round", "adjust_mandatory": True}),
        ("great_crash", {"board": "advanced", "experts": 2, "no_bonus": True}),
    ],
    ids=PLAYED,
)
def test_it_plays_from_a_folder_outside_the_project_with_the_most_players_and_no_fault(game, settings, tmp_path):
    copy = shutil.copytree(SAMPLES / BOT, tmp_path / "elsewhere", ignore=shutil.ignore_patterns("__pycache__"))
    rivals = [SAMPLES / "python_heuristic", *[SAMPLES / "python_random"] * (max(games()[game].player_counts) - 2)]
    try:
        matches = play_series(new_series(game, [copy, *rivals], settings, 1, 1, SLOW), lambda _: None)
    finally:
        close_referee()
    assert [match.record.faults for match in matches] == [()] * (1 + len(rivals))


def test_a_bank_is_spread_over_the_decisions_to_come_and_is_never_used_up():
    control = bank.Control(4.0, 0.0, None)
    left, spent = 4.0, []
    for decisions in (*range(60, 0, -1), *[1] * 40):
        spent.append(bank.budget_s(control, left, decisions))
        left -= spent[-1] + 0.004
    assert left > 0
    assert max(spent[:50]) < 2 * min(spent[:50])


@pytest.mark.parametrize(
    ("control", "left_s", "least", "most"),
    [
        ((60.0, 0.1, None), 60.0, 0.5, 0.6),
        ((60.0, 0.1, None), 0.05, 0.0, 0.025),
        ((60.0, 0.1, 2.0), 60.0, 0.4, 0.5),
        ((4.0, 0.0, None), 0.2, 0.0, 0.0),
    ],
    ids=["refund first", "nearly empty", "soft limit", "only the reserve is left"],
)
def test_one_decision_may_use(control, left_s, least, most):
    assert least <= bank.budget_s(bank.Control(*control), left_s, 100) <= most


def noisy(world, choice):
    """Choice 7 is best by a little; what is luck in a world is the same for all."""
    return random.Random(world).gauss(0, 1) + random.Random(world * 100 + choice).gauss(0, 0.2) + 0.1 * (choice == 7)


def test_the_best_choice_is_found_among_many_in_the_same_worlds():
    worlds = itertools.count()
    assert halving.best_choice(range(16), lambda: next(worlds), noisy, 10.0, ticking(0.001)) == 7


def test_the_first_choice_stands_unless_another_has_proved_better():
    def value(world, choice):
        return (world + choice) % 2 * 0.5

    worlds = itertools.count()
    assert halving.best_choice([4, 5, 6], lambda: next(worlds), value, 1.0, ticking(0.001)) == 4


def test_without_time_for_one_world_the_first_choice_is_taken():
    assert halving.best_choice([4, 5, 6], lambda: 0, lambda world, choice: choice, 0.001, ticking(0.001)) == 4


def test_the_search_stops_early_when_one_choice_is_clearly_best():
    worlds = itertools.count()
    halving.best_choice([1, 2], lambda: next(worlds), lambda world, choice: -choice, 1e9, ticking(0.001))
    assert next(worlds) == halving.FEWEST_WORLDS
