"""Conformance cases E1 to E6 for 3 to 5 players: the end of a match. Money in K."""

import pytest
from laid_stockpile import AA, BB, CC, at_price, deal, table

from engine.games.stockpile import Stockpile
from engine.games.stockpile.position import DEMAND
from engine.games.stockpile.scoring import finish
from engine.market.ranking import places_by


def majority(players: int, regular, split=None) -> list[int]:
    """What each seat gets for company AA at price 1, less the price of its shares."""
    state = table(players, cash=0, index={AA: at_price(1)}, regular=regular, split=split)
    finish(state)
    shares = [regular.get(seat, {}).get(AA, 0) + 2 * (split or {}).get(seat, {}).get(AA, 0) for seat in range(players)]
    return [cash - held for cash, held in zip(state.cash, shares, strict=True)]


def test_a_split_card_counts_two_shares_for_the_majority():
    """E1."""
    assert majority(3, {0: {AA: 3}, 1: {AA: 1}}, {1: {AA: 1}}) == [5, 5, 0]


def test_however_many_tie_for_a_majority_each_gets_five():
    """E2."""
    assert majority(4, {0: {AA: 2}, 1: {AA: 2}, 3: {AA: 2}, 2: {AA: 1}}) == [5, 5, 0, 5]


def test_the_only_seat_with_most_shares_gets_ten():
    assert majority(3, {0: {AA: 2}, 1: {AA: 1}}) == [10, 0, 0]


def test_a_company_nobody_holds_pays_nothing():
    """E3."""
    assert majority(3, {}) == [0, 0, 0]


def test_equal_totals_win_together():
    """E4."""
    assert places_by((50, 70, 70, 20)) == (3, 1, 1, 4)


def test_places_are_those_of_the_cash_at_the_end():
    state = table(3, cash=[4, 20, 4])
    finish(state)
    assert (state.scores(), state.places()) == ((4, 20, 4), (2, 1, 2))


def test_all_shares_are_sold_at_present_prices_split_cards_twice():
    state = table(3, cash=0, index={AA: at_price(4), BB: at_price(7)}, regular={0: {AA: 1}}, split={0: {BB: 2}})
    finish(state)
    assert state.cash[0] == 4 + 2 * 2 * 7 + 10 + 10


def test_a_debt_is_paid_from_the_last_sales_and_what_is_left_of_it_is_forgotten():
    state = table(3, cash=0, index={CC: at_price(1)}, regular={0: {CC: 1}, 1: {CC: 2}})
    state.debt = [1, 0, 1] + [0] * 6
    finish(state)
    assert (state.scores()[0], state.debt[0:3]) == (0, [0, 0, 1])


@pytest.mark.parametrize(("players", "left"), [(3, 14), (4, 4), (5, 0)])
def test_a_whole_match_leaves_so_many_cards_in_the_deck(players, left):
    """E5 and E6."""
    state = Stockpile(players).start(deal(players))
    while state.to_act is not None:
        state.apply(state.default_action())
    assert (len(state.deck) - state.deck_at, state.round) == (left, {3: 7, 4: 6, 5: 5}[players])


def test_the_deck_is_empty_after_the_fifth_supply_of_five_players():
    """E5."""
    state = Stockpile(5).start(deal(5))
    while (state.round, state.phase_number) != (5, DEMAND):
        state.apply(state.default_action())
    assert len(state.deck) == state.deck_at
