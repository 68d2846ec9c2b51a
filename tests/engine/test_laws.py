"""The laws on a covering set of settings, and leaks planted to see that the laws catch them."""

import pytest

from engine.games import games, make_game
from engine.streams import Streams, seed_of
from engine.testing.laws import BrokenLaw, choices_are_in_order
from engine.testing.planted import Plant, is_caught, plants
from engine.testing.settings import covering
from engine.testing.walk import Findings, Walk, walk

GAMES = [game for name in sorted(games()) for game in covering(games()[name])]
STOCKPILE = make_game("stockpile", 4)

AFTER_ALL_IS_SHOWN = ("a hidden card in event MAJORITY", "a hidden card in event LIQUIDATED")
"""When these are seen the match is over and nothing is hidden any more: there is no leak to plant."""


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_the_laws_hold_on_random_matches(game, seed):
    findings = walk(Walk(game, Streams(seed_of("laws", str(game), seed))))
    assert findings.decisions > 0


def test_what_is_hidden_varies_in_redeals_and_samples_and_silent_questions_are_compared():
    total = Findings()
    for seed in range(3):
        total.add(walk(Walk(STOCKPILE, Streams(seed_of("varies", seed)))))
    assert (total.redeals_that_differ > 0, total.samples_that_differ > 0, total.silent_decisions > 0) == (True,) * 3


@pytest.mark.parametrize(
    "plant",
    [plant for plant in plants(STOCKPILE) if plant.name not in AFTER_ALL_IS_SHOWN],
    ids=lambda plant: plant.name,
)
def test_a_planted_leak_is_caught(plant):
    assert is_caught(STOCKPILE, plant, Streams(seed_of("planted", plant.name)))


def test_a_state_without_a_leak_is_not_accused():
    assert not is_caught(STOCKPILE, Plant("none"), Streams(seed_of("planted", "none")), matches=4)


def test_a_seat_asked_without_a_choice_breaks_a_law():
    state = STOCKPILE.start(STOCKPILE.deal(Streams(seed_of("broken"))))
    state.legal = state.legal[:1]
    with pytest.raises(BrokenLaw, match="is asked with 1 legal actions"):
        choices_are_in_order(STOCKPILE, state)
