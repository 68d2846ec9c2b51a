"""The audit envelope: plain JSON there and back, and what a replay of it prints."""

import json
from copy import deepcopy

import pytest
from playing import random_transcript

from engine.contract import InvalidDeal
from engine.envelope import InvalidEnvelope, deal_envelope, deal_of, envelope_of, replay_json, transcript_of
from engine.games import games, make_game
from engine.simulation import numbered_deal
from engine.testing.settings import covering
from engine.transcript import TranscriptMismatch, final_state

GAMES = [game for name in sorted(games()) for game in covering(games()[name])]
GAME = make_game("stockpile", 4)
PLAYED = random_transcript(GAME, "envelope")
ENVELOPE = json.loads(json.dumps(envelope_of(PLAYED)))


def changed(**entries):
    return {**deepcopy(ENVELOPE), **entries}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_match_survives_being_written_as_an_envelope_and_read(game):
    played = random_transcript(game, f"envelope {game}")
    assert transcript_of(json.loads(json.dumps(envelope_of(played)))) == played


def test_an_envelope_has_these_keys():
    assert sorted(ENVELOPE) == ["actions", "deal", "faults", "format", "game", "players", "rules_version", "settings"]


def test_a_replay_prints_every_step_then_scores_and_places():
    printed = json.loads(json.dumps(replay_json(ENVELOPE)))
    final = final_state(PLAYED)
    actions = [{"seat": step["seat"], "action": step["action"]} for step in printed["steps"]]
    assert (actions, printed["scores"], printed["places"]) == (
        ENVELOPE["actions"],
        list(final.scores()),
        list(final.places()),
    )


def test_every_step_names_its_phase_all_legal_actions_and_all_facts():
    step = replay_json(ENVELOPE)["steps"][0]
    assert (sorted(step), step["phase"], len(step["legal"]), len(step["private"])) == (
        ["action", "legal", "phase", "private", "public", "seat"],
        "supply",
        32,
        4,
    )


def test_public_facts_have_the_keys_of_the_audit_format():
    step = replay_json(ENVELOPE)["steps"][0]
    assert sorted(step["public"]) == sorted(
        [
            "round",
            "turn_order",
            "cash",
            "debts",
            "action_cards",
            "index",
            "price",
            "standing",
            "deck_size",
            "discard",
            "cards_held",
            "piles",
        ]
    )


def test_private_facts_have_the_keys_of_the_audit_format():
    step = replay_json(ENVELOPE)["steps"][0]
    keys = ["pairs", "hand", "regular", "split", "known_face_down", "investors_chosen", "peeked"]
    assert [sorted(private) for private in step["private"]] == [sorted(keys)] * 4


def test_legal_actions_are_all_different_in_words():
    steps = replay_json(ENVELOPE)["steps"]
    assert all(len({json.dumps(action) for action in step["legal"]}) == len(step["legal"]) for step in steps)


@pytest.mark.parametrize(
    ("envelope", "error", "text"),
    [
        ([], InvalidEnvelope, "an envelope is a JSON object"),
        ({}, InvalidEnvelope, "the envelope has no 'format'"),
        (changed(format="other/1"), InvalidEnvelope, "format is 'other/1'"),
        (changed(players="4"), InvalidEnvelope, "players is '4'; it must be a whole number"),
        (changed(deal=[]), InvalidEnvelope, r"deal is \[\]; it must be an object"),
        (changed(deal={}), InvalidDeal, "first is None"),
        (changed(actions=ENVELOPE["actions"][1:]), TranscriptMismatch, "decision 0 is of seat"),
        (changed(actions=ENVELOPE["actions"][:-1]), TranscriptMismatch, "is missing: seat"),
        (changed(actions=[*ENVELOPE["actions"], {"seat": 1, "action": {}}]), TranscriptMismatch, "is left over"),
        (changed(actions=[{"seat": 1}]), InvalidEnvelope, "decision 0 must have the keys seat and action"),
    ],
)
def test_what_is_wrong_with_an_envelope_is_named(envelope, error, text):
    with pytest.raises(error, match=text):
        transcript_of(envelope)


def test_an_action_that_cannot_be_played_is_named_with_its_decision():
    wrong = deepcopy(ENVELOPE)
    wrong["actions"][0]["action"] = {"type": "done"}
    with pytest.raises(TranscriptMismatch, match=r"decision 0 of seat \d: \{'type': 'done'\} is not legal"):
        transcript_of(wrong)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_deal_alone_is_an_envelope_and_read_back(game):
    deal = numbered_deal(game, 5)
    envelope = json.loads(json.dumps(deal_envelope(game, deal)))
    assert (envelope["actions"], deal_of(envelope)) == ([], (game, deal))


def test_the_deal_of_a_match_is_that_on_which_it_was_played():
    assert deal_of(ENVELOPE) == (GAME, GAME.deal_from_json(PLAYED.deal))


@pytest.mark.parametrize("almost", [True, 1.0])
def test_what_python_has_equal_to_one_is_no_one(almost):
    at, entry = next((at, one) for at, one in enumerate(ENVELOPE["actions"]) if one["action"].get("track") == 1)
    wrong = deepcopy(ENVELOPE)
    wrong["actions"][at]["action"]["track"] = almost
    with pytest.raises(TranscriptMismatch, match=f"decision {at} of seat {entry['seat']}: .* is not legal"):
        transcript_of(wrong)
