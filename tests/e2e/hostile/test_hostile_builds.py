"""Hostile builds: by real processes in the real sandbox, next to bots that play and must not feel them."""

import json
import os
import re
import socket
import tarfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

import pytest

from arena.app.host import RefereeThread
from arena.bots.archives.artifact import Artifact
from arena.bots.archives.source import pack_folder
from arena.bots.sandbox.box import STAGE_PREFIX, STAGES
from arena.bots.sandbox.build_outcome import BuildCause, BuildOutcome
from arena.bots.sandbox.building import build_in_sandbox
from arena.bots.sandbox.cgroups import find_tree, own_prefix
from arena.bots.sandbox.kits import Kit, kits_of
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.limits import MIB, BuildLimits, Disk, Limits
from arena.bots.sandbox.machine import Machine, find_machine
from arena.bots.sandbox.python_kit import python_kit
from arena.model.clock import SECOND, TimeControl
from arena.model.isolation import Isolation
from arena.model.matches import Chunk, Entrant, Rotation, RotationRecord, Table
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[3]
RAIDS = Path(__file__).with_name("builds")
KITS = ROOT / "build" / "kits"
RANDOM = ROOT / "sample_bots" / "python_random" / "bot.toml"

LIMITS = BuildLimits(wall_s=60, memory_bytes=1024 * MIB, pids=128, disk=Disk(400 * MIB, 40_000))
SHORT = replace(LIMITS, wall_s=3)
SMALL = replace(LIMITS, memory_bytes=256 * MIB, disk=Disk(64 * MIB, 2_000))


@dataclass(frozen=True)
class Row:
    """What a build does, and what its author gets for it: a cause, or None where all it tried was refused."""

    attack: str
    cause: BuildCause | None
    said: str = ""
    """In the reason."""
    limits: BuildLimits = LIMITS


ROWS = (
    Row("hangs", BuildCause.OUT_OF_TIME, "did not end in 3 s", SHORT),
    Row("stops_its_parents", BuildCause.OUT_OF_TIME, "did not end in 3 s", SHORT),
    Row("kills_its_parents", BuildCause.FAILED, "was ended by signal 9"),
    Row("forks", BuildCause.OUT_OF_TIME, "did not end in 3 s", SHORT),
    Row("mines", BuildCause.OUT_OF_TIME, "did not end in 3 s", SHORT),
    Row("eats_memory", BuildCause.OUT_OF_MEMORY, "out of memory", SMALL),
    Row("writes_10_gb", BuildCause.OUT_OF_DISK, "the disk was full", SMALL),
    Row("writes_a_million_files", BuildCause.OUT_OF_DISK, "the disk was full", SMALL),
    Row("floods", BuildCause.OUT_OF_TIME, "did not end in 3 s", SHORT),
    Row("leaves_a_daemon", None),
    Row("tries_the_network", None),
    Row("changes_the_kit", None),
    Row("reads_secrets", None),
    Row("becomes_somebody", None),
    Row("writes_a_result_of_its_own", None),
    Row("leaves_a_link", BuildCause.FAILED, "./x is a link that leads nowhere"),
    Row("leaves_a_loop", BuildCause.FAILED, "File system loop detected"),
    Row("leaves_a_fifo", BuildCause.FAILED, "has 'x': it is a fifo; files and folders are taken"),
    Row("leaves_a_setuid_file", None),
    Row("leaves_much", BuildCause.TOO_BIG, "what was built is too large"),
    Row("leaves_a_million_names", BuildCause.FAILED, "has more than 20,000 entries"),
    Row("leaves_unreadable_folders", BuildCause.FAILED, "Permission denied"),
    Row("deletes_bot_toml", BuildCause.FAILED, "what was built has no bot.toml"),
)


@pytest.fixture
def needs_root() -> None:
    if os.geteuid() != 0:
        reason = "needs root: cgroups and users of bots"
        if os.environ.get("ARENA_REQUIRE") == "all":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture
def machine(needs_root: None) -> Machine:
    return find_machine(Isolation.FULL)


@pytest.fixture
def kit() -> Kit:
    return python_kit(KITS)


