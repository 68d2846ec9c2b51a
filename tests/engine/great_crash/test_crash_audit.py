"""Deals, actions and facts in the words of the audit format."""

import json

import pytest
from crash_table import (
    AA,
    BB,
    BILL,
    REGULAR,
    SPLIT,
    bid,
    deal,
    open_bidding,
    open_selling,
    sell_turn,
    started,
    table,
)

from engine.contract import IllegalAction, InvalidDeal
from engine.games.great_crash import GreatCrash
from engine.games.great_crash.actions import (
    Bid,
    Buy,
    Cover,
    Dismiss,
    Done,
    Hire,
    HireHelped,
    Play,
    Sell,
    Show,
    SplitSale,
    Take,
)
from engine.market.cards import BOOM, BUST
from engine.market.cards import COMPANIES as NAMES
from engine.streams import Streams, seed_of

FULL = GreatCrash(3, "advanced", 2, True)
FEE2 = 7


def test_actions_are_written_as_the_audit_format_says():
    state = FULL.start(deal(FULL))
    actions = (
        Take(AA),
        Bid(0, 2),
        Play(BOOM, BB),
        Sell(AA, SPLIT),
        Buy(BB),
        Show(1, 0),
        Done(),
        SplitSale(2),
        Hire(),
        HireHelped(2),
        Cover(AA, REGULAR),
        Dismiss(BILL),
    )
    assert [FULL.action_to_json(FULL.actions.id_of(action), state) for action in actions] == [
        {"type": "take", "company": "AA"},
        {"type": "bid", "track": 1, "space": 3},
        {"type": "play", "card": "boom", "company": "BB"},
        {"type": "sell", "company": "AA", "kind": "split"},
        {"type": "buy", "company": "BB"},
        {"type": "show", "regular": 1, "split": 0},
        {"type": "done"},
        {"type": "split_sale", "count": 2},
        {"type": "hire"},
        {"type": "hire", "helper": 2},
        {"type": "cover", "company": "AA", "kind": "regular"},
        {"type": "dismiss", "expert": "bill"},
    ]


def test_what_is_written_differs_for_every_action():
    state = FULL.start(deal(FULL))
    written = [json.dumps(FULL.action_to_json(action, state)) for action in range(len(FULL.actions))]
    assert len(set(written)) == len(written)


def test_an_action_is_read_if_it_is_legal():
    state = FULL.start(deal(FULL))
    assert FULL.action_from_json({"type": "bid", "track": 2, "space": 6}, state) == FULL.actions.id_of(Bid(1, 3))
    with pytest.raises(IllegalAction, match="is not legal for seat 0 in bidding"):
        FULL.action_from_json({"type": "bid", "track": 2, "space": 10}, state)


@pytest.mark.parametrize(
    "game", [GreatCrash(3), GreatCrash(5, "advanced", 1), GreatCrash(4, "standard", 2, True)], ids=str
)
def test_a_deal_survives_being_written(game):
    drawn = game.deal(Streams(seed_of("audit")))
    data = json.loads(json.dumps(game.deal_to_json(drawn)))
    keys = ["first", "market_deck", "rounds", *(["expert_rows"] if game.experts else [])]
    assert (list(data), game.deal_from_json(data)) == (keys, drawn)


def bad_deals():
    good = FULL.deal_to_json(deal(FULL))
    rows = good["expert_rows"]
    deck = good["market_deck"]
    return [
        (7, "the deal is no object"),
        (good | {"seed": 1}, "the deal has a key 'seed'; keys are first, market_deck, rounds, expert_rows"),
        (good | {"first": True}, "first is True; it must be the number of a seat"),
        (good | {"first": 3}, "first is 3; seats are 0 to 2"),
        (good | {"market_deck": deck[:-1]}, f"market_deck has 3 cards {deck[-1]}; it must have 4"),
        (good | {"market_deck": [*deck, "AA"]}, "market_deck has 1 cards AA; it must have 0"),
        (good | {"rounds": good["rounds"][1:]}, "rounds has 6 entries; 3 players play 7"),
        (good | {"rounds": "AA"}, "rounds is 'AA'; it must be a list"),
        (good | {"expert_rows": rows[:1]}, "expert_rows has 1 rows; there must be 2"),
        (good | {"expert_rows": [rows[0], rows[0]]}, "expert_rows has bill twice"),
        (
            good | {"expert_rows": [rows[0][::-1], rows[1]]},
            "row 1 of expert_rows must have the dearest expert first, not [13, 22, 32]",
        ),
        (good | {"expert_rows": [rows[0], rows[1][1:]]}, "row 2 of expert_rows has 2 experts; it must have 3"),
    ]


@pytest.mark.parametrize(("data", "text"), bad_deals(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_deal_that_is_none_is_refused(data, text):
    with pytest.raises(InvalidDeal) as refused:
        FULL.deal_from_json(data)
    assert str(refused.value) == text


def test_rows_of_experts_are_dealt_dearest_first_and_of_different_ones():
    game = GreatCrash(5, experts=2)
    rows = game.deal(Streams(seed_of("rows"))).expert_rows
    amounts = [[game.expert_amount[expert] for expert in row] for row in rows]
    assert (amounts, sorted(rows[0] + rows[1])) == ([sorted(row, reverse=True) for row in amounts], list(range(10)))


def test_public_facts_in_an_auction():
    shares = {0: {AA: 1}, 1: {AA: 1}, 2: {BB: 2}}
    state = table(3, regular=shares, split={2: {AA: 1}}, experts={BILL: 1}, rows=1)
    state.debt[7] = 1
    bid(open_bidding(state, [FEE2, BOOM, BUST]), (1, 3), (1, 6))
    facts = state.public_facts()
    assert {key: facts[key] for key in ("round", "turn_order", "cash", "debts", "action_cards", "pen")} == {
        "round": 2,
        "turn_order": [0, 1, 2],
        "cash": [9, 9, 9],
        "debts": [[], [], [2]],
        "action_cards": [[], [], []],
        "pen": [0],
    }
    assert facts["standing"] == [{"seat": 1, "space": 6}, None, None]
    assert facts["piles"] == [[{"face": "up", "card": card, "by": None}] for card in ("fee2", "boom", "bust")]
    assert (facts["cards_held"], facts["experts"]) == ([[1, 0], [1, 0], [2, 1]], [[], ["bill"], []])
    assert (facts["expert_rows"], facts["supply"]["AA"]) == ([["martha", "donald"]], 7)
    assert (facts["regular"][2]["BB"], facts["split"][2]["AA"], list(facts["price"])) == (
        2,
        1,
        ["AA", "BB", "CC", "EE", "LL", "SS"],
    )


def test_pairs_on_show_are_companies_by_seat():
    state = sell_turn(open_selling(table(3, regular={0: {AA: 2, BB: 4}, 1: {AA: 1}})), AA, AA, BB, BB)
    assert state.public_facts()["pairs_on_show"] == [["AA", "BB"], [], []]


def test_no_card_lies_under_a_track_in_the_setup_round():
    assert started(3).public_facts()["piles"] == [[], [], []]


def test_a_seat_alone_knows_its_pair():
    state = started(3)
    facts = state.private_facts(1)
    company, _ = state.pairs[1]
    known = [state.observe(seat).pair_slot[company] for seat in (0, 1, 2, -1)]
    assert (list(facts), facts["pairs"][0][0], known) == (
        ["pairs", "regular", "split"],
        NAMES[company],
        [-1, 1, -1, -1],
    )
