"""The page on the audit format against random matches of every game; its examples are replayed."""

import json
import re
from pathlib import Path

import pytest
from shapes import Match, read

from engine.envelope import deal_envelope, deal_of, envelope_of, replay_json
from engine.games import games, make_game
from engine.market.cards import CARD_NAMES, COMPANIES
from engine.market.investors import INVESTORS
from engine.simulation import numbered_deal, random_match
from engine.testing.settings import covering
from engine.transcript import replay

PAGE = (Path(__file__).parents[2] / "docs" / "audit.md").read_text()
BLOCKS = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)]
GAMES = [game for name in sorted(games()) for game in covering(games()[name])]
MATCHES = 1


def section(title):
    return re.split(r"^##+ ", PAGE.split(f"# {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def table(title):
    """The rows of a section: first cell, shape (or shapes), and whether there may be none of it."""
    rows = re.findall(r"^\| (.*?) \| `(.*)` \| ?(.*) ?\|$", section(title), re.MULTILINE)
    assert rows, title
    return [(name.strip("`"), read(shape.replace("`", "")), note.startswith("With ")) for name, shape, note in rows]


def misfits(value, rows, match):
    """Keys that are missing, not told or of another shape."""
    shapes = {name: shape for name, shape, _ in rows}
    needed = {name for name, _, optional in rows if not optional}
    wrong = [name for name in value if name not in shapes or not shapes[name](value[name], match)]
    return {*wrong, *(needed - set(value))}


def match_of(game):
    if game.name == "stonks":
        return Match(game.players, game.company_id, game.card_id[1:], sizes={"rounds": game.match_rounds})
    sizes = {"rounds": game.rounds, "tracks": getattr(game, "tracks", game.players)}
    return Match(game.players, COMPANIES, CARD_NAMES, INVESTORS, sizes)


@pytest.fixture(scope="module", params=GAMES, ids=str)
def played(request):
    """Some random matches of a game: envelope, replay and what words mean there, as plain JSON."""
    game = request.param
    envelopes = [json.loads(json.dumps(envelope_of(random_match(game, seed)))) for seed in range(MATCHES)]
    return game, [(one, json.loads(json.dumps(replay_json(one))), match_of(game)) for one in envelopes]


def test_envelopes_have_the_keys_of_the_page_in_their_shapes(played):
    game, matches = played
    for envelope, _, match in matches:
        assert misfits(envelope, table("Envelope"), match) == set()
        assert misfits(envelope["deal"], table(f"{game.title}: deal"), match) == set()


def test_replays_have_the_keys_of_the_page_in_their_shapes(played):
    game, matches = played
    phases = set(re.findall(r"`(\w+)`", section(f"{game.title}: phases").strip().split("\n\n")[0]))
    print_, step_ = (rows := table("What `arena replay --json` prints"))[:3], rows[3:]
    public, private = table(f"{game.title}: public"), table(f"{game.title}: private")
    for _, printed, match in matches:
        assert misfits(printed, print_, match) == set()
        for step in printed["steps"]:
            assert misfits(step, step_, match) == set()
            assert step["phase"] in phases
            assert step["action"] in step["legal"]
            assert (misfits(step["public"], public, match), step["public"]) == (set(), step["public"])
            for facts in step["private"]:
                assert (misfits(facts, private, match), facts) == (set(), facts)


def test_every_legal_action_is_one_of_the_page(played):
    game, matches = played
    shapes = [shape for _, shape, _ in table(f"{game.title}: actions")]
    for _, printed, match in matches:
        legal = {json.dumps(action) for step in printed["steps"] for action in step["legal"]}
        assert [one for one in legal if not any(shape(json.loads(one), match) for shape in shapes)] == []


@pytest.mark.parametrize("name", sorted(games()))
def test_every_action_and_phase_of_the_page_is_met_in_some_match(name):
    title = games()[name].title
    missing = {one: shape for one, shape, _ in table(f"{title}: actions")}
    phases = set(re.findall(r"`(\w+)`", section(f"{title}: phases").strip().split("\n\n")[0]))
    for seed in range(8):
        for game in covering(games()[name]):
            transcript = random_match(game, seed)
            match = match_of(game)
            for step in replay(transcript):
                phases.discard(step.before.phase())
                action = game.action_to_json(step.action, step.before)
                for one in [one for one, shape in missing.items() if shape(action, match)]:
                    del missing[one]
        if not missing and not phases:
            break
    assert (missing, phases) == ({}, set())


def test_the_whole_match_of_the_page_is_that_of_its_command_and_replays_as_it_says():
    envelope, step, _ = BLOCKS
    game = make_game("stonks", 2, {"hand_size": {"2": 4}, "rounds": {"short": 1}})
    printed = json.loads(json.dumps(replay_json(envelope)))
    assert envelope == json.loads(json.dumps(envelope_of(random_match(game, 7))))
    assert step == printed["steps"][2]
    assert f"prints scores `{printed['scores']}`, places `{printed['places']}`" in PAGE


def test_the_deal_of_the_page_is_that_of_its_command():
    game = make_game("stockpile", 2, {"investors": True})
    deal = numbered_deal(game, 7)
    assert (BLOCKS[2], deal_of(BLOCKS[2])) == (json.loads(json.dumps(deal_envelope(game, deal))), (game, deal))
