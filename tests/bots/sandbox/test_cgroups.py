"""Control groups of this machine; needs root."""

import subprocess
import threading
import time
from pathlib import Path

import pytest
from building import absent

from arena.bots.sandbox.cgroup_v1 import _mounts, _own_paths
from arena.bots.sandbox.cgroup_v2 import CgroupV2
from arena.bots.sandbox.cgroups import clear, find_tree, own_prefix, sweep
from arena.bots.sandbox.limits import MIB, Limits

UNIFIED = Path("/sys/fs/cgroup/unified")


@pytest.fixture
def tree(needs_root):
    return find_tree()


@pytest.fixture
def group(tree):
    made = tree.make(f"{own_prefix()}-test", Limits(memory_bytes=64 * MIB, pids=4))
    yield made
    clear(made)


@pytest.fixture
def spinning():
    with subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"]) as process:
        yield process
        process.kill()


def enter(group, process):
    for folder in group.folders:
        (folder / "cgroup.procs").write_text(str(process.pid))


def test_what_is_in_a_group_is_listed_and_its_time_counted(group, spinning):
    enter(group, spinning)
    assert group.pids() == [spinning.pid]
    deadline = time.monotonic() + 10
    while group.cpu_us() < 20_000 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert group.cpu_us() >= 20_000
    assert not group.out_of_memory()


def test_clearing_a_group_kills_and_removes_it_also_when_frozen(tree, spinning):
    group = tree.make(f"{own_prefix()}-frozen", Limits())
    enter(group, spinning)
    group.freeze()
    clear(group)
    assert (spinning.wait(5), [folder.exists() for folder in group.folders]) == (-9, [False] * len(group.folders))


def test_a_sweep_clears_the_groups_of_workers_that_are_gone_only(tree, group, spinning):
    gone = tree.make("stockpit-999999999-1-1", Limits())
    enter(gone, spinning)
    sweep(tree)
    assert (gone.folders[0].exists(), group.folders[0].exists()) == (False, True)


def test_groups_are_listed_while_others_come_and_go(tree, group):
    over = threading.Event()

    def come_and_go():
        while not over.is_set():
            clear(tree.make(f"{own_prefix()}-coming", Limits()))

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        assert {any(name.endswith("-test") for name in tree.names()) for _ in range(100)} == {True}
    finally:
        over.set()
        thread.join()


def test_the_bare_unified_hierarchy_counts_freezes_and_empties_like_version_2(needs_root, spinning):
    if not UNIFIED.is_dir():
        absent("no unified hierarchy beside version 1")
    folder = UNIFIED / f"{own_prefix()}-bare"
    folder.mkdir()
    group = CgroupV2(folder)
    enter(group, spinning)
    time.sleep(0.05)
    group.freeze()
    assert (group.pids(), group.cpu_us() > 10_000) == ([spinning.pid], True)
    clear(group)
    assert not folder.exists()


def test_hierarchies_are_found_by_controller():
    mountinfo = (
        "30 20 0:27 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
        "31 20 0:28 / /sys/fs/cgroup/memory rw - cgroup none rw,memory\n"
        "32 20 0:29 / / rw - ext4 /dev/vda rw\n"
    )
    found = _mounts(mountinfo)
    assert {name: str(found[name]) for name in ("cpu", "cpuacct", "memory")} == {
        "cpu": "/sys/fs/cgroup/cpu,cpuacct",
        "cpuacct": "/sys/fs/cgroup/cpu,cpuacct",
        "memory": "/sys/fs/cgroup/memory",
    }
    assert _own_paths("4:memory:/a/b\n2:cpu,cpuacct:/c\n0::/d\n") == {
        "memory": "/a/b",
        "cpu": "/c",
        "cpuacct": "/c",
        "": "/d",
    }


def test_a_group_that_another_worker_removes_meanwhile_is_passed_over(tree, monkeypatch):
    name = f"{own_prefix()}-going"
    going = tree.make(name, Limits(memory_bytes=64 * MIB, pids=4))
    kind = type(going)
    made = kind.__init__

    def once_it_is_removed(self, *arguments):
        clear(going)
        made(self, *arguments)

    monkeypatch.setattr(kind, "__init__", once_it_is_removed)
    found = dict(tree.left())
    for other in found.values():
        other.close()
    assert name not in found
