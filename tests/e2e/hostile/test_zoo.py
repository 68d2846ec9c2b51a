"""The hostile zoo: attacks by real processes in the real sandbox, next to a bot that must not feel them.

Each row names what a bot gets for it: a cause of docs/faults.md, or none, where all it tried was refused.
"""

import json
import os
import resource
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

import pytest

from arena.app.host import RefereeThread
from arena.bots.process import KeptProcess
from arena.bots.remains import marked
from arena.bots.sandbox.box import STAGE_PREFIX, STAGES
from arena.bots.sandbox.cgroups import own_prefix
from arena.bots.sandbox.kits import kits_of
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.limits import MIB, Limits
from arena.bots.sandbox.machine import find_machine
from arena.bots.sandbox.python_kit import python_kit
from arena.model.clock import SECOND, TimeControl
from arena.model.faults import Cause
from arena.model.isolation import Isolation
from arena.model.matches import Chunk, Entrant, Rotation, RotationRecord, Table
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[3]
ZOO = Path(__file__).with_name("zoo")
KITS = ROOT / "build" / "kits"

LIMITS = Limits(memory_bytes=256 * MIB)
PATIENT = TimeControl(bank_us=300 * SECOND, soft_limit_us=60 * SECOND, start_us=60 * SECOND, max_matches=4)
"""So long that a busy machine makes nobody late."""
SHORT_START = replace(PATIENT, start_us=3 * SECOND)

GROWTH_KIB = 96 * 1024
"""What a hostile bot may cost the referee's memory at most."""
HEADERS_KIB = 192 * 1024
"""What header blocks without end, on new connections again and again, may cost gRPC's core: 95 to 140 MB were seen, and
no more when each was six times as long."""
OPEN_FILES = 100
"""Most descriptors that the referee, with all of this test, may have at any moment."""


@dataclass(frozen=True)
class Row:
    """Attacks one bot makes, one after the other, and what it gets for them."""

    attacks: tuple[str, ...]
    causes: frozenset[Cause | None]
    """None: no fault, and nothing was reached."""
    growth_kib: int = GROWTH_KIB


def refused(*attacks: str) -> Row:
    """Nothing is reached and there is no fault."""
    return Row(attacks, frozenset({None}))


def ends(attack: str, cause: Cause) -> Row:
    """The bot gets this cause."""
    return Row((attack,), frozenset({cause}))


def either(attack: str, cause: Cause) -> Row:
    """As refused, but the kernel may have ended the bot itself rather than a child (by version 2 it always does)."""
    return Row((attack,), frozenset({cause, None}))


ROWS = (
    refused(
        "secrets",
        "neighbours_in_shared_folders",
        "proc_of_others",
        "descriptors_left_open",
        "descriptors_of_its_own",
        "kernel_files",
        "its_own_socket",
        "dials_again",
    ),
    refused("connections_to_others", "families", "interfaces", "descriptors_passed"),
    refused("signals_to_others", "namespaces", "privileges", "kernel_calls", "crashes_in_children"),
    refused("kills_all", "daemon", "ignores_signals"),
    ends("breaks_its_init", Cause.EXITED),
    refused("fork_bomb"),
    refused("thread_bomb", "descriptors", "disk_fill", "inode_fill", "attribute_fill"),
    ends("memory_self", Cause.OUT_OF_MEMORY),
    either("memory_child", Cause.OUT_OF_MEMORY),
    ends("memory_memfd", Cause.OUT_OF_MEMORY),
    ends("memory_sysv", Cause.OUT_OF_MEMORY),
    either("memory_pipes", Cause.OUT_OF_MEMORY),
    either("memory_unix", Cause.OUT_OF_MEMORY),
    either("memory_udp", Cause.OUT_OF_MEMORY),
    either("memory_tcp", Cause.OUT_OF_MEMORY),
    refused("output_floods", "output_lines"),
    refused("idle_connections", "all_connections", "connects_and_leaves"),
    refused("burns_before_joining", "thinks_on_others_time"),
    ends("never_done_burning", Cause.NOT_READY),
    refused("garbage", "pings", "settings"),
    replace(refused("endless_headers"), growth_kib=HEADERS_KIB),
    refused("half_messages", "endless_message"),
    refused("rapid_resets", "unknown_calls"),
    ends("second_joins", Cause.FLOODED),
    ends("many_choices", Cause.FLOODED),
    ends("empty_messages", Cause.FLOODED),
    ends("giant_answer", Cause.STREAM_CLOSED),
    refused("long_debug"),
)


