"""The laws on parameters the schema's examples do not reach, and leaks planted in Stonks."""

from dataclasses import replace

import pytest

from engine.games.stonks.conservation import imbalance
from engine.games.stonks.game import Stonks
from engine.streams import Streams, seed_of
from engine.testing.planted import is_caught, plants
from engine.testing.walk import Walk, walk

UNEVEN = [
    {"id": f"{company}-{rank}", "company": company, "rank": rank, "symbols": rank % 3, "shares": 1 + rank % 4}
    for company, ranks in (("Bees", range(1, 20)), ("Cows", range(5, 15)), ("Dogs", (2, 30)), ("Eels", range(1, 14, 2)))
    for rank in ranks
]
"""38 cards of four companies, one of which has two cards only."""

GAMES = [
    Stonks(
        players,
        companies=["Bees", "Cows", "Dogs", "Eels"],
        cards_override=UNEVEN,
        hand_size={"2": 10, "3": 7, "4": 6, "5": 5},
        speculation_bonus_shares=players - 2,
        market={"min": 0, "max": 9, "start": 1, "reset_each_round": players % 2 == 0},
    )
    for players in (2, 3, 4, 5)
] + [
    Stonks(2, symbols_by_rank=[2] * 13, adjust_mandatory=True, companies=["R", "Y"], hand_size={"2": 8}),
    Stonks(5, "long", rounds={"long": 1}, symbols_by_rank=[1] * 13, market={"max": 2, "start": 2}),
]

AFTER_ALL_IS_SHOWN = "a hidden card in event OVER"
"""When this is seen nothing is hidden any more: there is no leak to plant."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.players}-{game.company_id[0]}")
def test_the_laws_hold_with_other_parameters(game, seed):
    assert walk(Walk(game, Streams(seed_of("stonks", repr(game), seed)))).decisions > 0


@pytest.mark.parametrize(
    "plant", [plant for plant in plants(Stonks(4)) if plant.name != AFTER_ALL_IS_SHOWN], ids=lambda plant: plant.name
)
def test_a_planted_leak_is_caught(plant):
    assert is_caught(Stonks(4), plant, Streams(seed_of("planted", plant.name)))


def unbalanced(**changes) -> str:
    game = Stonks(2)
    state = game.start(game.deal(Streams(seed_of("unbalanced"))))
    while state.phase() != "play":
        state.apply(state.default_action())
    for name, value in changes.items():
        setattr(state, name, value)
    return imbalance(game, state)


def test_the_balance_sees_what_is_lost_or_made():
    assert unbalanced() == ""
    assert unbalanced(values=[3, 3, 3, 3, 6]) == "a value is off the track: [3, 3, 3, 3, 6]"
    assert unbalanced(dot=-1) == "nobody has the dot"
    assert unbalanced(trump=4) == "trump is 4, which is not the lowest company"
    assert unbalanced(totals=[1, 0]) == "seat 0 has 1 points, but its rounds add up to another number"
    assert unbalanced(unused=[0, 1]) == "1 seats have used Speculation, in 0 plays"
    assert unbalanced(offer=0).endswith("is in 0 places")


def test_a_game_is_a_value():
    assert (Stonks(4) == replace(Stonks(5), players=4), Stonks(4).actions is Stonks(5).actions) == (True, True)
