"""Bidding: clockwise in the setup round, out of the pen in normal rounds; cards under the tracks (14.4, 14.5)."""

import pytest
from crash_table import bid, legal, open_bidding, started, table, told

from engine.contract import IllegalAction
from engine.games.great_crash.actions import Bid
from engine.games.great_crash.events import EventType
from engine.market.cards import BOOM, BUST

FEE1, FEE2, FEE3 = 6, 7, 8


def auction(players=4, cash=20, under=None):
    """A normal round's auction; everybody has a share, so that nobody is ruined."""
    return open_bidding(table(players, cash=cash, regular={seat: {seat: 1} for seat in range(players)}), under)


def test_a_bid_must_go_up_and_be_affordable():
    """B1, B6."""
    state = bid(auction(cash=9), (1, 3))
    tracks = {(action.track, action.space) for action in legal(state)}
    assert {space for track, space in tracks if track == 0} == {3}
    assert {space for track, space in tracks if track == 1} == {0, 1, 2, 3}


def test_no_bid_is_legal_on_a_track_at_25():
    """B4."""
    state = bid(auction(cash=40), (1, 25))
    assert {action.track for action in legal(state)} == {1, 2, 3}


def test_with_cash_0_only_0_on_an_empty_track_is_possible():
    """B5."""
    state = bid(auction(cash=[20, 20, 0, 20]), (1, 0), (2, 1))
    assert (state.to_act, legal(state)) == (2, {Bid(2, 0), Bid(3, 0)})


def test_the_only_bid_possible_is_made_without_asking_and_seen_as_any_bid():
    """D2."""
    state = bid(auction(3, cash=[20, 20, 0]), (1, 0), (2, 0))
    bids = told(state, EventType.BID)
    assert bids[-1] == (EventType.BID, {"seat": 2, "track": 2, "space": 0})
    assert state.standing_seat == [-1, -1, -1]


def test_in_the_setup_round_the_next_bidder_is_the_first_clockwise_with_a_meeple():
    """B2: a queue would give B first."""
    state = started(4)
    state.cash = [20] * 4
    bid(state, (1, 1), (2, 1), (2, 3), (1, 3))
    assert (state.to_act, state.pen) == (0, [])
    bid(state, (3, 0))
    assert state.to_act == 1


def test_in_normal_rounds_the_first_displaced_is_the_first_to_bid_again():
    """B2's bids: B was displaced before A."""
    state = bid(auction(), (1, 1), (2, 1), (2, 3), (1, 3))
    assert (state.to_act, state.pen) == (1, [1, 0])
    bid(state, (3, 0))
    assert (state.to_act, state.pen) == (0, [0])


def test_who_is_displaced_by_a_second_bid_queues_at_the_end_of_the_pen():
    state = bid(auction(), (1, 1), (2, 1), (2, 3), (1, 3), (2, 6))
    assert (state.to_act, state.pen) == (0, [0, 2])


def test_re_bids_come_after_all_first_bids():
    state = bid(auction(), (1, 1), (1, 3))
    assert (state.pen, state.to_act) == ([0], 2)


def test_first_bids_go_in_the_turn_order_of_the_last_round():
    state = table(3, cash=20)
    state.order = [2, 0, 1]
    open_bidding(state)
    asked = []
    for track in (1, 2, 3):
        asked.append(state.to_act)
        if track < 3:
            bid(state, (track, 0))
    assert asked == [2, 0, 1]


def test_market_cards_lie_open_under_the_tracks_in_normal_rounds():
    state = auction(3)
    opened = told(state, EventType.OPENED)
    assert opened == [(EventType.OPENED, {"cards": tuple(state.track_card)})]
    assert state.public_facts()["piles"][0] == [
        {"face": "up", "card": ("fee1", "fee2", "fee3", "boom", "bust")[state.track_card[0] - 6], "by": None}
    ]


def test_the_winner_of_a_track_takes_its_card():
    state = bid(auction(4, under=[FEE2, BOOM, BUST, FEE3]), (2, 3), (1, 0), (4, 1), (3, 0))
    assert (state.order, state.action_cards) == ([1, 0, 3, 2], [1, 0, 0, 0, 0, 0, 0, 1])
    assert (state.cash, state.discard[6:9]) == ([17, 18, 16, 20], [0, 1, 1])


def test_bids_are_paid_before_fees_and_a_fee_that_cannot_be_paid_is_owed():
    state = bid(auction(3, cash=[4, 9, 9], under=[FEE2, FEE3, BOOM]), (1, 3), (2, 0), (3, 0))
    assert (state.cash, state.debt[:3], state.debt[3:6]) == ([1, 6, 9], [0, 1, 0], [0, 0, 0])


def test_fees_are_paid_cheapest_first_old_and_new_together():
    """F1."""
    state = table(3, cash=[4, 9, 9])
    state.debt[1] = state.debt[2] = 1
    bid(open_bidding(state, [FEE1, BOOM, BUST]), (1, 0), (2, 0), (3, 0))
    assert (state.cash[0], state.debt[:3]) == (1, [0, 0, 1])


def test_a_bid_above_ones_cash_is_refused():
    state = auction(3, cash=9)
    with pytest.raises(IllegalAction):
        bid(state, (1, 10))
