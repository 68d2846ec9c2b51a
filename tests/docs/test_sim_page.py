"""The page on the engine as JSON lines: its session is played, its table is that of the code."""

import re
from pathlib import Path

from arena.cli.stdio import PATIENCE_S
from arena.simulator.playouts import MOST_PLAYOUTS
from arena.simulator.request import MOST_BYTES
from arena.simulator.session import Session
from arena.simulator.shelf import MOST_STATES
from arena.simulator.verbs import PROTOCOL, VERBS

PAGE = (Path(__file__).parents[2] / "docs" / "sim.md").read_text()


def test_the_session_of_the_page_is_answered_as_it_says():
    lines = re.search(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1].splitlines()
    bugs = []
    session = Session(bugs.append)
    asked = [line.removeprefix("> ") for line in lines[::2]]
    told = [line.removeprefix("< ") for line in lines[1::2]]
    assert [session.answer(line.encode()) for line in asked] == told
    assert bugs == []


def test_the_page_tells_every_verb_with_its_keys():
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|", PAGE, re.MULTILINE)
    told = {verb: set(re.findall(r"`(\w+)`", keys)) for verb, keys in rows}
    assert told == {verb: set(one.keys) for verb, one in VERBS.items()}


def test_the_page_tells_protocol_and_limits():
    assert f"given up after {PATIENCE_S:g} seconds" in PAGE
    limits = f"{MOST_BYTES} bytes a line, {MOST_STATES} states, {MOST_PLAYOUTS} playouts a request"
    assert (limits in PAGE, f"protocol `{PROTOCOL}`" in PAGE) == (True, True)
