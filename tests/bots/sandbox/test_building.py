"""Builds of what strangers hand in: what is kept, what is said, and that nothing is left."""

import json
import os
import shlex
import signal
import subprocess
import sys
import tarfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from archiving import tarred

from arena.bots.archives.artifact import Artifact
from arena.bots.archives.rules import BUILT, HANDED_IN, LEFT_OUT, LEFT_OUT_ON_TOP, MOST_ARCHIVE_BYTES, MOST_RATIO
from arena.bots.archives.source import read_archive_bytes
from arena.bots.sandbox.box import STAGE_PREFIX, STAGES
from arena.bots.sandbox.build_outcome import BuildCause, BuildFailure
from arena.bots.sandbox.building import build_in_sandbox
from arena.bots.sandbox.cgroups import find_tree
from arena.bots.sandbox.limits import MIB, BuildLimits, Disk
from arena.bots.sandbox.machine import find_machine
from arena.model.errors import WorldTrouble
from arena.model.isolation import Isolation

SMALL = BuildLimits(wall_s=60, memory_bytes=256 * MIB, pids=64, disk=Disk(16 * MIB, 500), log_bytes=64 * 1024)


def source(*commands, **files):
    """A Python bot with these build commands and files (`_` stands for a dot in their names)."""
    told = 'name = "b"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 main.py"\nbuild = '
    named = {name.replace("_", "."): data.encode() for name, data in files.items()}
    return read_archive_bytes(tarred({"bot.toml": (told + json.dumps(commands)).encode(), **named}))


def sh(script):
    return f"sh -c {json.dumps(script)}"


@pytest.fixture(params=[Isolation.FULL, Isolation.WEAK])
def machine(request, needs_root):
    return find_machine(request.param)


@pytest.fixture
def full_machine(needs_root):
    return find_machine(Isolation.FULL)


@pytest.fixture
def build(python, tmp_path):
    def run(machine, handed_in, limits=SMALL, **told):
        return build_in_sandbox(machine, python, handed_in, tmp_path / "artifacts", limits, **told)

    yield run
    assert left(os.getpid()) == []
    assert [path for path in (tmp_path / "artifacts").glob("*") if path.suffix != ".tar"] == []


def left(worker):
    """Cgroups and stages of a worker's builds that are still there."""
    groups = [name for name in find_tree().names() if f"-{worker}-" in name and "build" in name]
    return [*groups, *STAGES.glob(f"{STAGE_PREFIX}{worker}-*")]


def contents(artifact):
    with tarfile.open(artifact.path) as archive:
        return {info.name: archive.extractfile(info).read().decode() for info in archive}


def test_a_bot_without_build_commands_is_kept_as_it_was_handed_in(machine, build):
    handed_in = source(main_py="print()")
    outcome = build(machine, handed_in)
    assert outcome.log == ""
    assert outcome.built.path.read_bytes() == handed_in.tar
    assert (outcome.built.digest, outcome.built.size) == (handed_in.digest, len(handed_in.tar))


def test_commands_run_in_the_bots_folder_one_after_the_other_and_say_so_while_they_do(machine, build):
    heard = []
    outcome = build(machine, source("mkdir out", sh("pwd >out/a; cat x.txt"), x_txt="data\n"), listen=heard.append)
    assert outcome.log == "$ mkdir out\n$ sh -c 'pwd >out/a; cat x.txt'\ndata\n"
    assert b"".join(heard).decode() == outcome.log
    assert contents(outcome.built)["out/a"] == "/bot\n"


def test_equal_results_are_equal_bytes_whenever_and_in_whatever_order_they_were_made(machine, build):
    handed_in = source(sh("for n in $(seq 50 | shuf); do echo $n >f$n; done; mkdir $(date +%s%N)"))
    first, second = (build(machine, handed_in).built for _ in range(2))
    assert first == second
    assert len(contents(first)) == 51


