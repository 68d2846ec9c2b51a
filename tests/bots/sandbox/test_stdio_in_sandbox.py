"""Bots that speak JSON lines, as strangers' bots are kept."""

from pathlib import Path

import pytest

from arena.app.host import RefereeThread
from arena.bots.sandbox.kits import kits_of
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.limits import Limits
from arena.bots.sandbox.machine import find_machine
from arena.bots.sandbox.python_kit import stdio_kit
from arena.model.clock import TimeControl
from arena.model.isolation import Isolation
from arena.model.matches import Chunk, Entrant, Rotation, Table
from arena.wire.gate import TableGates

KITS = Path(__file__).parents[3] / "build" / "kits"
BOTS = ("sample_bots/stdio_awk", "sample_bots/stdio_perl", "sample_bots/python_random")


@pytest.mark.parametrize("isolation", [Isolation.FULL, Isolation.WEAK])
def test_awk_and_perl_play_in_the_sandbox_without_a_fault(isolation, needs_root, python):
    kits = kits_of(python, stdio_kit(KITS))
    referee = RefereeThread(SandboxLauncher(find_machine(isolation), kits, Limits()), TableGates())
    entrants = tuple(Entrant(str(number), f"{bot}/bot.toml") for number, bot in enumerate(BOTS))
    seeds = tuple(bytes([match]) * 16 for match in range(3))
    records = []
    try:
        chunk = Chunk(Table("stockpile", 3, (), TimeControl(), entrants), (Rotation(1, 1, (0, 1, 2), seeds),))
        referee.play(chunk, records.append, lambda: False)
    finally:
        referee.close()
    assert [match.faults for record in records for match in record.matches] == [()] * 3
