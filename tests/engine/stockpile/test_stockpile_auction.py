"""Conformance cases B1 to B6 of the rules, without investors. Tracks from 1, money in K."""

from laid_stockpile import bid, in_demand, legal_bids

from engine.contract import SPECTATOR
from engine.games.stockpile.events import EventType
from engine.market.cards import BIDS


def test_an_occupied_track_takes_higher_bids_only():
    """B1."""
    state = bid(in_demand(4), (1, 6))
    assert {value for track, value in legal_bids(state) if track == 1} == {10, 15, 20}


def test_displaced_seats_bid_again_clockwise_from_the_last_bidder():
    """B2: a queue in order of displacement would give seat 1 first."""
    state = bid(in_demand(4), (1, 1), (2, 1), (2, 3), (1, 3))
    first = state.to_act
    bid(state, (3, 0))
    assert (first, state.to_act) == (0, 1)


def test_a_seat_displaced_by_a_new_bid_does_not_wait_for_another_pass():
    """B3: a strict wave would give seat 2 first."""
    state = bid(in_demand(5), (1, 0), (2, 0), (3, 0), (1, 1), (3, 1), (2, 1))
    first = state.to_act
    bid(state, (4, 0))
    assert (first, state.to_act) == (1, 2)


def test_a_track_at_twenty_five_is_closed():
    """B4."""
    state = bid(in_demand(4, cash=30), (1, 25))
    assert {track for track, _ in legal_bids(state)} == {2, 3, 4}


def test_without_cash_only_zero_on_an_empty_track_can_be_bid():
    """B5."""
    state = bid(in_demand(4, cash=[20, 0, 20, 20]), (1, 0))
    assert legal_bids(state) == {(2, 0), (3, 0), (4, 0)}


def test_nobody_bids_more_than_its_cash():
    """B6."""
    state = in_demand(4, cash=9)
    assert max(value for _, value in legal_bids(state)) == 6


def test_a_bid_may_take_all_of_the_cash():
    state = in_demand(4, cash=10)
    assert max(value for _, value in legal_bids(state)) == 10


def test_everybody_bids_once_before_anybody_bids_again():
    state = in_demand(4)
    asked = []
    for track, value in ((1, 0), (1, 1), (1, 3), (1, 6)):
        asked.append(state.to_act)
        bid(state, (track, value))
    assert ([*asked, state.to_act]) == [0, 1, 2, 3, 0]


def test_the_auction_ends_when_every_track_has_a_meeple_and_bids_are_paid():
    state = in_demand(3, first=1)
    bid(state, (2, 3), (1, 6), (3, 1))
    won = [(event.seat, event.track, event.amount) for event in state.events(SPECTATOR) if event.type == EventType.WON]
    assert won == [(2, 0, 6), (1, 1, 3), (0, 2, 1)]


def test_bid_spaces_are_those_printed():
    assert BIDS == (0, 1, 3, 6, 10, 15, 20, 25)