class Watched:
    """A launcher that remembers which addresses and tokens it gave away."""

    isolation = Isolation.FULL

    def __init__(self, inner: SandboxLauncher) -> None:
        self.addresses: list[str] = []
        self.tokens: list[str] = []
        self._inner = inner

    async def start(self, manifest: str, address: str, token: str) -> KeptProcess:
        self.addresses.append(address)
        self.tokens.append(token)
        return await self._inner.start(manifest, address, token)

    def left(self) -> list[object]:
        """Sockets, processes, cgroups, stages and mounts that are still there."""
        sockets = [address for address in self.addresses if Path(address.removeprefix("unix:")).parent.exists()]
        tree = self._inner.machine.tree
        assert tree is not None
        groups = [name for name in tree.names() if name.startswith(own_prefix())]
        stages = list(STAGES.glob(f"{STAGE_PREFIX}{os.getpid()}-*"))
        mounts = [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if STAGE_PREFIX in line]
        return [*sockets, *(pid for token in self.tokens for pid in marked(token)), *groups, *stages, *mounts]


@dataclass(frozen=True)
class Bait:
    """Things that lie open on the machine, and what became of them."""

    told: dict[str, object]
    victims: list["subprocess.Popen[bytes]"]
    listening: list[socket.socket]
    secret: Path

    def touched(self) -> list[object]:
        """What somebody reached."""
        found: list[object] = [victim.pid for victim in self.victims if victim.poll() is not None]
        for victim in self.victims:
            if os.getpriority(os.PRIO_PROCESS, victim.pid) != 0 or len(os.sched_getaffinity(victim.pid)) == 1:
                found.append(f"{victim.pid} was slowed down")
        for made in self.listening:
            try:
                found.append((made.getsockname(), made.recv(64) if made.type == socket.SOCK_DGRAM else made.accept()))
            except BlockingIOError:
                continue
        return found + ([] if self.secret.read_text() == "secret" else ["secret"])


@pytest.fixture
def needs_root() -> None:
    if os.geteuid() != 0:
        reason = "needs root: cgroups and users of bots"
        if os.environ.get("ARENA_REQUIRE") == "all":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.fixture
def launcher(needs_root: None) -> Watched:
    return Watched(SandboxLauncher(find_machine(Isolation.FULL), kits_of(python_kit(KITS)), LIMITS))


@pytest.fixture
def referee(launcher: Watched) -> Iterator[RefereeThread]:
    thread = RefereeThread(launcher, TableGates())
    yield thread
    thread.close()


@pytest.fixture
def bait(tmp_path: Path) -> Iterator[Bait]:
    with ExitStack() as stack:
        addresses = ["127.0.0.1", *own_addresses()]
        tcp = [stack.enter_context(socket.create_server((address, 0))) for address in addresses]
        udp = [stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in addresses]
        for made, address in zip(udp, addresses, strict=True):
            made.bind((address, 0))
        abstract, path = (stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(2))
        abstract.bind(f"\0stockpit-bait-{token_hex(8)}")
        path.bind(f"/tmp/stockpit-bait-{token_hex(8)}")
        stack.callback(Path(path.getsockname()).unlink)
        Path(path.getsockname()).chmod(0o777)
        for made in (abstract, path):
            made.listen()
        listening = [*tcp, *udp, abstract, path]
        for made in listening:
            made.setblocking(False)
        victims = []
        for user in (0, 1_900_000_000):
            victim = subprocess.Popen(["/bin/sleep", "600"], stdin=subprocess.DEVNULL, user=user, group=user)
            stack.callback(victim.wait)
            stack.callback(victim.kill)
            victims.append(victim)
        secret = tmp_path / "secret"
        secret.write_text("secret")
        told = {
            "secrets": ["/etc/shadow", "/root", "/home", "/var/lib", "/var/run", "/srv", str(secret), str(ROOT)],
            "tcp": [made.getsockname() for made in tcp],
            "udp": [made.getsockname() for made in udp],
            "unix": [path.getsockname(), "/run/docker.sock", "/run/dbus/system_bus_socket"],
            "abstract": abstract.getsockname().decode(),
            "victims": [victim.pid for victim in victims] + [os.getpid()],
        }
        names = ("memory_bytes", "pids", "tmp_bytes", "tmp_inodes", "shm_bytes", "shm_inodes", "open_files")
        told |= {name: getattr(LIMITS, name) for name in names}
        yield Bait(told, victims, listening, secret)


