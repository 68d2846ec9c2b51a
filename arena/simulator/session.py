"""A session: one answer for each line, whatever is in it."""

import json
import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from arena.simulator.request import Refusal, Request, parse, refuse
from arena.simulator.shelf import Shelf
from arena.simulator.verbs import VERBS
from engine.contract import IllegalAction, InvalidDeal, InvalidSetting, Json
from engine.games import UnknownGame

REFUSALS: Final = (Refusal, IllegalAction, InvalidDeal, InvalidSetting, UnknownGame)

MOST_TEXT: Final = 1000
"""Letters of a refusal: it may repeat what was sent."""


class Session:
    """States live until they are dropped or the session ends.

    A bug of ours is answered too; `on_bug` is told of it with a traceback, and the session goes on. `patience` makes a
    context that raises TimeoutError after a while: what comes of an observation from outside may never end.
    """

    def __init__(
        self, on_bug: Callable[[str], None], patience: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self._shelf = Shelf()
        self._on_bug = on_bug
        self._patience = patience

    def answer(self, line: bytes) -> str:
        """The answer to a line, as one line of JSON without its end."""
        keys: Mapping[str, Json] = {}
        name: Json = None
        try:
            keys = parse(line)
            name = _id(keys)
            with nullcontext() if self._trusts(keys) else self._patience():
                return json.dumps({"id": name, "ok": self._do(Request(keys))})
        except REFUSALS as refusal:
            return _refused(name, str(refusal))
        except RecursionError:
            return _refused(name, "a line is nested too deep")
        except Exception as failure:
            return _refused(name, self._failed(keys, failure))

    def _failed(self, keys: Mapping[str, Json], failure: Exception) -> str:
        """What to say of a failure nobody foresaw: whether it is ours."""
        text = f"{type(failure).__name__}: {failure}"
        if not self._trusts(keys):
            return f"no match leads to this state: {text}"
        self._on_bug(traceback.format_exc())
        return f"a bug of ours: {text}"

    def _trusts(self, keys: Mapping[str, Json]) -> bool:
        return "observation" not in keys and self._shelf.trusts(keys.get("state"))

    def _do(self, request: Request) -> dict[str, Json]:
        verb = VERBS.get(request.verb)
        if verb is None:
            refuse("do", request.verb, f"one of {', '.join(VERBS)}")
        request.check_keys(verb.keys)
        return verb.act(self._shelf, request)


def _refused(name: Json, text: str) -> str:
    cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
    return json.dumps({"id": name, "error": cut})


def _id(keys: Mapping[str, Json]) -> Json:
    name = keys.get("id")
    if isinstance(name, bool) or not isinstance(name, int | str | None):
        refuse("id", name, "a whole number, text or null")
    return name
