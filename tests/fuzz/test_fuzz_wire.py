"""The fuzzer of what bots send, for some seconds."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest


def test_some_seconds_of_atheris_find_nothing_in_what_bots_send(tmp_path):
    if find_spec("atheris") is None:
        reason = "atheris is not installed"
        pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)
    script = Path(__file__).with_name("fuzz_wire.py")
    command = [sys.executable, str(script), "-max_total_time=5", f"-artifact_prefix={tmp_path}/"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, list(tmp_path.iterdir())) == (0, []), done.stderr[-2000:]
    assert "Done " in done.stderr
