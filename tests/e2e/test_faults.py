"""Every row of docs/faults.md, played by a real process against three good bots."""

import re
import resource
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from arena.app.host import RefereeThread
from arena.bots.launcher import PlainLauncher
from arena.bots.process import KeptProcess
from arena.bots.remains import marked
from arena.model.clock import SECOND, TimeControl
from arena.model.faults import Cause
from arena.model.matches import Chunk, Entrant, Rotation, RotationRecord, Table, Termination
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "e2e" / "bots"
GOOD = str(ROOT / "sample_bots" / "python_random" / "bot.toml")
ROW = re.compile(r"\| `(\w+)` \| (.+?) \| (?:`(\w+)`|none) \| (.+?) \|")
EVERY_CASE = (ROOT / "docs" / "faults.md").read_text().partition("## Every case")[2].partition("\n## ")[0]

PATIENT = TimeControl(bank_us=300 * SECOND, soft_limit_us=60 * SECOND, start_us=60 * SECOND, max_matches=4)
"""So long that a busy machine makes nobody late."""
IMPATIENT = {
    Cause.NOT_READY.value: replace(PATIENT, start_us=3 * SECOND),
    Cause.OUT_OF_TIME.value: replace(PATIENT, soft_limit_us=SECOND // 2),
}
"""By cause that only time brings about: short enough for a test."""

GROWTH_KIB = 64 * 1024
"""What a hostile bot may cost the referee's memory at most."""


@dataclass(frozen=True)
class Row:
    bot: str
    does: str
    cause: str | None
    follows: str


ROWS = [Row(*found) for found in ((m[1], m[2], m[3], m[4]) for m in ROW.finditer(EVERY_CASE))]


class Watched:
    """A launcher that remembers which addresses and tokens it gave away."""

    isolation = PlainLauncher.isolation

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.tokens: list[str] = []
        self._inner = PlainLauncher()

    async def start(self, manifest: str, address: str, token: str) -> KeptProcess:
        self.addresses.append(address)
        self.tokens.append(token)
        return await self._inner.start(manifest, address, token)

    def left(self) -> list[object]:
        """Processes and sockets that are still there."""
        sockets = [address for address in self.addresses if Path(address.removeprefix("unix:")).parent.exists()]
        return sockets + [pid for token in self.tokens for pid in marked(token)]


@pytest.fixture
def launcher() -> Watched:
    return Watched()


@pytest.fixture
def referee(launcher: Watched) -> Iterator[RefereeThread]:
    thread = RefereeThread(launcher, TableGates())
    yield thread
    thread.close()


def rotation_with(row: Row, referee: RefereeThread) -> RotationRecord:
    """One rotation of the hostile bot, entrant 0, and three good ones."""
    bots = [str(BOTS / row.bot / "bot.toml"), GOOD, GOOD, GOOD]
    entrants = tuple(Entrant(f"{number}", bot) for number, bot in enumerate(bots))
    table = Table("stockpile", 4, (), IMPATIENT.get(row.cause or "", PATIENT), entrants)
    rotation = Rotation(1, 1, (0, 1, 2, 3), tuple(bytes([match]) * 32 for match in range(4)))
    records: list[RotationRecord] = []
    referee.play(Chunk(table, (rotation,)), records.append, lambda: False)
    return records[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.bot)
def test_a_bot_gets_exactly_what_its_row_says(row, referee, launcher):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    record = rotation_with(row, referee)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    causes = {
        (match_seat(k, fault.seat), fault.cause.value) for k, m in enumerate(record.matches) for fault in m.faults
    }
    assert (record.aborted, len(record.matches)) == ("", 4)
    assert causes == ({(0, row.cause)} if row.cause else set())
    for match in record.matches:
        out = row.cause is not None
        assert match.termination is (Termination.FORFEITED if out else Termination.COMPLETED)
    assert launcher.left() == []
    assert grown < GROWTH_KIB


def match_seat(match: int, seat: int) -> int:
    """The entrant that sat there."""
    return (seat + match) % 4


def test_every_hostile_bot_has_a_row_and_every_row_a_bot():
    assert sorted(path.parent.name for path in BOTS.glob("*/bot.toml")) == sorted(row.bot for row in ROWS)


def test_every_cause_is_described():
    causes = (ROOT / "docs" / "faults.md").read_text().partition("## Causes")[2].partition("## Every case")[0]
    assert re.findall(r"\n\| `(\w+)` \|", causes) == [cause.value for cause in Cause]


@pytest.mark.parametrize("cause", list(Cause), ids=lambda cause: cause.value)
def test_every_cause_has_the_effect_it_is_described_with(cause):
    effect = re.search(rf"\n\| `{cause.value}` \| .+ \| (.+) \|\n", (ROOT / "docs" / "faults.md").read_text())
    assert effect is not None
    assert effect[1] == {"strike": "strike", "process": "ends the process"}[cause.effect.value]
