"""The parameters of section 3.2: what is accepted, and what is refused with name, value and range."""

import json

import pytest

from engine.contract import InvalidSetting
from engine.games import make_game
from engine.games.stonks.game import Stonks


def refusal(players: int = 4, **settings) -> str:
    with pytest.raises(InvalidSetting) as refused:
        Stonks(players, **settings)
    return str(refused.value)


def card(company: str, rank: int, symbols: int = 0, shares: int = 1, **more):
    return {"company": company, "rank": rank, "symbols": symbols, "shares": shares, **more}


SMALL = [card(company, rank) for company in "RY" for rank in range(1, 8)]
"""14 cards: enough for two players with hands of four."""


def test_the_defaults_are_the_house_deck():
    book = Stonks(4).rulebook
    by_company = [[book.shares[card] for card in book.all_cards if book.company[card] == c] for c in range(5)]
    doubles, singles = book.symbols.count(2), book.symbols.count(1)
    assert (len(book.all_cards), [sum(one) for one in by_company], doubles, singles) == (65, [21] * 5, 10, 15)


def test_settings_are_those_that_differ_and_the_length():
    assert Stonks(4).settings() == {"length": "short"}


def test_of_hand_size_market_and_rounds_only_the_keys_that_differ_are_settings():
    game = Stonks(4, "long", hand_size={"4": 10, "5": 10}, market={"max": 6, "min": 1}, rounds={"long": 4})
    assert game.settings() == {"length": "long", "hand_size": {"4": 10}, "market": {"max": 6}, "rounds": {"long": 4}}


def test_parameters_may_be_for_some_numbers_of_players_only():
    game = make_game("stonks", 3, {"players": {"max": 3}})
    assert game.settings() == {"length": "short", "players": {"max": 3}}
    assert make_game("stonks", 3, game.settings()) == game
    assert make_game("stonks", 3, {"players": {"min": 2, "max": 5}}) == Stonks(3)


def test_another_number_of_players_is_refused():
    with pytest.raises(InvalidSetting, match="players is 4; these settings are for 2 to 3"):
        make_game("stonks", 4, {"players": {"max": 3}})


def test_settings_make_the_same_game_again():
    game = Stonks(
        2,
        "long",
        "per_round",
        "cards",
        True,
        0,
        hand_size={"2": 4},
        companies=["R", "Y"],
        company_names={"R": "Honey"},
        cards_override=SMALL,
        market={"initial_dot": "none"},
        ruleset="mine",
    )
    again = Stonks(2, **json.loads(json.dumps(game.settings())))
    assert (again, hash(again), again.settings()) == (game, hash(game), game.settings())


def test_a_parameter_may_be_given_as_json_text():
    assert Stonks(4, market='{"max": 6}') == Stonks(4, market={"max": 6})


def test_a_replaced_deck_is_numbered_by_company_and_rank_whatever_its_order():
    deck = [card("Y", 3, id="low"), *(card("R", rank) for rank in range(9, 0, -1)), card("Y", 1)]
    book = Stonks(2, companies=["R", "Y"], hand_size={"2": 4}, cards_override=deck).rulebook
    assert book.card_names[1:] == [*(f"R{rank}" for rank in range(1, 10)), "Y1", "low"]


def test_companies_without_a_name_are_called_by_their_id():
    assert Stonks(2, companies=["R", "Q"], hand_size={"2": 4}).company_name == ("Red", "Q")


