"""Deals: drawn from a labelled stream per purpose, written in the words of the audit format, checked at the door."""

from copy import deepcopy
from dataclasses import replace

import pytest
from laid_stockpile import deal

from engine.contract import Deal, InvalidDeal
from engine.games.stockpile import Stockpile
from engine.market.cards import COPIES
from engine.streams import Streams, seed_of

GAME = Stockpile(3)
JSON = GAME.deal_to_json(deal(3))


def refusal(data) -> str:
    with pytest.raises(InvalidDeal) as refused:
        GAME.deal_from_json(data)
    return str(refused.value)


def changed(key, value):
    return {**deepcopy(JSON), key: value}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_starting_shares_and_deck_are_the_whole_market_deck(players):
    drawn = Stockpile(players).deal(Streams(seed_of("deal", players)))
    cards = [*drawn.starting_shares, *drawn.market_deck]
    assert (tuple(map(cards.count, range(11))), len(set(drawn.starting_shares))) == (COPIES, players)


def test_each_purpose_has_a_stream_of_its_own():
    labels = []

    def draw(label: str, n: int) -> int:
        if label not in labels:
            labels.append(label)
        return 0

    GAME.deal(draw)
    rounds = [f"{what}/{number}" for number in range(1, 8) for what in ("companies", "forecasts")]
    assert sorted(labels) == sorted(["first", "starting_shares", "market_deck", *rounds])


def test_equal_seeds_give_equal_deals():
    assert GAME.deal(Streams(seed_of("same"))) == GAME.deal(Streams(seed_of("same")))


def test_a_deal_in_json_has_the_words_of_the_audit_format():
    first = JSON["rounds"][0]
    assert (
        sorted(JSON),
        len(JSON["rounds"]),
        sorted(first),
        [len(first[key]) for key in ("private", "public", "blind")],
    ) == (
        ["first", "market_deck", "rounds", "starting_shares"],
        7,
        ["blind", "private", "public"],
        [3, 1, 2],
    )


def test_a_deal_survives_being_written_and_read():
    assert GAME.deal_from_json(JSON) == deal(3)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "the deal is no object"),
        (changed("first", 3), "first is 3; seats are 0 to 2"),
        (changed("first", True), "first is True; it must be the number of a seat"),
        (changed("extra", 1), "the deal has a key 'extra'; keys are first, starting_shares, market_deck, rounds"),
        (changed("starting_shares", ["AA", "BB"]), "starting_shares has 2 entries; there are 3 seats"),
        (
            changed("starting_shares", ["AA", "AA", "BB"]),
            "starting_shares must be of different companies, not AA, AA, BB",
        ),
        (
            changed("starting_shares", ["AA", "boom", "BB"]),
            "starting_shares names 'boom'; there are AA, BB, CC, EE, LL, SS",
        ),
        (changed("market_deck", JSON["market_deck"][1:]), "market_deck has"),
        (changed("market_deck", "AA"), "market_deck is 'AA'; it must be a list"),
        (changed("rounds", JSON["rounds"][1:]), "rounds has 6 entries; 3 players play 7"),
        (changed("rounds", [{"private": []}] * 7), "an entry of rounds must have the keys private, public and blind"),
        (
            changed("rounds", [{**JSON["rounds"][0], "blind": []}] * 7),
            "blind has 0 pairs; it must have 2",
        ),
        (
            changed("rounds", [{**JSON["rounds"][0], "public": [["AA", 3]]}] * 7),
            "['AA', 3] is no pair; one looks like [\"AA\", 4]",
        ),
        (
            changed("rounds", [{**JSON["rounds"][0], "public": [JSON["rounds"][0]["blind"][0]]}] * 7),
            "round 1 must pair each company once",
        ),
    ],
)
def test_what_is_wrong_with_a_deal_is_named(data, text):
    assert text in refusal(data)


def test_a_deal_of_another_number_of_players_is_refused():
    with pytest.raises(InvalidDeal, match="starting_shares has 3 entries; there are 4 seats"):
        Stockpile(4).start(deal(3))


def test_a_deck_with_an_unknown_card_is_refused():
    wrong = replace(deal(3), market_deck=(*deal(3).market_deck, 11))
    with pytest.raises(InvalidDeal, match="market_deck has a card of kind 11; kinds are 0 to 10"):
        GAME.start(wrong)


def test_a_deal_of_another_game_is_refused():
    with pytest.raises(InvalidDeal, match="a Deal is no deal of stockpile"):
        GAME.start(Deal())
