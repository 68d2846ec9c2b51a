"""Deals and matches with investors in the words of the audit format."""

from copy import deepcopy

import pytest
from laid_stockpile import deal

from engine.contract import InvalidDeal
from engine.envelope import envelope_of, replay_json, transcript_of
from engine.games.stockpile import Stockpile
from engine.market.investors import INVESTORS
from engine.streams import Streams, seed_of
from engine.testing.playthrough import playthrough
from engine.transcript import Transcript

GAME = Stockpile(3, investors=True)
JSON = GAME.deal_to_json(deal(3, investors=True))


def changed(key, value):
    return {**deepcopy(JSON), key: value}


def random_transcript(game, seed) -> Transcript:
    draw = Streams(seed_of("audit", seed))
    drawn = game.deal(draw)
    state = game.start(drawn)
    decisions = []
    while state.to_act is not None:
        legal = state.legal_actions()
        action = legal[draw("choices", len(legal))]
        decisions.append((state.to_act, action))
        state.apply(action)
    return Transcript(
        game.name, game.players, game.settings(), game.rules_version, game.deal_to_json(drawn), tuple(decisions)
    )


def test_a_deal_names_the_investors_of_each_seat():
    names = [[INVESTORS[investor] for investor in hand] for hand in deal(3, investors=True).investors]
    assert JSON["investors"] == names


def test_a_deal_with_investors_survives_being_written_and_read():
    assert GAME.deal_from_json(JSON) == deal(3, investors=True)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({key: value for key, value in JSON.items() if key != "investors"}, "investors is None; it must be a list"),
        (changed("investors", JSON["investors"][1:]), "investors has 2 entries; there must be 3"),
        (changed("investors", [["bill"], *JSON["investors"][1:]]), "investors of seat 0 has 1 cards; it must have 2"),
        (changed("investors", [["bill", "sam"], *JSON["investors"][1:]]), "investors names 'sam'; there are bill, "),
        (changed("investors", [JSON["investors"][0]] * 3), "twice"),
        (changed("extra", 1), "keys are first, starting_shares, market_deck, rounds, investors"),
    ],
)
def test_what_is_wrong_with_the_investors_of_a_deal_is_named(data, text):
    with pytest.raises(InvalidDeal) as refused:
        GAME.deal_from_json(data)
    assert text in str(refused.value)


def test_a_deal_with_investors_is_none_of_the_plain_game():
    with pytest.raises(InvalidDeal, match="investors has 3 entries; there must be 0"):
        Stockpile(3).start(deal(3, investors=True))


def test_a_plain_deal_is_none_of_the_game_with_investors():
    with pytest.raises(InvalidDeal, match="investors has 0 entries; there must be 3"):
        GAME.start(deal(3))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_match_is_read_back_from_its_envelope(players):
    transcript = random_transcript(Stockpile(players, "advanced", True), players)
    assert transcript_of(envelope_of(transcript)) == transcript


def test_the_steps_of_the_choice_show_no_investor_before_all_have_chosen():
    envelope = envelope_of(random_transcript(GAME, 3))
    steps = replay_json(envelope)["steps"][:3]
    chosen = [entry["action"]["investors"] for entry in envelope["actions"][:3]]
    assert [step["phase"] for step in steps] == ["investors"] * 3
    assert [step["public"]["investors"] for step in steps] == [[[], [], []], [[], [], []], chosen]
    assert [step["public"]["round"] for step in steps] == [0, 0, 1]
    assert [step["private"][0]["investors_chosen"] for step in steps] == [chosen[0]] * 3
    assert [step["private"][0]["pairs"] for step in steps][:2] == [[], []]


def test_two_players_keep_two_named_in_the_order_of_the_format():
    envelope = envelope_of(random_transcript(Stockpile(2, investors=True), 2))
    kept = envelope["actions"][0]["action"]["investors"]
    assert (len(kept), kept) == (2, sorted(kept, key=INVESTORS.index))


def test_every_action_and_event_of_a_match_has_words():
    assert all(len(line) < 200 for line in playthrough(Stockpile(5, "advanced", True), "words").splitlines())