def own_addresses() -> list[str]:
    """Addresses of this machine beside its loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        try:
            made.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [made.getsockname()[0]]


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """Its own copy: what it does to its folder is nobody else's loss."""
    folder = tmp_path / "zoo"
    folder.mkdir()
    for place in (folder, *folder.parents):
        if place != Path("/tmp") and place.is_relative_to("/tmp"):
            place.chmod(0o755)
    for source in ZOO.glob("*.py"):
        (folder / source.name).write_bytes(source.read_bytes())
    return folder


def manifest(folder: Path, name: str, program: str, *arguments: str) -> str:
    path = folder / f"{name}.toml"
    text = f'name = "{name}"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 {program}"\n'
    path.write_text(text + f"arguments = {json.dumps(arguments)}\n")
    return str(path)


def rotation_with(row: Row, zoo: Path, bait: Bait, referee: RefereeThread, control: TimeControl) -> RotationRecord:
    """One rotation of the hostile bot, entrant 0, and its neighbour."""
    hostile = manifest(zoo, row.attacks[0], "zoo.py", ",".join(row.attacks), json.dumps(bait.told))
    bots = [hostile, manifest(zoo, "witness", "witness.py")]
    entrants = tuple(Entrant(f"{number}", bot) for number, bot in enumerate(bots))
    table = Table("stockpile", 2, (), control, entrants)
    rotation = Rotation(1, 1, (0, 1), tuple(bytes([match]) * 32 for match in range(2)))
    records: list[RotationRecord] = []
    referee.play(Chunk(table, (rotation,)), records.append, lambda: False)
    return records[0]


def said_by(record: RotationRecord, entrant: int) -> set[str]:
    """Its debug texts, without the number of the decision."""
    lines = [match.reports[(entrant - k) % 2].debug for k, match in enumerate(record.matches)]
    return {line.partition(": ")[2] for line in "\n".join(lines).splitlines()}


class Sampled(threading.Thread):
    """The most descriptors this process ever had while it ran."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(0.02):
            self.most = max(self.most, len(os.listdir("/proc/self/fd")))  # noqa: PTH208

    def __enter__(self) -> "Sampled":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.attacks[0])
def test_attacks_get_what_their_row_says_and_touch_nobody(row, zoo, bait, referee, launcher):
    control = SHORT_START if Cause.NOT_READY in row.causes else PATIENT
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Sampled() as sampled:
        record = rotation_with(row, zoo, bait, referee, control)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak

    assert (record.aborted, len(record.matches)) == ("", 2)
    faults = {((f.seat + k) % 2, f.cause) for k, m in enumerate(record.matches) for f in m.faults}
    causes = {cause for _, cause in faults} or {None}
    assert causes <= row.causes, [f.detail for m in record.matches for f in m.faults]
    assert {entrant for entrant, _ in faults} <= {0}
    if None in causes:
        assert {text[:10] for text in said_by(record, 0)} == {"reached <>"}, said_by(record, 0)
    assert said_by(record, 1) == {"untouched"}
    assert bait.touched() == []
    assert launcher.left() == []
    assert grown < row.growth_kib
    assert sampled.most < OPEN_FILES


def test_every_attack_has_a_row():
    program = "import zoo; print(*zoo.ATTACKS)"
    environment = {**os.environ, "ARENA_ADDRESS": "unix:/nowhere", "ARENA_TOKEN": ""}
    done = subprocess.run([sys.executable, "-c", program], cwd=ZOO, env=environment, capture_output=True, check=True)
    assert sorted(done.stdout.decode().split()) == sorted(attack for row in ROWS for attack in row.attacks)