@pytest.mark.parametrize(
    ("command", "code", "signal", "said"),
    [
        (sh("echo no such thing >&2; exit 3"), 3, None, "failed with exit code 3: no such thing"),
        (sh("kill -SEGV $$"), None, 11, "was ended by signal 11: Segmentation fault"),
        ("nothing-there -x", 127, None, "`nothing-there -x` failed with exit code 127: /bin/sh: "),
        ("exit 0", 127, None, "`exit 0` failed with exit code 127: /bin/sh: "),
        (sh("printf 'a\\033[2Jb'; exit 1"), 1, None, "failed with exit code 1: a [2Jb"),
        ("false", 1, None, "`false` failed with exit code 1: $ false"),
    ],
)
def test_a_command_that_fails_is_named_with_its_last_words(build, full_machine, command, code, signal, said):
    failure = build(full_machine, source("true", command, "touch never")).built
    assert (failure.cause, failure.code, failure.signal) == (BuildCause.FAILED, code, signal)
    assert said in failure.reason
    assert failure.reason.isprintable()
    assert failure.remedy == "the build log says more; there is no network, and no library but yours and the kit's"


@pytest.mark.parametrize(
    ("limits", "script", "cause", "reason"),
    [
        ({"wall_s": 1}, "sleep 60", BuildCause.OUT_OF_TIME, "did not end in 1 s"),
        ({}, "cat /dev/zero >big", BuildCause.OUT_OF_DISK, "failed: the disk was full"),
        ({}, "cat /dev/zero >/tmp/big", BuildCause.OUT_OF_DISK, "failed: the disk was full"),
        ({}, "for n in $(seq 1000); do : >f$n || exit 1; done", BuildCause.OUT_OF_DISK, "failed: the disk was full"),
        ({"memory_bytes": 32 * MIB}, "exec tail /dev/zero", BuildCause.OUT_OF_MEMORY, "was ended: out of memory"),
        ({"memory_bytes": 12 * MIB}, "cat /dev/zero >big", BuildCause.OUT_OF_MEMORY, "was ended: out of memory"),
    ],
)
def test_what_is_too_much_is_told_apart(build, full_machine, limits, script, cause, reason):
    failure = build(full_machine, source(sh(script)), replace(SMALL, **limits)).built
    assert (failure.cause, failure.reason) == (cause, f"`{sh(script).replace(chr(34), chr(39))}` {reason}")


def test_a_result_that_is_too_big_is_not_kept(build, full_machine):
    large = replace(SMALL, memory_bytes=1024 * MIB, disk=Disk(600 * MIB, 100))
    failure = build(full_machine, source(sh("head -c 400M /dev/zero >big")), large).built
    assert failure.cause is BuildCause.TOO_BIG
    assert failure.remedy.startswith("a built bot may have 256 MiB in 20,000 files; ")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("ln -s /etc/shadow x", "./x is a link that leads nowhere"),
        ("mkfifo x", "what was built has 'x': it is a fifo; files and folders are taken"),
        ("ln -s /dev/zero x", "what was built has 'x': it is a device; files and folders are taken"),
        ("rm bot.toml", "what was built has no bot.toml; it stands in the bot's folder, on top of all else"),
        ("sed -i s/stockpile/stonks/ bot.toml", "the build changed bot.toml; it must stay as it was handed in"),
        (r"touch \"$(printf 'a\\001')\"", r"what was built has 'a\x01': names have no control characters in them"),
    ],
)
def test_a_result_that_is_not_taken_is_a_failure_that_names_the_entry(build, full_machine, script, said):
    failure = build(full_machine, source(f'sh -c "{script}"')).built
    assert isinstance(failure, BuildFailure)
    assert (failure.cause, failure.reason.endswith(said)) == (BuildCause.FAILED, True), failure.reason


def test_links_are_followed_but_for_those_into_the_kit_and_rights_are_made_plain(build, machine):
    script = "ln -s /opt/kit/bin kit; ln -s a link; ln a hard; chmod 4755 a; mkdir -m 700 d; ln -s ../a d/a"
    built = contents(build(machine, source(sh(script), a="x")).built)
    assert {name for name in built if name != "bot.toml"} == {"a", "link", "hard", "d/a"}
    assert {built[name] for name in ("a", "link", "hard", "d/a")} == {"x"}


def test_the_kit_is_there_to_build_with_and_what_is_left_running_is_ended_before_packing(build, machine):
    late = "while [ -e .kit ]; do :; done; echo 1 >late"  # the link goes just before packing
    script = f"ls .kit/bin/python3; (setsid sh -c '{late}' >/dev/null 2>&1 &)"
    outcome = build(machine, source("python3 -c 'import stockpit'", sh(script)))
    assert ".kit/bin/python3\n" in outcome.log
    assert list(contents(outcome.built)) == ["bot.toml"]


