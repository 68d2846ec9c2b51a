"""What a game says the fields of its observations may hold is so."""

from dataclasses import fields

import pytest

from engine.contract import SPECTATOR
from engine.games import games
from engine.simulation import numbered_deal
from engine.streams import Streams, seed_of
from engine.testing.settings import covering

GAMES = [game for name in sorted(games()) for game in covering(games()[name])]
MATCHES = 2


def misfits(observation, bounds):
    for name, bound in bounds.items():
        value = vars(observation)[name]
        numbers = value if bound.length is not None else (value,)
        most = bound.length if bound.length is not None else 1
        if len(numbers) > most or (len(numbers) < most and not bound.varies):
            yield name, len(numbers)
        yield from ((name, number) for number in numbers if not bound.low <= number <= bound.high)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_field_of_every_observation_is_within_its_bounds(game):
    found = set()
    for seed in range(MATCHES):
        draw = Streams(seed_of("bounds", seed))
        state = game.start(numbered_deal(game, seed))
        while True:
            for viewer in (*range(game.players), SPECTATOR):
                found |= set(misfits(state.observe(viewer), game.observation_bounds))
            if state.to_act is None:
                break
            legal = state.legal_actions()
            state.apply(legal[draw("choices", len(legal))])
    assert found == set()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_bounds_are_told_of_every_field_in_its_order(game):
    assert list(game.observation_bounds) == [field.name for field in fields(game.observation_type)]
    assert game.observation_bounds is game.observation_bounds
