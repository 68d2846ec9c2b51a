"""What can be asked: one function a verb, and the keys each has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Final

from arena.simulator.observations import observation_json
from arena.simulator.playouts import MOST_PLAYOUTS, playouts
from arena.simulator.request import MOST_BYTES, Refusal, Request, refuse
from arena.simulator.sampling import sample
from arena.simulator.shelf import MOST_STATES, Held, Shelf
from arena.simulator.tables import INTEGERS, TABLE_KEYS, game_of
from engine.contract import SPECTATOR, Action, IllegalAction, Json, Seat
from engine.envelope import read_action
from engine.games import games
from engine.simulation import numbered_deal

PROTOCOL: Final = "stockpit-sim/1"


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of request."""

    keys: Sequence[str]
    act: Callable[[Shelf, Request], dict[str, Json]]


def hello(_: Shelf, __: Request) -> dict[str, Json]:
    """What is spoken here."""
    return {
        "protocol": PROTOCOL,
        "games": {name: list(kind.player_counts) for name, kind in sorted(games().items())},
        "verbs": list(VERBS),
        "limits": {"line_bytes": MOST_BYTES, "states": MOST_STATES, "playouts": MOST_PLAYOUTS},
    }


def start(shelf: Shelf, request: Request) -> dict[str, Json]:
    """A match at its first decision, on a numbered deal or on one that is given."""
    game = game_of(request)
    if request.has("deal") == request.has("seed"):
        raise Refusal("start has either a seed or a deal")
    if request.has("deal"):
        deal = game.deal_from_json(request.mapping("deal"))
    else:
        deal = numbered_deal(game, request.whole("seed", *INTEGERS))
    return _put(shelf, Held(game, game.start(deal)))


def actions(shelf: Shelf, request: Request) -> dict[str, Json]:
    """The action table of a game, by id."""
    game = _held(shelf, request).game if request.has("state") else game_of(request)
    return {"actions": [_typed(action) for action in game.actions.actions]}


def legal(shelf: Shelf, request: Request) -> dict[str, Json]:
    """What may be played now."""
    held = _held(shelf, request)
    ids = [] if held.state.to_act is None else held.state.legal_actions()
    answer: dict[str, Json] = {**_asked(held), "legal": ids}
    if request.truth("words", default=True):
        answer["words"] = [held.game.action_to_json(action, held.state) for action in ids]
    return answer


def apply(shelf: Shelf, request: Request) -> dict[str, Json]:
    """Play an action of the seat asked, by its id or in words."""
    held = _held(shelf, request)
    if held.state.to_act is None:
        raise IllegalAction("the match is over")
    held.state.apply(_action(held, request))
    return _asked(held)


def observe(shelf: Shelf, request: Request) -> dict[str, Json]:
    """What a seat may know; without a seat the one asked, -1 a spectator."""
    held = _held(shelf, request)
    return {"observation": observation_json(held.state.observe(_seat(held, request, SPECTATOR)))}


def sample_state(shelf: Shelf, request: Request) -> dict[str, Json]:
    """A state that fits what the seat asked knows, or that fits an observation that is given."""
    return _put(shelf, sample(request, _held(shelf, request) if request.has("state") else None))


def playout(shelf: Shelf, request: Request) -> dict[str, Json]:
    """Means over random playouts; the state is left as it is."""
    held = _held(shelf, request)
    count = request.whole("n", 1, MOST_PLAYOUTS, default=1)
    return playouts(held, count, request.whole("seed", *INTEGERS))


def clone(shelf: Shelf, request: Request) -> dict[str, Json]:
    """An independent copy."""
    held = _held(shelf, request)
    return _put(shelf, Held(held.game, held.state.clone(), held.trusted))


def drop(shelf: Shelf, request: Request) -> dict[str, Json]:
    """Forget a state."""
    shelf.drop(request.whole("state", *INTEGERS))
    return {"states": len(shelf)}


def public(shelf: Shelf, request: Request) -> dict[str, Json]:
    """What everyone may know, in the words of the audit format."""
    return {"public": _held(shelf, request).state.public_facts()}


def private(shelf: Shelf, request: Request) -> dict[str, Json]:
    """What only a seat knows, in the words of the audit format."""
    held = _held(shelf, request)
    return {"private": held.state.private_facts(_seat(held, request, 0))}


def scores(shelf: Shelf, request: Request) -> dict[str, Json]:
    """Scores and places as they stand; final once the match is over."""
    held = _held(shelf, request)
    return {**_asked(held), "scores": held.state.scores(), "places": held.state.places()}


def _held(shelf: Shelf, request: Request) -> Held:
    return shelf.get(request.whole("state", *INTEGERS))


def _put(shelf: Shelf, held: Held) -> dict[str, Json]:
    return {"state": shelf.put(held), **_asked(held)}


def _asked(held: Held) -> dict[str, Json]:
    """Whom the state asks, and in which phase; nobody once the match is over."""
    over = held.state.to_act is None
    return {"seat": held.state.to_act, "phase": None if over else held.state.phase(), "over": over}


def _seat(held: Held, request: Request, least: Seat) -> Seat:
    return request.whole("seat", least, held.game.players - 1, default=held.state.to_act)


def _action(held: Held, request: Request) -> int:
    if isinstance(request.value("action"), dict):
        return read_action(held.game, request.mapping("action"), held.state)
    if not isinstance(request.value("action"), int):
        refuse("action", request.value("action"), "an id of legal, or an action in words")
    return request.whole("action", 0, len(held.game.actions) - 1)


def _typed(action: Action) -> dict[str, Json]:
    """An action by the names of its fields; its type as in the proto, in small letters."""
    name = "".join("_" + letter.lower() if letter.isupper() else letter for letter in type(action).__name__)
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    return {"type": name.strip("_")} | {
        key: int(value) if isinstance(value, IntEnum) else value for key, value in values.items()
    }


VERBS: Final = {
    "hello": Verb((), hello),
    "start": Verb((*TABLE_KEYS, "seed", "deal"), start),
    "actions": Verb(("state", *TABLE_KEYS), actions),
    "legal": Verb(("state", "words"), legal),
    "apply": Verb(("state", "action"), apply),
    "observe": Verb(("state", "seat"), observe),
    "sample": Verb(("state", "seed", *TABLE_KEYS, "observation"), sample_state),
    "playout": Verb(("state", "n", "seed"), playout),
    "clone": Verb(("state",), clone),
    "drop": Verb(("state",), drop),
    "public": Verb(("state",), public),
    "private": Verb(("state", "seat"), private),
    "scores": Verb(("state",), scores),
}
"""By the word that stands at `do`."""
