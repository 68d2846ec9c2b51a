"""Leaks planted in every field and event are caught by the laws, and the laws hold with all variants."""

import pytest

from engine.games.great_crash import GreatCrash
from engine.games.great_crash.events import EventType
from engine.streams import Streams, seed_of
from engine.testing.planted import Plant, is_caught, plants
from engine.testing.walk import Walk, walk

FULL = GreatCrash(4, "advanced", 2, True)
BONUS = GreatCrash(3, "advanced", 1)

AFTER_ALL_IS_SHOWN = ("a hidden card in event MAJORITY", "a hidden card in event LIQUIDATED")
"""When these are seen the match is over and nothing is hidden any more: there is no leak to plant."""

NO_SECRETS = ("a count of all decisions", "a match-wide event index")
"""Shares, money and turns lie open here, and nothing hidden decides who is asked: these counts tell nothing."""

RARE = {EventType.BAILED_OUT}
"""Needs a seat that loses everything, which random play hardly ever does."""


def leaks(game) -> list[Plant]:
    return [plant for plant in plants(game) if plant.name not in AFTER_ALL_IS_SHOWN + NO_SECRETS]


def test_a_leak_is_planted_in_every_type_of_event():
    planted = {plant.name.removeprefix("a hidden card in event ") for game in (FULL, BONUS) for plant in plants(game)}
    assert planted >= {kind.name for kind in set(EventType) - RARE}


@pytest.mark.parametrize("plant", leaks(FULL), ids=lambda plant: plant.name)
def test_a_planted_leak_is_caught(plant):
    assert is_caught(FULL, plant, Streams(seed_of("planted", plant.name)))


def test_a_state_without_a_leak_is_not_accused():
    assert not is_caught(FULL, Plant("none"), Streams(seed_of("planted", "none")), matches=4)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_laws_hold_with_all_variants_together(players, seed):
    game = GreatCrash(players, "advanced", 2, True)
    assert walk(Walk(game, Streams(seed_of("crash", players, seed)))).decisions > 0
