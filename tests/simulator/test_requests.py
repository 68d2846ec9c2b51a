"""The engine as JSON lines: what each request answers."""

import json
from dataclasses import fields

import pytest

from arena.cli.stdio import patience
from arena.simulator.session import Session
from arena.simulator.verbs import VERBS, Verb
from engine.games import games, make_game
from engine.simulation import numbered_deal, random_match
from engine.transcript import final_state

EVERY_TABLE = [(name, players) for name, kind in sorted(games().items()) for players in kind.player_counts]


class Client:
    """A session and what its requests answer."""

    def __init__(self):
        self.bugs = []
        self.session = Session(self.bugs.append)

    def ask(self, do, **keys):
        answer = json.loads(self.session.answer(json.dumps({"id": 7, "do": do, **keys}).encode()))
        assert (answer.pop("id"), self.bugs) == (7, [])
        return answer

    def ok(self, do, **keys):
        answer = self.ask(do, **keys)
        assert list(answer) == ["ok"], answer
        return answer["ok"]

    def start(self, game="stonks", players=3, seed=1, **keys):
        return self.ok("start", game=game, players=players, seed=seed, **keys)["state"]


@pytest.fixture
def client():
    return Client()


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_a_match_is_played_by_ids_and_by_words_to_the_same_end(name, players, client):
    game = make_game(name, players)
    transcript = random_match(game, 5)
    by_id = client.start(name, players, 5)
    by_words = client.ok("clone", state=by_id)["state"]
    for seat, action in transcript.decisions:
        legal = client.ok("legal", state=by_words)
        words = dict(zip(legal["legal"], legal["words"], strict=True))[action]
        assert legal["seat"] == seat
        told = client.ok("apply", state=by_id, action=action)
        assert client.ok("apply", state=by_words, action=words) == told
    final = final_state(transcript)
    end = {
        "seat": None,
        "phase": None,
        "over": True,
        "scores": list(final.scores()),
        "places": list(final.places()),
    }
    assert [client.ok("scores", state=state) for state in (by_id, by_words)] == [end, end]
    assert client.ok("legal", state=by_id)["legal"] == []


def test_a_match_starts_on_a_deal_that_is_given(client):
    game = make_game("stockpile", 4)
    deal = game.deal_to_json(numbered_deal(game, 9))
    given = client.ok("start", game="stockpile", players=4, deal=json.loads(json.dumps(deal)))["state"]
    drawn = client.start("stockpile", 4, 9)
    assert client.ok("private", state=given, seat=2) == client.ok("private", state=drawn, seat=2)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_an_observation_has_its_fields_by_name_and_a_sampled_state_shows_the_same(name, players, client):
    state = client.start(name, players)
    seen = client.ok("observe", state=state)["observation"]
    by_state = client.ok("sample", state=state, seed=3)["state"]
    by_object = client.ok("sample", game=name, players=players, observation=seen, seed=3)["state"]
    assert list(seen) == [field.name for field in fields(games()[name].observation_type)]
    assert [client.ok("observe", state=one)["observation"] for one in (by_state, by_object)] == [seen, seen]


def test_samples_differ_in_what_is_hidden(client):
    state = client.start("stonks", 3)
    sampled = [client.ok("sample", state=state, seed=seed)["state"] for seed in (1, 1, 2)]
    hands = [client.ok("private", state=one, seat=1)["private"]["hand"] for one in sampled]
    assert (hands[0] == hands[1], hands[0] == hands[2]) == (True, False)


def test_a_seat_other_than_the_one_asked_and_a_spectator_are_shown_what_they_know(client):
    state = client.start("stonks", 3)
    seats = [client.ok("observe", state=state, seat=seat)["observation"] for seat in (-1, 0, 1, 2)]
    assert [(seen["seat"], len(seen["hand"])) for seen in seats] == [(-1, 0), (0, 13), (1, 13), (2, 13)]


