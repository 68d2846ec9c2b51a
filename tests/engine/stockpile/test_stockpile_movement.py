"""Conformance cases M1 to M9 of the rules: tickers on the standard board. Prices in K."""

import pytest
from laid_stockpile import CC, at_price, happened, move, pay_dividend, table

from engine.games.stockpile.events import EventType


def moved(price: int, steps: int) -> tuple[int, int, int]:
    """Price afterwards, splits, bankruptcies."""
    state = move(table(index={CC: at_price(price)}), CC, steps)
    splits = happened(state, EventType.SPLIT).count(EventType.SPLIT)
    failures = happened(state, EventType.BANKRUPT).count(EventType.BANKRUPT)
    return state.rulebook.prices[CC][state.index[CC]], splits, failures


def test_a_price_may_rise_to_the_highest_value_without_a_split():
    """M1."""
    assert moved(9, +1) == (10, 0, 0)


def test_a_step_above_the_highest_value_splits_and_returns_to_six():
    """M2."""
    assert moved(9, +2) == (6, 1, 0)


def test_steps_left_after_a_split_go_on_from_six():
    """M3."""
    assert moved(9, +4) == (8, 1, 0)


@pytest.mark.parametrize(("steps", "price"), [(1, 6), (2, 7), (4, 9)])
def test_every_rise_from_ten_splits_once(steps, price):
    """M4."""
    assert moved(10, steps) == (price, 1, 0)


def test_the_last_step_of_a_move_may_be_the_split():
    """M5."""
    assert moved(7, +4) == (6, 1, 0)


def test_a_price_may_fall_to_one_without_bankruptcy():
    """M6."""
    assert moved(3, -2) == (1, 0, 0)


def test_a_step_below_one_is_a_bankruptcy_and_returns_to_five():
    """M7."""
    assert moved(3, -3) == (5, 0, 1)


def test_steps_left_after_a_bankruptcy_are_lost():
    """M8."""
    assert moved(1, -3) == (5, 0, 1)


def test_a_dividend_moves_nothing():
    """M9."""
    state = table(index={CC: at_price(7)})
    before = state.index[:]
    pay_dividend(state, CC)
    assert state.index == before