class Neighbours(threading.Thread):
    """Bots that play on this machine until told otherwise."""

    def __init__(self, machine: Machine, kit: Kit) -> None:
        super().__init__(daemon=True)
        self.records: list[RotationRecord] = []
        self._referee = RefereeThread(SandboxLauncher(machine, kits_of(kit), Limits()), TableGates())
        self._over = threading.Event()

    def run(self) -> None:
        entrants = tuple(Entrant(str(number), str(RANDOM)) for number in range(2))
        table = Table("stockpile", 2, (), TimeControl(start_us=60 * SECOND), entrants)
        while not self._over.is_set():
            rotation = Rotation(len(self.records) + 1, 1, (0, 1), (os.urandom(32), os.urandom(32)))
            self._referee.play(Chunk(table, (rotation,)), self.records.append, lambda: False)

    def __enter__(self) -> "Neighbours":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()
        self._referee.close()


@dataclass(frozen=True)
class Bait:
    """Things that lie open on the machine."""

    told: dict[str, object]
    listening: list[socket.socket]

    def touched(self) -> list[object]:
        """What somebody reached."""
        found: list[object] = []
        for made in self.listening:
            try:
                found.append(made.accept())
            except BlockingIOError:
                continue
        return found


@pytest.fixture
def bait(tmp_path: Path) -> Iterator[Bait]:
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0stockpit-bait-{token_hex(8)}")
        abstract.listen()
        for made in (tcp, abstract):
            made.setblocking(False)
        told = {
            "port": tcp.getsockname()[1],
            "abstract": abstract.getsockname().decode(),
            "secrets": [str(ROOT), str(tmp_path)],
        }
        yield Bait(told, [tcp, abstract])


@pytest.fixture
def handed_in(tmp_path: Path, bait: Bait) -> Path:
    """A bot whose build is to be written."""
    folder = tmp_path / "raid"
    folder.mkdir()
    (folder / "raid.py").write_bytes((RAIDS / "raid.py").read_bytes())
    (folder / "told.json").write_text(json.dumps(bait.told))
    return folder


def built(row: Row, folder: Path, machine: Machine, kit: Kit, artifacts: Path) -> BuildOutcome:
    toml = 'name = "raid"\ngames = ["stockpile"]\nkit = "python"\nrun = "./x"\nbuild = ["python3 raid.py {}"]\n'
    (folder / "bot.toml").write_text(toml.format(row.attack))
    outcome = build_in_sandbox(machine, kit, pack_folder(folder), artifacts, row.limits)
    assert outcome is not None
    return outcome


def left() -> list[object]:
    """Cgroups, stages and mounts of builds that are still there."""
    groups = [name for name in find_tree().names() if name.startswith(own_prefix())]
    stages = list(STAGES.glob(f"{STAGE_PREFIX}{os.getpid()}-*"))
    mounts = [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if STAGE_PREFIX in line]
    return [*groups, *stages, *mounts]


def state_of(kit: Kit) -> list[tuple[str, int, int, int]]:
    """Names, modes, sizes and times of all files of a kit."""
    files = sorted(path for mount in kit.mounts for path in mount.source.rglob("*"))
    return [(str(path), (told := path.lstat()).st_mode, told.st_size, told.st_mtime_ns) for path in files]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.attack)
def test_a_build_gets_what_its_row_says_and_touches_nobody(row, handed_in, machine, kit, bait, tmp_path):
    before, artifacts = state_of(kit), tmp_path / "artifacts"
    with Neighbours(machine, kit) as neighbours:
        outcome = built(row, handed_in, machine, kit, artifacts)
    if row.cause is None:
        assert isinstance(outcome.built, Artifact), (outcome.built, outcome.log[-500:])
        with tarfile.open(outcome.built.path) as archive:
            assert {(info.mode, info.isreg(), ".." in info.name) for info in archive} <= {
                (0o644, True, False),
                (0o755, True, False),
            }
    else:
        assert not isinstance(outcome.built, Artifact)
        assert (outcome.built.cause, row.said in outcome.built.reason) == (row.cause, True), outcome.built
        assert list(artifacts.glob("*")) == []
    assert len(outcome.log) < LIMITS.log_bytes + 100
    assert [match.faults for record in neighbours.records for match in record.matches if match.faults] == []
    assert neighbours.records
    assert {record.aborted for record in neighbours.records} == {""}
    assert (state_of(kit), bait.touched(), left()) == (before, [], [])


def test_every_attack_has_a_row():
    attacks = re.findall(r"^def (\w+)\(\):\n    \"", (RAIDS / "raid.py").read_text(), re.MULTILINE)
    assert sorted(attacks) == sorted(row.attack for row in ROWS)
