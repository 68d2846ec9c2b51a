"""The traders, and bots on JSON lines, as hosted: 20 rotations in half of the default memory, without a fault."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from building import KITS, SAMPLES, absent, built

ARENA = Path(sys.executable).with_name("arena")
BOTS = (
    *("cpp_trader", "go_trader", "java_trader", "python_trader", "rust_trader", "typescript_trader"),
    *("stdio_awk", "stdio_perl"),
)
RANDOM = SAMPLES / "python_random"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A home with the kits that are kept, and a cap of 256 MiB."""
    path = tmp_path_factory.mktemp("home")
    KITS.mkdir(parents=True, exist_ok=True)
    (path / "kits").symlink_to(KITS)
    (path / "config.toml").write_text("[sandbox]\nmemory_mib = 256\n")
    return path


@pytest.mark.parametrize("name", BOTS)
def test_twenty_sandboxed_rotations_have_no_fault(home, name):
    if os.geteuid() != 0:
        absent("full limits need root here")
    bot = built(SAMPLES / name).folder
    words = ["play", "stockpile", bot, RANDOM, "--sandbox", "--rotations", "20", "--parallel", "16", "--seed", "3"]
    done = subprocess.run(
        [ARENA, *words, "--home", home, "--json"], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    matches = json.loads(done.stdout)["matches"]
    assert (len(matches), [fault for match in matches for fault in match["faults"]]) == (40, [])
    assert {match["limits"] for match in matches} == {"full"}
