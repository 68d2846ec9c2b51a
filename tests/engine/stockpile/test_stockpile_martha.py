"""MayKnow Martha looks at a hidden pair (rules 13.2, 13.3, clarification 11) and case D3. Tracks from 1, money in K."""

from laid_stockpile import bid, deal, in_demand, legal, play

from engine.contract import SPECTATOR
from engine.games.stockpile import Stockpile
from engine.games.stockpile.actions import Bid, Martha
from engine.games.stockpile.events import EventType
from engine.market.forecasts import BLIND
from engine.market.investors import DONALD, MARTHA
from engine.testing.seeing import seen


def looks(state) -> set[Martha]:
    return {action for action in legal(state) if isinstance(action, Martha)}


def pair_of(state, owner: int, index: int = 0) -> tuple[int, int]:
    slots = [slot for slot, holder in enumerate(state.rulebook.holders) if holder == owner]
    return state.pairs[slots[index]]


def test_martha_looks_at_an_opponents_pair_or_a_blind_one():
    """Clarification 11: never her own or the public one."""
    state = in_demand(3, owners={MARTHA: 0})
    assert looks(state) == {Martha(1, 0), Martha(2, 0), Martha(BLIND, 0), Martha(BLIND, 1)}


def test_with_five_players_there_is_no_blind_pair_to_look_at():
    state = in_demand(5, owners={MARTHA: 0})
    assert looks(state) == {Martha(seat, 0) for seat in (1, 2, 3, 4)}


def test_with_two_players_she_looks_at_one_of_two_pairs():
    """13.3: one pair per use."""
    state = in_demand(2, owners={MARTHA: 0})
    before = looks(state)
    play(state, Martha(1, 1))
    assert (before, looks(state)) == ({Martha(1, 0), Martha(1, 1), Martha(BLIND, 0), Martha(BLIND, 1)}, set())


def test_she_may_bid_without_looking_and_look_when_she_bids_again():
    """13.3: on any own Demand turn, before placing the meeple."""
    state = bid(in_demand(3, owners={MARTHA: 0}), (1, 0), (1, 1), (2, 0))
    assert (state.to_act, len(looks(state))) == (0, 4)


def test_she_looks_once_a_round():
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(1, 0))
    bid(state, (1, 0), (1, 1), (2, 0))
    assert (state.to_act, looks(state)) == (0, set())


def test_after_a_look_the_same_seat_bids():
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(1, 0))
    assert (state.to_act, {type(action) for action in legal(state)}) == (0, {Bid})


def test_others_do_not_look():
    assert looks(bid(in_demand(3, owners={MARTHA: 0}), (1, 0))) == set()


def test_what_she_sees_is_in_her_observation_with_its_holder():
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(2, 0))
    company, forecast = pair_of(state, 2)
    observed = state.observe(0)
    assert (observed.forecast_card[company], observed.pair_source[company], observed.pair_turn[company]) == (
        forecast,
        2,
        2,
    )


def test_she_sees_a_blind_pair():
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(BLIND, 1))
    company, forecast = pair_of(state, BLIND, 1)
    observed = state.observe(0)
    assert (observed.forecast_card[company], observed.pair_source[company]) == (forecast, BLIND)


def test_everybody_sees_which_pair_she_looked_at_and_only_she_what_it_is():
    """13.3."""
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(2, 0))
    told = [
        next(event for event in state.events(viewer) if event.type == EventType.MARTHA) for viewer in (0, 1, SPECTATOR)
    ]
    assert [(event.owner, event.index, event.company, event.forecast) for event in told] == [
        (2, 0, *pair_of(state, 2)),
        (2, 0, None, None),
        (2, 0, None, None),
    ]
    assert [state.observe(viewer).martha_turn for viewer in (0, 1, SPECTATOR)] == [2, 2, 2]


def test_others_are_sent_the_same_whatever_pair_she_saw():
    game = Stockpile(3, investors=True)
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(BLIND, 0))
    other = state.clone(events=True)
    first, second = other.pairs[4:]
    other.pairs = (*other.pairs[:4], second, first)
    assert [seen(game, state, viewer) == seen(game, other, viewer) for viewer in (0, 1, 2, SPECTATOR)] == [
        False,
        True,
        True,
        True,
    ]


def test_the_audit_format_lists_the_pair_until_it_is_revealed():
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(BLIND, 1))
    listed = [state.private_facts(0)["peeked"], state.private_facts(1)["peeked"]]
    while state.revealed < 6 and state.round == 1:
        state.apply(state.default_action())
    facts = listed[0][0]
    assert (facts["round"], facts["owner"], facts["index"], len(facts["pair"]), listed[1]) == (1, "blind", 1, 2, [])
    assert state.private_facts(0)["peeked"] == []


def test_the_audit_format_names_the_pair_by_owner_and_index():
    game = Stockpile(3, investors=True)
    state = in_demand(3, owners={MARTHA: 0})
    written = [
        game.action_to_json(state.rulebook.layout.table.id_of(action), state)
        for action in (Martha(2, 0), Martha(BLIND, 1))
    ]
    assert written == [
        {"type": "martha", "owner": 2, "index": 0},
        {"type": "martha", "owner": "blind", "index": 1},
    ]


def last_track(owners) -> tuple:
    """Seat 2 has no money and one track is empty."""
    state = bid(in_demand(3, cash=[20, 20, 0], owners=owners), (1, 0), (2, 0))
    return state, [event for event in state.events(0) if event.type == EventType.BID]


def test_who_could_only_bid_zero_is_asked_while_it_may_look():
    """D3."""
    state, bids = last_track({MARTHA: 2})
    assert (state.to_act, looks(state), len(legal(state)), len(bids)) == (
        2,
        {Martha(0, 0), Martha(1, 0), Martha(BLIND, 0), Martha(BLIND, 1)},
        5,
        2,
    )


def test_after_the_look_the_only_bid_is_made_without_asking():
    """D3."""
    state, _ = last_track({MARTHA: 2})
    play(state, Martha(0, 0))
    bids = [event for event in state.events(0) if event.type == EventType.BID]
    assert (bids[-1].seat, bids[-1].track, bids[-1].space, state.phase() != "demand") == (2, 2, 0, True)


def test_donald_without_money_has_two_bids_to_choose_from():
    state, _ = last_track({DONALD: 2})
    assert {(action.track, action.space) for action in legal(state)} == {(2, 0), (2, 1), (0, 1), (1, 1)}


def test_the_pair_is_seen_by_all_in_movement_whoever_looked():
    state = play(in_demand(3, owners={MARTHA: 0}), Martha(1, 0))
    company, forecast = pair_of(state, 1)
    while state.round == 1:
        state.apply(state.default_action())
    told = [event for event in state.events(2) if event.type == EventType.FORECAST and event.company == company]
    assert told[0].forecast == forecast


def test_a_game_without_martha_has_no_looks():
    state = Stockpile(3).start(deal(3))
    assert not any(isinstance(action, Martha) for action in state.rulebook.layout.table.actions)
