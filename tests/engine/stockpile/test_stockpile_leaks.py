"""Leaks planted in every field and event that investors bring are caught by the laws."""

import pytest

from engine.games import make_game
from engine.games.stockpile.events import EventType
from engine.streams import Streams, seed_of
from engine.testing.planted import Plant, is_caught, plants

FOUR, TWO = (make_game("stockpile", players, {"investors": True, "board": "advanced"}) for players in (4, 2))

AFTER_ALL_IS_SHOWN = ("a hidden card in event MAJORITY", "a hidden card in event LIQUIDATED")
"""When these are seen the match is over and nothing is hidden any more: there is no leak to plant."""


def leaks(game) -> list[Plant]:
    return [plant for plant in plants(game) if plant.name not in AFTER_ALL_IS_SHOWN]


def test_a_leak_is_planted_in_every_type_of_event():
    planted = {plant.name.removeprefix("a hidden card in event ") for plant in plants(FOUR)}
    assert planted >= {kind.name for kind in EventType}


@pytest.mark.parametrize("plant", leaks(FOUR), ids=lambda plant: plant.name)
def test_a_leak_planted_with_investors_is_caught(plant):
    assert is_caught(FOUR, plant, Streams(seed_of("planted", plant.name)))


@pytest.mark.parametrize("plant", leaks(TWO)[:-2], ids=lambda plant: plant.name)
def test_a_leak_planted_with_two_investors_a_seat_is_caught(plant):
    """But for the two counters of the whole match: questions depend on hidden cards too rarely at a table of two."""
    assert is_caught(TWO, plant, Streams(seed_of("planted", plant.name)))


@pytest.mark.parametrize("game", [FOUR, TWO], ids=["four", "two"])
def test_a_state_with_investors_and_without_a_leak_is_not_accused(game):
    assert not is_caught(game, Plant("none"), Streams(seed_of("planted", "none")), matches=4)
