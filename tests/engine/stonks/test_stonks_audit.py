"""Deals, actions and facts in the words of the audit format."""

import json

import pytest
from laid_stonks import act, action_of, deal, deck, table

from engine.contract import IllegalAction, InvalidDeal
from engine.games.stonks.deal import StonksDeal
from engine.games.stonks.game import Stonks

GAME = Stonks(3)


def written(state, text: str):
    return GAME.action_to_json(GAME.actions.id_of(action_of(state, text)), state)


def test_actions_are_written_as_the_audit_format_says():
    state = table({0: "R10 B6", 1: "Y13 G6", 2: "R12 R4"})
    texts = (
        "draft R4 B9",
        "play R4",
        "speculate R4",
        "speculate R4 G",
        "adjust R +",
        "adjust R -",
        "decline",
        "pick R4",
    )
    assert [written(state, text) for text in texts] == [
        {"type": "draft", "up": "R4", "down": "B9"},
        {"type": "play", "card": "R4"},
        {"type": "speculate", "card": "R4"},
        {"type": "speculate", "card": "R4", "call": "G"},
        {"type": "adjust", "company": "R", "dir": 1},
        {"type": "adjust", "company": "R", "dir": -1},
        {"type": "adjust", "company": None},
        {"type": "pick", "card": "R4"},
    ]


def test_an_action_that_is_not_legal_is_refused():
    state = table({0: "R10 B6", 1: "Y13 G6", 2: "R12 R4"})
    with pytest.raises(IllegalAction, match="is not legal for seat 0 in play"):
        GAME.action_from_json({"type": "play", "card": "R1"}, state)


def test_a_deal_is_a_deck_a_round_by_ids():
    drawn = deal(GAME)
    data = json.loads(json.dumps(GAME.deal_to_json(drawn)))
    assert (list(data), [len(one) for one in data["decks"]], GAME.deal_from_json(data)) == (["decks"], [65] * 3, drawn)


def bad_deals():
    good = GAME.deal_to_json(deal(GAME))["decks"]
    first = good[0]
    return [
        (7, "the deal is no object"),
        ({}, "the deal has the keys none; it must have decks only"),
        ({"decks": good, "seed": 1}, "the deal has the keys decks, seed; it must have decks only"),
        ({"decks": "R1"}, "decks is 'R1'; it must be a list"),
        ({"decks": good[:2]}, "decks has 2 entries; these rules play 3 rounds"),
        ({"decks": [*good[:2], first[1:]]}, f"the deck of round 3 has 0 cards {first[0]}; it must have 1"),
        ({"decks": [*good[:2], [*first, "R1"]]}, "the deck of round 3 has 2 cards R1; it must have 1"),
        ({"decks": [*good[:2], [*first[1:], "Q1"]]}, "the deck of round 3 has a card 'Q1'; cards are R1 to O13"),
    ]


@pytest.mark.parametrize(("data", "text"), bad_deals(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_deal_that_is_none_is_refused(data, text):
    with pytest.raises(InvalidDeal) as refused:
        GAME.deal_from_json(data)
    assert str(refused.value) == text


def test_public_facts_in_the_draft():
    state = GAME.start(StonksDeal((deck(GAME, {}),) * 3))
    assert state.public_facts() == {
        "round": 1,
        "row": ["R", "Y", "B", "G", "O"],
        "values": {"R": 3, "Y": 3, "B": 3, "G": 3, "O": 3},
        "dot": "R",
        "trump": "R",
        "hand_sizes": [13, 13, 13],
        "deck_count": 26,
        "portfolios": [[], [], []],
        "speculation_unused": [True, True, True],
        "leader": None,
        "offer": None,
        "trick": None,
        "totals": [0, 0, 0],
    }


def test_public_and_private_facts_in_a_trick():
    state = act(table({0: "R10 B6", 1: "Y13 G6", 2: "R12 R4"}), "speculate B6 Y")
    public = state.public_facts()
    assert {key: public[key] for key in ("leader", "offer", "speculation_unused", "trick")} == {
        "leader": 0,
        "offer": "O13",
        "speculation_unused": [False, True, True],
        "trick": {
            "leader": 0,
            "lead_suit": "Y",
            "plays": [
                {"seat": 0, "card": None, "speculation": "lead", "cancelled": False},
                {"seat": 1, "card": "Y13", "speculation": "none", "cancelled": False},
            ],
        },
    }
    assert [state.private_facts(seat) for seat in (0, 1)] == [
        {"hand": ["R10"], "down": "R1", "hidden_lead": "B6"},
        {"hand": ["G6"], "down": "R1", "hidden_lead": None},
    ]


def test_a_cancelled_speculation_is_a_follow_that_is_cancelled():
    state = act(table({0: "R10 B6", 1: "Y13 G6", 2: "R13 R4"}), "play R10", "speculate Y13", "play R13")
    assert state.public_facts()["trick"]["plays"][1] == {
        "seat": 1,
        "card": "Y13",
        "speculation": "follow",
        "cancelled": True,
    }


def test_cards_of_a_replaced_deck_have_their_own_ids():
    cards = [
        {"id": f"{company.lower()}-{rank}", "company": company, "rank": rank, "symbols": 0, "shares": 1}
        for company in "RYB"
        for rank in range(1, 8)
    ]
    game = Stonks(2, companies=["R", "Y", "B"], hand_size={"2": 4}, cards_override=cards)
    drawn = deal(game)
    assert sorted(game.deal_to_json(drawn)["decks"][0]) == sorted(card["id"] for card in cards)
    assert game.start(drawn).private_facts(0)["hand"][0] in {card["id"] for card in cards}
