"""Two players (rules section 11): cases B7, B8 and E6, batches, pairs and bids. Tracks from 1, money in K."""

from laid_stockpile import bid, deal, in_demand, legal_bids

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.events import EventType
from engine.market.cards import FEE
from engine.market.forecasts import BLIND, reveal_order


def started(first: int = 0):
    return Stockpile(2).start(deal(2, first=first), events=True)


def default(state, decisions: int):
    for _ in range(decisions):
        state.apply(state.default_action())
    return state


def test_each_seat_has_thirty_thousand_and_two_meeples_for_four_tracks_and_six_rounds():
    game = Stockpile(2)
    state = started()
    assert (state.cash, state.meeples, game.tracks, game.rounds) == ([30, 30], [2, 2], 4, 6)


def test_each_seat_has_two_private_pairs_and_two_are_blind():
    seen = [event.type for event in started().events(0)]
    assert (Stockpile(2).rulebook.holders, seen.count(EventType.PAIR)) == ((0, 0, 1, 1, BLIND, BLIND), 2)


def test_pairs_are_revealed_in_turn_order_those_of_a_seat_as_dealt():
    assert reveal_order(2, 1) == (2, 3, 0, 1, 4, 5)


def test_the_second_batch_is_dealt_when_both_have_placed_the_first():
    """Clarification 1."""
    state = started(first=1)
    deck = state.deck
    hands = []
    while state.phase() == "supply":
        hands.append((state.to_act, state.observe(state.to_act).hand))
        default(state, 1)
    assert hands == [
        (1, tuple(deck[4:6])),
        (0, tuple(deck[6:8])),
        (1, tuple(deck[8:10])),
        (0, tuple(deck[10:12])),
    ]


def test_a_seat_that_waits_for_the_second_batch_has_no_hand():
    state = default(started(), 1)
    assert (state.observe(0).hand, len(state.observe(1).hand)) == ((), 2)


def test_standing_bids_count_against_cash_and_nobody_bids_against_itself():
    """B7."""
    state = bid(in_demand(2, cash=30), (1, 20), (2, 0))
    bids = legal_bids(state)
    assert (max(value for _, value in bids), {track for track, _ in bids}) == (10, {2, 3, 4})


def test_a_seat_with_both_meeples_in_hand_bids_twice_in_a_row():
    """B8."""
    state = bid(in_demand(2, cash=30), (1, 3), (1, 6), (2, 0), (2, 1))
    before = (state.meeples[:], state.to_act)
    bid(state, (3, 0))
    assert (before, state.to_act) == (([2, 0], 0), 0)


def test_a_first_bid_that_displaces_gives_the_turn_to_the_other():
    """B8."""
    state = bid(in_demand(2, cash=30), (1, 3), (1, 6), (2, 0), (2, 1))
    bid(state, (1, 10))
    assert state.to_act == 1


def test_the_first_four_bids_alternate():
    state = in_demand(2, cash=30)
    asked = []
    for track, value in ((1, 0), (2, 0), (3, 0)):
        asked.append(state.to_act)
        bid(state, (track, value))
    assert [*asked, state.to_act] == [0, 1, 0, 1]


def test_both_bids_are_paid_before_the_fees_of_both_piles():
    state = in_demand(2, cash=[9, 30])
    state.table = [FEE + 2 + 16, FEE + 1 + 16 + (1 << 14)]
    bid(state, (1, 6), (3, 1), (2, 1), (4, 0))
    paid = [event.amount for event in state.events(SPECTATOR) if event.type == EventType.FEE_PAID and event.seat == 0]
    assert (paid, state.cash[0], state.debt[0:3]) == ([2], 0, [0, 0, 1])


def test_a_whole_match_leaves_six_cards_in_the_deck():
    """E6."""
    state = started()
    while state.to_act is not None:
        default(state, 1)
    assert (len(state.deck) - state.deck_at, state.round) == (6, 6)