def test_a_flood_of_output_is_kept_at_both_ends_and_told_as_it_is_kept(build, full_machine):
    heard = []
    outcome = build(full_machine, source(sh("yes | head -c 30M; echo the end; exit 1")), listen=heard.append)
    assert b"".join(heard).decode() == outcome.log
    assert len(outcome.log) < SMALL.log_bytes + 100
    assert " bytes cut]\n" in outcome.log
    assert outcome.built.reason.endswith("failed with exit code 1: the end")


def test_a_build_that_is_told_to_stop_leaves_nothing(build, machine):
    heard = []
    assert build(machine, source("sleep 600"), listen=heard.append, should_stop=lambda: bool(heard)) is None
    assert heard[0] == b"$ sleep 600\n"


def test_a_listener_that_fails_ends_the_build(build, machine):
    def listen(said):
        raise KeyError(said)

    with pytest.raises(KeyError):
        build(machine, source("sleep 600"), listen=listen)


def test_a_sandbox_that_cannot_be_made_is_the_worlds_trouble(build, full_machine):
    broken = replace(full_machine, system=("--ro-bind", "/nowhere", "/usr"))
    with pytest.raises(WorldTrouble, match="the sandbox cannot be made: bwrap: Can't find source path /nowhere"):
        build(broken, source("true"))


WORKER = """
import sys
from pathlib import Path
from arena.bots.archives.source import read_stored
from arena.bots.sandbox.building import build_in_sandbox, kit_to_build
from arena.bots.sandbox.machine import find_machine
from arena.model.isolation import Isolation
source = read_stored(sys.stdin.buffer.read())
machine, kit = find_machine(Isolation.FULL), kit_to_build(Path(sys.argv[1]), "python")
build_in_sandbox(machine, kit, source, Path(sys.argv[2]), listen=lambda said: print(said.decode(), flush=True))
"""


def test_when_the_worker_is_killed_nothing_of_its_build_is_left(full_machine, python, tmp_path):
    kits = python.mounts[0].source.parent
    command = [sys.executable, "-c", WORKER, str(kits), str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        worker.stdin.write(source(sh("(setsid sleep 600 &); echo 1 >x; sleep 600")).tar)
        worker.stdin.close()
        assert worker.stdout.readline().startswith(b"$ sh -c")
        assert len(left(worker.pid)) > 1
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    deadline = time.monotonic() + 20
    while left(worker.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert left(worker.pid) == []
    assert list(tmp_path.iterdir()) == []


def test_a_manifest_as_large_as_may_be_fits_into_the_arguments_of_a_process(build, full_machine):
    words = "'" * 1_100
    outcome = build(full_machine, source(f"echo {shlex.quote(words)}"))
    assert isinstance(outcome.built, Artifact), outcome.built
    assert outcome.log.endswith(f"\n{words}\n")


def test_the_page_tells_the_limits_as_they_are():
    told = (Path(__file__).parents[3] / "docs" / "sandbox.md").read_text()
    limits = BuildLimits()
    for said in (
        f"{limits.disk.size // MIB} MiB in {limits.disk.inodes:,} files, in memory",
        f"{limits.memory_bytes // MIB // 1024} GiB with all files, {limits.pids} processes and threads",
        f"| time | {limits.wall_s} s |",
        f"the first and the last {limits.log_bytes // 2048} KiB",
        f"{BUILT.total_bytes // MIB} MiB in {BUILT.entries:,} files",
        f"{MOST_ARCHIVE_BYTES // MIB} MiB as handed in; {HANDED_IN.total_bytes // MIB} MiB in {HANDED_IN.entries:,}",
        f"at most {MOST_RATIO} times the size of the archive",
        f"{HANDED_IN.name_bytes} bytes in all and {HANDED_IN.part_bytes} in each part",
        *(f"`{name}`" for name in LEFT_OUT | LEFT_OUT_ON_TOP),
    ):
        assert said in told


def test_a_program_handed_in_beside_its_sources_is_made_anew(build, full_machine):
    """Nobody knows what machine it was built on, and `make` goes by times."""
    told = 'name = "b"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 main.py"\nbuild = ["make"]\n'
    files = {"bot.toml": told, "main.py": "", "Makefile": "program: main.py\n\techo new > program\n"}
    members = {name: text.encode() for name, text in files.items()}
    handed_in = read_archive_bytes(tarred(members | {"program": b"old"}, executable={"program"}))

    built = build(full_machine, handed_in).built

    assert contents(built)["program"] == "new\n"
