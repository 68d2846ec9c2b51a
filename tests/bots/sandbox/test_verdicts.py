"""How a bot in a sandbox ended: its own doing, its limits', or ours."""

import dataclasses
import time

import pytest

from arena.bots.sandbox.kits import kits_of
from arena.model.errors import BadInput, WorldTrouble
from arena.ports.bots import Exit, Output


def test_an_exit_code_and_what_was_printed_are_reported(full, ended):
    source = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    assert ended(full, source) == Exit(3, None, False, Output("out\n", "err\n", 0))


def test_a_signal_is_reported(full, ended):
    assert ended(full, "import os; os.kill(os.getpid(), 11)") == Exit(None, 11, False, Output("", "", 0))


def test_a_bot_that_eats_too_much_is_out_of_memory(full, ended):
    end = ended(full, "x = b'x' * (200 << 20)")
    assert (end.out_of_memory, end.signal) == (True, 9)


def test_a_bot_whose_child_eats_too_much_and_that_gives_up_is_out_of_memory(full, ended):
    end = ended(full, "import os\nif not os.fork(): x = b'x' * (200 << 20)\nraise SystemExit(os.wait()[1])")
    assert (end.out_of_memory, end.code) == (True, 9)


def test_files_in_memory_count_as_memory(full, ended):
    source = "import os\nfor n in range(4): os.write(os.memfd_create('x'), b'x' * (40 << 20))"
    assert ended(full, source).out_of_memory


def test_a_command_that_is_not_there_is_the_bots_exit(full, ended):
    end = ended(full, "", command="./nothing")
    assert end.text() == "exit code 127: cannot run ./nothing: No such file or directory"


FORGE = """
import os, time
# exit_group(7), at the end of a slide of no-operations
code = bytes.fromhex("bf07000000b8e70000000f05")
with open("/proc/1/mem", "r+b", buffering=0) as memory:
    for line in open("/proc/1/maps"):
        first, last = (int(end, 16) for end in line.split()[0].split("-"))
        if "x" in line.split()[1] and "[" not in line:
            memory.seek(first)
            memory.write(bytes([0x90]) * (last - first - len(code)) + code)
if os.fork() == 0:
    if os.fork() == 0:
        os._exit(0)  # the sandbox's first process wakes up to bury it
    os._exit(0)
time.sleep(60)
"""


HELD = """
told = dict(line.strip().split(":", 1) for line in open("/proc/1/status"))
print(*(told[name].strip() for name in ("CapPrm", "NoNewPrivs", "Seccomp")))
"""


def test_a_bot_that_rewrites_the_sandboxs_first_process_gets_no_further_than_an_exit_code_of_its_own(full, weak, ended):
    """Its user's memory is its to write, but that process is held by the same filter and has no more rights."""
    for launcher in (full, weak):
        assert ended(launcher, FORGE) == Exit(7, None, False, Output("", "", 0))
        assert ended(launcher, HELD).output.stdout == "0000000000000000 1 2\n"


def test_a_sandbox_that_cannot_be_made_is_the_worlds_trouble(full, ended):
    full.machine = dataclasses.replace(full.machine, system=("--ro-bind", "/nowhere", "/usr"))
    with pytest.raises(WorldTrouble, match="the sandbox cannot be made: bwrap: Can't find source path /nowhere"):
        ended(full, "")


def test_a_kit_that_is_not_there_is_bad_input(full, ended):
    full.kit = kits_of()
    with pytest.raises(BadInput, match="no kit 'python' for the sandbox"):
        ended(full, "")


def test_the_cpu_time_of_threads_and_children_counts_and_stays(full, ended, run, start):
    source = "import os, time\nfor _ in range(2): os.fork()\nwhile time.process_time() < 0.1: pass\ntime.sleep(0.2)"
    process = start(full, source)

    async def spent():
        await process.exited
        return process.cpu_us()

    assert 400_000 < run(spent()) < 2_000_000


def test_a_bot_gets_one_core_whatever_it_starts(full, start, run):
    process = start(full, "import os, time\nfor _ in range(3): os.fork()\nwhile True: pass")
    time.sleep(0.5)
    before = process.cpu_us()
    time.sleep(1)
    used = process.cpu_us() - before

    async def end():
        process.kill()
        await process.exited

    run(end())
    assert used < 1_250_000


def test_a_folder_the_bots_user_may_not_read_is_bad_input(full, run, bot, table, token, tmp_path):
    folder = bot("")
    tmp_path.chmod(0o700)
    with pytest.raises(BadInput, match=r"can be read by you alone, not by the bot's own user: chmod -R o\+rX"):
        run(full.start(folder, table, token))


def test_output_without_end_is_cut(full, ended):
    output = ended(full, "import sys\nfor _ in range(1000): sys.stdout.write('x' * 65536)").output
    assert (len(output.stdout) < 66_000, output.cut_bytes) == (True, 1000 * 65536 - 65536)
