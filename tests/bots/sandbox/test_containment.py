"""What a bot cannot do to anybody else; the self-test's probes cover the rest, and are themselves covered here."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.bots.remains import marked
from arena.bots.sandbox import selftest
from arena.bots.sandbox.box import STAGE_PREFIX, STAGES
from arena.bots.sandbox.cgroups import find_tree
from arena.bots.sandbox.probes import PROBES
from arena.model.errors import WorldTrouble

ROOT = Path(__file__).parents[3]
WAIT = "import time; time.sleep(600)"
DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
os.wait()
"""


def wait_until(condition):
    deadline = time.monotonic() + 15
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def groups():
    return find_tree().names()


def test_every_probe_holds(full, run):
    assert [probe for probe in run(selftest.selftest(full)) if not probe.held] == []


def test_every_probe_holds_with_weak_limits_but_those_that_need_a_cgroup(weak, run):
    found = run(selftest.selftest(weak))
    assert [probe for probe in found if not probe.held] == []
    assert "memory" not in [probe.name for probe in found]


def test_every_probe_sees_something_where_there_is_no_sandbox(full, monkeypatch, tmp_path):
    """Run on its own in this process's place, every probe must fail, else it proves nothing."""
    with selftest._bait() as bait, selftest._table() as address:
        caps = selftest._caps(full) | {"pids": 8, "tmp_inodes": 300}
        names = sorted({probe.__name__ for probe in PROBES} - {"own_socket", "read_only"})
        told = bait | caps | {"probes": names}
        env = {"ARENA_ADDRESS": address, "PATH": os.environ["PATH"], "SECRET": "x"}
        command = [sys.executable, str(selftest.PROBES), json.dumps(told)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    held = {name for name, saw in json.loads(done.stdout).items() if not saw}
    assert held <= {"interfaces"}  # a machine may have none but its own loopback


def test_a_probe_that_fails_is_named_with_what_keeps_it(full, run):
    probes = [selftest.Probe("start", True), selftest.Probe("sockets", False, "TCP")]
    with pytest.raises(WorldTrouble, match="no bot is started: sockets: TCP; it is kept by bwrap's network namespace"):
        selftest.check(probes)


def test_a_fork_bomb_stops_at_its_cap_and_is_gone_with_its_bot(full, ended):
    end = ended(full, "import os, time\nfor _ in range(10_000):\n    os.fork() or time.sleep(600)")
    assert (end.code, "BlockingIOError" in end.output.stderr) == (1, True)


def test_a_daemon_is_gone_with_its_bot(full, ended):
    assert ended(full, DAEMON).code == 0  # the token's fixture sees that nobody is left


def test_nothing_of_a_bot_that_ended_is_left(full, ended):
    ended(full, DAEMON)
    assert [name for name in groups() if f"-{os.getpid()}-" in name] == []
    assert list(STAGES.glob(f"{STAGE_PREFIX}{os.getpid()}-*")) == []


def test_two_bots_have_two_users(full, start, token):
    def owners():
        return {Path(f"/proc/{pid}").stat().st_uid for pid in marked(token)} - {0}

    processes = [start(full, WAIT), start(full, WAIT)]
    try:
        wait_until(lambda: len(owners()) == 2)
    finally:
        kill(processes)


def kill(processes):
    for process in processes:
        loop = process.exited.get_loop()
        loop.call_soon_threadsafe(process.kill)
        asyncio.run_coroutine_threadsafe(_exit(process), loop).result(20)


async def _exit(process):
    return await process.exited


def test_a_bot_that_ignores_every_signal_is_killed(full, start):
    source = "import signal\nfor n in range(1, 65):\n  try: signal.signal(n, signal.SIG_IGN)\n  except: pass\n" + WAIT
    kill([start(full, source)])


def test_a_suspended_bot_uses_no_time_and_can_be_killed(full, start):
    process = start(full, "while True: pass")
    wait_until(lambda: process.cpu_us() > 50_000)
    process.suspend()
    time.sleep(0.05)  # the freezer may take a moment
    before = process.cpu_us()
    time.sleep(0.2)
    assert process.cpu_us() - before < 2_000
    kill([process])


REFEREE = """
import asyncio, os, sys
from pathlib import Path
from arena.bots.sandbox.kits import kits_of
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.machine import find_machine
from arena.bots.sandbox.limits import Limits
from arena.bots.sandbox.python_kit import python_kit
from arena.model.isolation import Isolation
async def main():
    launcher = SandboxLauncher(find_machine(Isolation.FULL), kits_of(python_kit(Path(sys.argv[4]))), Limits())
    processes = [await launcher.start(sys.argv[1], sys.argv[2], sys.argv[3]) for _ in range(2)]
    if sys.argv[5] == "suspend":
        await asyncio.sleep(0.5)
        for process in processes:
            process.suspend()
    print(*(process._keeper.process.pid for process in processes), flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.fixture
def referee(full, bot, table, token, tmp_path, python, request):
    """A worker with two bots running, or suspended, that leave daemons; and the pids of their keepers."""
    tmp_path.chmod(0o755)
    kits = python.mounts[0].source.parent
    command = [sys.executable, "-c", REFEREE, bot(DAEMON + WAIT), table, token, str(kits)]
    command.append(getattr(request, "param", "run"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        keepers = [int(pid) for pid in process.stdout.readline().split()]
        wait_until(lambda: len(list(marked(token))) >= 2 * 5)  # keeper, bwrap, bwrap, bot, daemon
        yield process, keepers
        process.kill()


@pytest.mark.parametrize("referee", ["run", "suspend"], indirect=True)
def test_when_the_worker_is_killed_nothing_of_its_bots_is_left(referee, token):
    worker, _ = referee
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    wait_until(lambda: not list(marked(token)))
    wait_until(lambda: not [name for name in groups() if f"-{worker.pid}-" in name])


@pytest.mark.parametrize("referee", ["run", "suspend"], indirect=True)
def test_when_worker_and_keepers_are_killed_the_next_worker_sweeps(referee, token, full):
    worker, keepers = referee
    worker.send_signal(signal.SIGSTOP)  # else it clears up after the first
    for pid in (*keepers, worker.pid):
        os.kill(pid, signal.SIGKILL)
    worker.wait()
    type(full)(full.machine, full.kit, full.limits)
    wait_until(lambda: not list(marked(token)))
    assert [name for name in groups() if f"-{worker.pid}-" in name] == []