ROWS = "rotate_left_by_round"
REFUSED = [
    ({"player_range": {"min": 1}}, "players.min is 1; stonks allows 2 to 5"),
    ({"player_range": {"max": 6}}, "players.max is 6; stonks allows 2 to 5"),
    ({"player_range": {"most": 6}}, "players has no key 'most'; there are min, max"),
    ({"players": 6}, "players is 6; stonks allows 2, 3, 4, 5"),
    ({"players": True}, "players is True; stonks allows 2, 3, 4, 5"),
    ({"length": "endless"}, "length is 'endless'; stonks allows short, long"),
    ({"speculation_limit": "never"}, "speculation_limit is 'never'; stonks allows per_trick, per_round"),
    ({"score_unit": "kilos"}, "score_unit is 'kilos'; stonks allows shares, cards"),
    ({"adjust_mandatory": 1}, "adjust_mandatory is 1; stonks allows false, true"),
    ({"speculation_bonus_shares": -1}, "speculation_bonus_shares is -1; stonks allows 0 to 9"),
    ({"speculation_bonus_shares": "many"}, "speculation_bonus_shares is 'many'; stonks allows 0 to 9"),
    ({"ruleset": ""}, "ruleset is ''; stonks allows text of 1 to 64 printable characters"),
    ({"hand_size": {"4": 14}}, "hand_size.4 is 14; stonks allows 4 to 13 with 4 players and 65 cards"),
    ({"hand_size": {"4": 3}}, "hand_size.4 is 3; stonks allows 4 to 120"),
    ({"hand_size": {"7": 4}}, "hand_size has no key '7'; there are 2, 3, 4, 5"),
    ({"hand_size": 9}, "hand_size is 9; stonks allows an object with the keys 2, 3, 4, 5"),
    ({"market": {"max": 3}}, "market.max is 3; stonks allows 4 or more with min 1 and a card of two symbols"),
    ({"market": {"start": 6}}, "market.start is 6; stonks allows 1 to 5"),
    ({"market": {"min": -1}}, "market.min is -1; stonks allows 0 to 99"),
    ({"market": {"max": 0}}, "market.max is 0; stonks allows 1 to 99"),
    ({"market": {"reset_each_round": "no"}}, "market.reset_each_round is 'no'; stonks allows false, true"),
    ({"market": {"initial_dot": "R"}}, "market.initial_dot is 'R'; stonks allows first_in_row, none"),
    ({"market": {"row": "fixed"}}, f"market.row is 'fixed'; stonks allows {ROWS}"),
    ({"rounds": {"short": 0}}, "rounds.short is 0; stonks allows 1 to 20"),
    ({"rounds": {"endless": 9}}, "rounds has no key 'endless'; there are short, long"),
    ({"companies": ["R"]}, "companies has 1 entries; stonks allows 2 to 10"),
    ({"companies": ["R", "R"]}, "companies has 'R' twice; stonks allows each once"),
    ({"companies": ["R", "Y2"]}, "an entry of companies is 'Y2'; stonks allows 1 to 8 letters"),
    ({"companies": "R"}, 'companies is \'R\'; stonks allows JSON such as ["R", "Y", "B", "G", "O"]'),
    ({"company_names": {"Q": "Honey"}}, "company_names has a company 'Q'; there are R, Y, B, G, O"),
    ({"ranks": [1, 1]}, "ranks has 1 twice; stonks allows each once"),
    ({"ranks": [0]}, "an entry of ranks is 0; stonks allows 1 to 99"),
    ({"symbols_by_rank": [2]}, "symbols_by_rank has 1 entries; stonks allows one a rank, 13"),
    ({"symbols_by_rank": [3]}, "an entry of symbols_by_rank is 3; stonks allows 0 to 2"),
    ({"shares_by_rank": [0]}, "an entry of shares_by_rank is 0; stonks allows 1 to 9"),
    ({"cards_override": SMALL}, "the deck has 14 cards; stonks allows 17 or more with 4 players"),
    ({"cards_override": 7}, "cards_override is 7; stonks allows a list of 2 to 120 entries"),
    (
        {"cards_override": [*SMALL, card("R", 7)]},
        "the deck has 'R 7' twice; stonks allows each once",
    ),
    (
        {"cards_override": [*SMALL, card("R", 8, id="R1")]},
        "the deck has 'R1' twice; stonks allows each once",
    ),
    ({"cards_override": [*SMALL, card("Q", 7)]}, "cards_override[14].company is 'Q'; stonks allows R, Y, B, G, O"),
    ({"cards_override": [*SMALL, card("R", 0)]}, "cards_override[14].rank is 0; stonks allows 1 to 99"),
    ({"cards_override": [*SMALL, card("R", 8, 3)]}, "cards_override[14].symbols is 3; stonks allows 0 to 2"),
    ({"cards_override": [*SMALL, card("R", 8, 0, 0)]}, "cards_override[14].shares is 0; stonks allows 1 to 9"),
    (
        {"cards_override": [*SMALL, {"company": "R", "rank": 8}]},
        "cards_override[14] has no symbols; a card has the keys id, company, rank, symbols, shares",
    ),
    (
        {"cards_override": [*SMALL, card("R", 8, colour="red")]},
        "cards_override[14] has no key 'colour'; there are id, company, rank, symbols, shares",
    ),
]


@pytest.mark.parametrize(("settings", "text"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_setting_out_of_range_is_refused_with_name_value_and_range(settings, text):
    assert refusal(**settings) == text


def test_hands_are_checked_for_the_players_of_the_match_at_hand():
    """17.10."""
    sizes = {"2": 20, "5": 12}
    refused = "hand_size.5 is 12; stonks allows 4 to 11 with 5 players and 65 cards"
    assert (Stonks(2, hand_size=sizes).dealt, refusal(5, hand_size=sizes)) == (20, refused)


def test_a_track_of_two_values_is_enough_without_a_card_of_two_symbols():
    game = Stonks(2, symbols_by_rank=[1] * 13, market={"max": 2, "start": 1})
    assert (game.lowest_value, game.highest_value) == (1, 2)


def test_a_game_is_written_with_what_differs():
    assert repr(Stonks(3, market={"max": 6})) == "Stonks(players=3, length='short', market={'max': 6})"
