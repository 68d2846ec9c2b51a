"""Whole chunks with bots in real sandboxes. Needs root, for full limits."""

import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from arena.app.host import RefereeThread
from arena.app.quarters import Quarters
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.clock import Pace, Ponder, TimeControl
from arena.model.errors import WorldTrouble
from arena.model.isolation import Isolation
from arena.model.matches import Chunk, Entrant, Rotation, Table, Termination
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[2]
SANDBOXED = ROOT / "tests" / "e2e" / "sandboxed"
RANDOM = ROOT / "sample_bots" / "python_random"
HOSTILE = ROOT / "tests" / "e2e" / "bots"
LIMITS = Limits(memory_bytes=128 * MIB)
SLOW = TimeControl(pace=Pace.SLOW, max_matches=1)


@pytest.fixture
def needs_root():
    if os.geteuid() != 0:
        reason = "needs root: cgroups and users of bots"
        pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)


@pytest.fixture
def launcher(needs_root):
    return Quarters(Isolation.FULL, LIMITS, ROOT / "build" / "kits").sandbox()


@pytest.fixture
def referee(launcher):
    thread = RefereeThread(launcher, TableGates())
    yield thread
    thread.close()


def matches(referee, *bots, control=TimeControl()):  # noqa: B008  # a value that never changes
    """One rotation of these bots, who sit in this order in its first match."""
    entrants = tuple(Entrant(f"{number}", str(bot / "bot.toml")) for number, bot in enumerate(bots))
    seats = tuple(range(len(bots)))
    rotation = Rotation(1, 1, seats, tuple(bytes([match]) * 32 for match in seats))
    records = []
    referee.play(
        Chunk(Table("stockpile", len(bots), (), control, entrants), (rotation,)), records.append, lambda: False
    )
    assert records[0].aborted == ""
    return records[0].matches


def causes(played):
    return {
        ((fault.seat + number) % len(match.places), fault.cause.value)
        for number, match in enumerate(played)
        for fault in match.faults
    }


def test_bots_play_a_rotation_without_a_fault_and_the_matches_say_how_they_were_kept(referee):
    played = matches(referee, RANDOM, RANDOM, RANDOM)
    assert [(m.termination, m.isolation) for m in played] == [(Termination.COMPLETED, Isolation.FULL)] * 3


def test_a_bot_that_eats_memory_is_out_of_memory_and_nobody_else_is_touched(referee):
    played = matches(referee, SANDBOXED / "eats_memory", RANDOM, RANDOM)
    assert causes(played) == {(0, "out_of_memory")}


def test_a_bot_whose_child_ate_too_much_may_play_on(referee):
    assert causes(matches(referee, SANDBOXED / "child_eats_memory", RANDOM, RANDOM)) == set()


@pytest.mark.parametrize("bot", ["exits_at_once", "cannot_run"])
def test_a_bot_that_ends_has_exited(referee, bot):
    assert causes(matches(referee, HOSTILE / bot, RANDOM, RANDOM)) == {(0, "exited")}


def test_a_sandbox_that_cannot_be_made_costs_no_bot_anything(launcher):
    launcher.machine = replace(launcher.machine, system=("--ro-bind", "/nowhere", "/usr"))
    thread = RefereeThread(launcher, TableGates())
    try:
        with pytest.raises(WorldTrouble, match="the sandbox cannot be made"):
            matches(thread, RANDOM, RANDOM)
    finally:
        thread.close()


def thought_meanwhile(played):
    """CPU seconds the first bot had while it waited longest for a question (it thinks all the time)."""
    said = [tuple(map(float, line.split(": ")[1].split())) for line in played[0].reports[0].debug.splitlines()]
    (cpu, wall), (cpu_after, wall_after) = max(pairwise(said), key=lambda pair: pair[1][1] - pair[0][1])
    assert wall_after - wall >= 1
    return cpu_after - cpu


def test_a_suspended_bot_does_not_think_on_the_time_of_others(referee):
    bots = (SANDBOXED / "ponders", SANDBOXED / "waits")
    allowed = matches(referee, *bots, control=SLOW)
    suspended = matches(referee, *bots, control=replace(SLOW, ponder=Ponder.SUSPEND))
    assert (causes(allowed), causes(suspended)) == (set(), set())
    assert thought_meanwhile(allowed) > 0.15
    assert thought_meanwhile(suspended) < 0.1


def test_where_nothing_can_suspend_a_bot_it_is_not_tried(needs_root):
    thread = RefereeThread(Quarters().launcher(), TableGates())
    try:
        with pytest.raises(WorldTrouble, match="only a sandbox with full limits can suspend"):
            matches(thread, RANDOM, RANDOM, control=replace(SLOW, ponder=Ponder.SUSPEND))
    finally:
        thread.close()
