"""Disks that are soon full."""

import os
import subprocess

import pytest


@pytest.fixture
def tiny_disk():
    """Mount a disk of so many KiB on a folder; it is gone at the end."""
    mounted = []

    def mount(folder, kib):
        if os.geteuid() != 0:
            reason = "mounting a disk needs root"
            pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)
        options = f"size={kib}k,nr_inodes=1000,mode=0755"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        mounted.append(folder)
        return folder

    yield mount
    for folder in reversed(mounted):
        subprocess.run(["umount", "--lazy", folder], check=True)