def test_playouts_give_means_and_leave_the_state_as_it_is(client):
    state = client.start("stonks", 2)
    before = client.ok("legal", state=state)
    one, again, other = (client.ok("playout", state=state, n=20, seed=seed) for seed in (1, 1, 2))
    assert (one["n"], one == again, one == other, sum(one["places"])) == (20, True, False, pytest.approx(3, abs=0.5))
    assert client.ok("legal", state=state) == before


def test_an_action_table_has_the_type_and_the_fields_of_each_id(client):
    table = client.ok("actions", game="stockpile", players=4)["actions"]
    game = make_game("stockpile", 4)
    assert len(table) == len(game.actions)
    assert table[0] == {"type": "place", "up": 0, "up_pile": 0, "down": 0, "down_pile": 0}
    assert client.ok("actions", state=client.start("stockpile", 4))["actions"] == table


def test_a_dropped_state_is_gone_and_its_handle_is_not_given_again(client):
    first = client.start()
    assert client.ok("drop", state=first) == {"states": 0}
    assert client.ask("legal", state=first) == {
        "error": f"there is no state {first}; start, sample and clone give handles"
    }
    assert client.start() == first + 1


def test_hello_says_what_is_spoken_here(client):
    told = client.ok("hello")
    assert told["protocol"] == "stockpit-sim/1"
    assert told["games"] == {name: list(kind.player_counts) for name, kind in sorted(games().items())}


