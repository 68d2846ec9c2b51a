"""The short form of `arena bench neighbours`: one attack, and nobody next to it is harmed."""

import os
from pathlib import Path

import pytest

from arena.app.quarters import Quarters
from arena.bench.neighbours import run
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.isolation import Isolation

ROOT = Path(__file__).parents[3]
ZOO = Path(__file__).with_name("zoo")
DECISIONS = 500
TWICE = 2.0
"""A bound for a busy machine; a neighbour that could take a core would pass it."""


def test_next_to_a_bot_that_forks_without_end_500_decisions_are_charged_much_as_next_to_one_that_spins():
    if os.geteuid() != 0:
        reason = "needs root: cgroups and users of bots"
        pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)
    quarters = Quarters(Isolation.FULL, Limits(memory_bytes=256 * MIB), ROOT / "build" / "kits")
    _, row = run(quarters, ZOO, names=["fork_bomb"], rounds=1)["attacks"]
    assert (row["name"], row["harm"]) == ("fork_bomb", [])
    assert row["decisions"] >= DECISIONS
    assert row["ratio"] < TWICE
