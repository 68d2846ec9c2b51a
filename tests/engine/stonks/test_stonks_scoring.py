"""The end of a round and of the match (10, 11)."""

import pytest
from laid_stonks import cards, deal, happened, table

from engine.games.stonks.events import EventType
from engine.games.stonks.game import Stonks
from engine.games.stonks.scoring import places, score_round


def scored(portfolio: str, down: str, values: str, *, used: bool, **settings):
    """A round of two players that ends with this portfolio of seat 0."""
    state = table({0: "R2", 1: "R3"}, values=values, used=(0, 1) if used else (1,), **settings)
    game = Stonks(2)
    state.portfolios = [cards(game, portfolio), cards(game, "R1")]
    state.downs = [*cards(game, down), *cards(game, "Y1")]
    score_round(state)
    return state


E11 = ("R4 R12 R9 O6", "Y8", "R3 Y5 B1 G4 O2")


def test_an_unused_speculation_is_a_share_of_the_lowest_company_owned():
    """E11."""
    state = scored(*E11, used=False)
    assert happened(state, EventType.SCORED)[0] == (
        "seat 0 turns up Y8 and has 4xR 3xY 3xO with Speculation as O: 33 points, 33 in all"
    )


def test_a_used_speculation_is_worth_nothing():
    """E11."""
    assert scored(*E11, used=True).totals[0] == 31


@pytest.mark.parametrize(("used", "points"), [(False, 18), (True, 16)])
def test_scores_may_count_cards(used, points):
    """E11."""
    assert scored(*E11, used=used, score_unit="cards").totals[0] == points


@pytest.mark.parametrize("unit", ["shares", "cards"])
def test_five_cards_of_one_share_at_value_3_are_15_points(unit):
    """E11, seed check."""
    assert scored("R3 R4 R11 R12", "R13", "R3 Y5 B1 G4 O2", used=True, score_unit=unit).totals[0] == 15


def test_an_unused_speculation_may_be_worth_more_shares_but_is_one_card():
    state = scored(*E11, used=False, speculation_bonus_shares=3)
    assert (state.totals[0], state.final_cards[0], state.final_shares[0]) == (37, 6, 12)


def test_of_owned_companies_with_the_lowest_value_the_leftmost_takes_the_speculation():
    state = scored("Y4 O4", "B4", "R5 Y2 B2 G1 O3", used=False)
    assert happened(state, EventType.SCORED)[0].startswith(
        "seat 0 turns up B4 and has 2xY 1xB 1xO with Speculation as Y"
    )


def over(totals, portfolio_cards, shares):
    """A short match of three players that ended so."""
    game = Stonks(3)
    state = game.start(deal(game))
    state.points = (0,) * 9
    state.totals, state.final_cards, state.final_shares = list(totals), list(portfolio_cards), list(shares)
    return places(state)


def test_of_equal_totals_fewest_portfolio_cards_win():
    """E12."""
    assert over((71, 71, 64), (5, 4, 3), (8, 9, 7)) == (2, 1, 3)


def test_of_equal_cards_fewest_shares_win():
    """E12."""
    assert over((71, 71, 64), (5, 5, 3), (8, 9, 7)) == (1, 2, 3)


def test_equal_in_all_share_the_victory():
    """E12."""
    assert over((71, 71, 64), (5, 5, 3), (8, 8, 7)) == (1, 1, 3)


def test_the_bonus_counts_in_cards_and_shares_for_ties():
    """Ruling 21."""
    state = scored(*E11, used=False)
    assert (state.final_cards[0], state.final_shares[0]) == (6, 10)


@pytest.mark.parametrize(("length", "rounds"), [("short", 3), ("long", 5)])
def test_a_match_has_as_many_rounds_as_its_length_says(length, rounds):
    game = Stonks(2, length)
    state = game.start(deal(game), events=True)
    while state.to_act is not None:
        state.apply(state.default_action())
    kinds = [event.type for event in state.events(-1)]
    assert (kinds.count(EventType.ROUND), kinds.count(EventType.SCORED), kinds[-1]) == (
        rounds,
        2 * rounds,
        EventType.OVER,
    )