GAMES = ", ".join(sorted(games()))
REFUSED = {
    "unknown verb": (
        {"do": "chess"},
        "do is 'chess'; it must be one of hello, start, actions, legal, apply, observe, sample, playout, clone, drop, "
        "public, private, scores",
    ),
    "no verb": ({}, "do is missing; it must be text"),
    "unknown key": ({"do": "drop", "handle": 1}, "drop has no key 'handle'; keys are state"),
    "a key too many": ({"do": "hello", "state": 1}, "hello has no key 'state'; keys are none but id and do"),
    "unknown game": ({"do": "start", "game": "chess", "players": 3, "seed": 1}, f"no game 'chess'; there are {GAMES}"),
    "too many players": (
        {"do": "start", "game": "stonks", "players": 6, "seed": 1},
        "players is 6; stonks allows 2, 3, 4, 5",
    ),
    "no number": (
        {"do": "start", "game": "stonks", "players": True, "seed": 1},
        "players is true; it must be a whole number from 1 to 99",
    ),
    "neither seed nor deal": ({"do": "start", "game": "stonks", "players": 3}, "start has either a seed or a deal"),
    "both": (
        {"do": "start", "game": "stonks", "players": 3, "seed": 1, "deal": {}},
        "start has either a seed or a deal",
    ),
    "no deal": (
        {"do": "start", "game": "stonks", "players": 3, "deal": {}},
        "the deal has the keys none; it must have decks only",
    ),
    "no settings": (
        {"do": "start", "game": "stonks", "players": 3, "seed": 1, "settings": []},
        "settings is []; it must be an object",
    ),
    "no handle": ({"do": "legal"}, "state is missing; it must be a whole number from "),
    "a bad handle": ({"do": "legal", "state": 99}, "there is no state 99; start, sample and clone give handles"),
    "no action": ({"do": "apply", "state": 1}, "action is missing; it must be an id of legal, or an action in words"),
    "an unknown id": (
        {"do": "apply", "state": 1, "action": 10**6},
        "action is 1000000; it must be a whole number from",
    ),
    "an illegal id": ({"do": "apply", "state": 1, "action": 4000}, "action 4000 Draft("),
    "an illegal word": (
        {"do": "apply", "state": 1, "action": {"type": "done"}},
        "{'type': 'done'} is not legal for seat 0 in draft",
    ),
    "no seat": ({"do": "observe", "state": 1, "seat": 3}, "seat is 3; it must be a whole number from -1 to 2"),
    "too many playouts": (
        {"do": "playout", "state": 1, "seed": 1, "n": 10**6},
        "n is 1000000; it must be a whole number from 1 to 10000",
    ),
    "an empty observation": (
        {"do": "sample", "game": "stonks", "players": 3, "observation": {}, "seed": 1},
        "field seat is missing; it must be of whole numbers from -1 to 2",
    ),
    "an unknown field": (
        {"do": "sample", "game": "stonks", "players": 3, "observation": {"x": 1}, "seed": 1},
        "an observation of stonks has no field 'x'; fields are seat, round, ",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_with_a_request_is_named_with_what_is_allowed(case, client):
    client.start("stonks", 3)
    keys, text = REFUSED[case]
    answer = json.loads(client.session.answer(json.dumps({"id": "a", **keys}).encode()))
    assert (list(answer), answer["id"], client.bugs) == (["id", "error"], "a", [])
    assert answer["error"].startswith(text)


NO_REQUESTS = {
    "nothing": (b"", "a line is not JSON: "),
    "no JSON": (b"legal 1", "a line is not JSON: "),
    "no text": (b"\xff\xfe{}", "a line is not JSON: "),
    "no object": (b"[1, 2]", "a request is a JSON object such as {'id': 1, 'do': 'hello'}, not [1, 2]"),
    "no number": (b'{"id": NaN}', "a line is not JSON: NaN is no number of JSON"),
    "endless": (b'{"id": 1e999}', "id is Infinity; it must be a whole number, text or null"),
    "a huge number": (b'{"id": ' + b"9" * 5000 + b"}", "a line is not JSON: "),
    "no id": (b'{"id": [], "do": "hello"}', "id is []; it must be a whole number, text or null"),
    "nested": (b"[" * 100_000, "a line is nested too deep"),
    "nested settings": (
        b'{"do": "start", "game": "stonks", "players": 3, "seed": 1, "settings": ' + b'{"x":' * 5000,
        "a line is nested too deep",
    ),
    "too long": (b" " * 2_000_000, "a line has more than 1048576 bytes"),
}


@pytest.mark.parametrize("case", NO_REQUESTS)
def test_a_line_that_is_no_request_is_answered_and_the_session_goes_on(case, client):
    line, text = NO_REQUESTS[case]
    answer = json.loads(client.session.answer(line))
    assert (list(answer), answer["id"], client.bugs) == (["id", "error"], None, [])
    assert answer["error"].startswith(text)
    assert client.ok("hello")


def test_an_observation_that_no_match_leads_to_is_refused(client):
    seen = client.ok("observe", state=client.start("stonks", 3))["observation"]
    crowded = seen | {"hand": [1] * 13}
    told = client.ask("sample", game="stonks", players=3, observation=crowded, seed=1)
    assert told["error"].startswith("no match ")


def test_a_state_that_came_of_an_observation_may_not_take_for_ever(client):
    seen = client.ok("observe", state=client.start("stonks", 3))["observation"]
    client.session = Session(client.bugs.append, lambda: patience(0.05))
    made = client.ok("sample", game="stonks", players=3, observation=seen, seed=1)["state"]
    told = client.ask("playout", state=made, n=10_000, seed=1)
    assert told == {"error": "no match leads to this state: TimeoutError: no answer within 0.05 s"}
    assert client.ok("playout", state=client.start("stonks", 3), n=100, seed=1)["n"] == 100


def test_a_bug_of_ours_is_answered_and_told_and_the_session_goes_on(monkeypatch):
    told = []
    session = Session(told.append)
    monkeypatch.setitem(VERBS, "hello", Verb((), lambda shelf, request: {}["gone"]))
    answer = json.loads(session.answer(b'{"id": 1, "do": "hello"}'))
    again = json.loads(session.answer(b'{"id": 2, "do": "start", "game": "stonks", "players": 2, "seed": 1}'))
    assert (answer, list(again)) == ({"id": 1, "error": "a bug of ours: KeyError: 'gone'"}, ["id", "ok"])
    assert [text.splitlines()[-1] for text in told] == ["KeyError: 'gone'"]
