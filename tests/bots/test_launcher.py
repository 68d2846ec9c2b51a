"""The launcher and the keeper with real processes."""

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from arena.bots.launcher import PlainLauncher
from arena.bots.remains import marked
from arena.model.errors import WorldTrouble
from arena.ports.bots import Exit, Output

DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
"""


def start(run, folder, token):
    return run(PlainLauncher().start(folder, "unix:/nowhere", token))


async def kill(process):
    process.kill()
    process.kill()
    return await process.exited


def is_stopped(process):
    stat = Path(f"/proc/{process._keeper.process.pid}/stat").read_text()
    return stat.rpartition(")")[2].split()[0] == "T"


def wait_until(condition):
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_an_exit_code_and_what_was_printed_are_reported(bot, ended):
    folder = bot("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert ended(folder) == Exit(3, None, False, Output("out\n", "err\n", 0))


def test_a_signal_is_reported(bot, ended):
    assert ended(bot("import os; os.kill(os.getpid(), 11)")) == Exit(None, 11, False, Output("", "", 0))


def test_a_command_that_is_not_there_is_the_bots_exit(bot, ended):
    assert ended(bot("", run="./nothing")).text() == (
        "exit code 127: cannot run './nothing': No such file or directory"
    )


def test_a_command_that_may_not_be_executed_is_the_bots_exit(bot, ended):
    assert ended(bot("", run="./main.py")).text() == "exit code 127: cannot run './main.py': Permission denied"


@pytest.mark.parametrize("free", range(5))
def test_too_few_descriptors_are_the_worlds_trouble(run, bot, token, free):
    folder = bot("")
    with no_more_descriptors_than(free), pytest.raises(WorldTrouble):
        start(run, folder, token)


@contextmanager
def no_more_descriptors_than(free):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [os.open(os.devnull, os.O_RDONLY)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (taken[0] + 200, hard))
    try:
        with suppress(OSError):
            while True:
                taken.append(os.dup(taken[0]))
        for _ in range(free):
            os.close(taken.pop())
        yield
    finally:
        for descriptor in taken:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


SURROUNDINGS = """
import json, os, signal
home, blocked = os.environ["HOME"], signal.pthread_sigmask(signal.SIG_BLOCK, [])
print(json.dumps([sorted(os.environ), os.environ["TMPDIR"] == home, os.listdir(home),
                  os.listdir("/proc/self/fd"), os.getsid(0) == os.getpid(), os.getcwd(), len(blocked)]))
"""


def test_a_bot_sees_only_its_own_environment_and_three_descriptors(bot, ended):
    folder = bot(SURROUNDINGS)
    names = ["ARENA_ADDRESS", "ARENA_TOKEN", "HOME", "LANG", "PATH", "TMPDIR"]
    descriptors = ["0", "1", "2", "3"]  # the last is that of the listing itself
    assert json.loads(ended(folder).output.stdout) == [names, True, [], descriptors, True, folder, 0]


def test_the_private_folder_is_removed_with_what_is_in_it(bot, ended):
    folder = bot("import os; home = os.environ['HOME']; os.makedirs(home + '/a/b'); print(home, end='')")
    assert not Path(ended(folder).output.stdout).exists()


@pytest.mark.parametrize("line", ["x" * 65535 + "\\n", "x" * 65536])
def test_of_200_mb_of_output_head_and_tail_are_kept(bot, ended, line):
    output = ended(
        bot(f"import sys\nprint('head')\nfor _ in range(3200): sys.stdout.write('{line}')\nprint('tail')")
    ).output
    assert (output.stdout[:4], output.stdout[-5:], output.cut_bytes) == (
        "head",
        "tail\n",
        3200 * 65536 + 10 - 65536,
    )
    assert len(output.stdout) < 66000


def test_a_daemon_is_ended_with_its_bot(bot, ended):
    assert ended(bot(DAEMON)).code == 0


def test_a_stopped_bot_is_killed(run, bot, token):
    process = start(run, bot("import os; os.kill(os.getpid(), 19)"), token)
    assert run(kill(process)).signal == 9


def test_killing_ends_the_whole_tree(run, bot, token):
    process = start(run, bot(DAEMON + "time.sleep(600)"), token)
    wait_until(lambda: len(list(marked(token))) >= 3)
    assert run(kill(process)).signal == 9


def test_a_bot_that_kills_its_keeper_has_ended_and_so_has_its_daemon(bot, ended):
    folder = bot(DAEMON + "time.sleep(0.2); os.kill(os.getppid(), 9); time.sleep(600)")
    assert ended(folder).text() == "signal 9: the process that keeps the bot was killed"


@pytest.mark.parametrize("again", ["sleep 600", "while true; do kill -STOP $PPID; done"])
def test_a_bot_that_stops_its_keeper_is_killed_in_the_end(run, bot, token, monkeypatch, again):
    monkeypatch.setattr("arena.bots.process.PATIENCE_SECONDS", 0.2)
    process = start(run, bot("", run=f"sh -c 'kill -STOP $PPID; {again}'"), token)
    wait_until(lambda: is_stopped(process))
    assert run(kill(process)).signal == 9


def test_cpu_time_counts_the_bots_own_and_stays_when_it_is_gone(run, bot, token):
    process = start(run, bot("import time\nwhile time.process_time() < 0.1: pass"), token)
    wait_until(lambda: process.cpu_us() > 50_000)
    run(asyncio.wait_for(process.exited, 10))
    assert 50_000 < process.cpu_us() < 1_000_000


REFEREE = """
import asyncio, sys, time
from arena.bots.launcher import PlainLauncher
async def main():
    await PlainLauncher().start(sys.argv[1], "unix:/nowhere", sys.argv[2])
    print("started", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.mark.parametrize("trick", ["", "os.kill(os.getppid(), 19);"])
def test_when_the_referee_is_killed_nothing_of_its_bots_is_left(bot, token, trick):
    folder = bot(DAEMON + trick + "open(os.environ['HOME'] + '/x', 'w').close(); time.sleep(600)")
    before = set(Path("/tmp").glob("arena-bot-*"))
    referee = subprocess.Popen([sys.executable, "-c", REFEREE, folder, token], stdout=subprocess.PIPE)
    with referee:
        assert referee.stdout.readline() == b"started\n"
        wait_until(lambda: len(list(marked(token))) >= 3)
        referee.send_signal(signal.SIGKILL)
    wait_until(lambda: not list(marked(token)))
    wait_until(lambda: not set(Path("/tmp").glob("arena-bot-*")) - before)
