"""Whatever is sent, each line is answered by one line, and nothing that is sent is taken for a bug of ours."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.cli.stdio import patience
from arena.simulator.session import Session
from arena.simulator.verbs import VERBS
from engine.games import games, make_game
from engine.simulation import numbered_deal

NUMBERS = st.integers(-3, 130) | st.integers()
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
NAMES = sorted(games())


def impatience():
    return patience(2)


def seen_by_first(name, seed):
    game = make_game(name, 3)
    state = game.start(numbered_deal(game, seed))
    for _ in range(seed % 40):
        state.apply(state.legal_actions()[seed % 2])
    return json.loads(json.dumps(vars(state.observe(state.to_act))))


OBSERVATIONS = [seen_by_first(name, seed) for name in NAMES for seed in (1, 17, 38)]


@st.composite
def mangled(draw):
    """An observation of which a few numbers are others."""
    seen = dict(draw(st.sampled_from(OBSERVATIONS)))
    for name in draw(st.lists(st.sampled_from(sorted(seen)), max_size=3)):
        value = seen[name]
        if isinstance(value, list) and value:
            value = list(value)
            value[draw(st.integers(0, len(value) - 1))] = draw(st.integers(-2, 12))
            seen[name] = value[draw(st.integers(0, 1)) :]
        else:
            seen[name] = draw(st.integers(-2, 12))
    return seen


VALUES = {
    "id": NUMBERS | st.text(max_size=3),
    "do": st.sampled_from(sorted(VERBS)),
    "game": st.sampled_from(NAMES),
    "players": st.integers(2, 5),
    "settings": st.dictionaries(st.sampled_from(["investors", "board", "length", "market", "x"]), JSON, max_size=2),
    "seed": st.integers(0, 9),
    "deal": JSON,
    "state": st.integers(0, 9),
    "words": st.booleans(),
    "action": st.integers(0, 4700) | st.just({"type": "done"}) | JSON,
    "seat": st.integers(-1, 4),
    "n": st.integers(1, 3),
    "observation": mangled() | JSON,
}


@st.composite
def requests(draw):
    """A request whose keys are mostly right; now and then one is anything."""
    verb = draw(VALUES["do"])
    keys = {name: draw(VALUES[name]) for name in VERBS[verb].keys if draw(st.integers(0, 4))}
    if verb == "start":
        keys.pop(draw(st.sampled_from(["seed", "deal"])), None)
    if verb == "sample" and draw(st.booleans()):
        keys = {name: value for name, value in keys.items() if name in ("state", "seed")}
    for name in draw(st.lists(st.sampled_from(sorted(VALUES)), max_size=1)):
        keys[name] = draw(JSON)
    return json.dumps({"id": draw(VALUES["id"]), "do": verb} | keys).encode()


@given(st.lists(requests() | st.binary(max_size=40) | JSON.map(lambda value: json.dumps(value).encode()), max_size=30))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_line_has_one_answer_and_the_session_goes_on(lines):
    bugs = []
    session = Session(bugs.append, impatience)
    for line in [b'{"do": "start", "game": "stockpile", "players": 3, "seed": 1}', *lines]:
        answer = session.answer(line)
        assert "\n" not in answer
        assert list(json.loads(answer)) in (["id", "ok"], ["id", "error"])
    assert bugs == []
    assert list(json.loads(session.answer(b'{"do": "hello"}'))) == ["id", "ok"]


@given(mangled(), st.integers(0, 9))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_observation_from_elsewhere_makes_a_state_that_shows_it_or_none(seen, seed):
    bugs = []
    session = Session(bugs.append, impatience)

    def ask(do, **keys):
        return json.loads(session.answer(json.dumps({"do": do, **keys}).encode()))

    for name in NAMES:
        made = ask("sample", game=name, players=3, observation=seen, seed=seed).get("ok")
        if made is not None:
            assert ask("observe", state=made["state"])["ok"]["observation"] == seen
            ask("playout", state=made["state"], n=2, seed=seed)
            ask("legal", state=made["state"])
            ask("public", state=made["state"])
    assert bugs == []
