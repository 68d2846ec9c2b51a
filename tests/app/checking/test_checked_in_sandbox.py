"""A check as a hosted bot would go through it. Needs root, for full limits."""

import os
import shutil
from pathlib import Path

import pytest
from terms_for_tests import E2E, PATIENT, SHORT

from arena.app.checking import measures, scenarios
from arena.app.checking.checkup import check_bot
from arena.app.checking.examination import Terms
from arena.app.quarters import Quarters
from arena.bots.manifest import load_manifest
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.isolation import Isolation

ROOT = Path(__file__).parents[3]


@pytest.fixture
def hosted():
    """`hosted(path, todo)`: the findings of a check in a sandbox with 256 MiB, by scenario."""
    if os.geteuid() != 0:
        reason = "needs root: cgroups and users of bots"
        pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)
    quarters = Quarters(Isolation.FULL, Limits(memory_bytes=256 * MIB), ROOT / "build" / "kits")

    def check(path, todo):
        report = check_bot(load_manifest(path), Terms(quarters, PATIENT, SHORT), todo=todo)
        return {finding.scenario: (finding.grade.value, finding.text) for finding in report.findings}

    return check


def test_a_good_bot_passes_within_the_memory_of_its_sandbox(hosted):
    found = hosted(ROOT / "sample_bots" / "python_trader", [scenarios.decisions, measures.memory])
    assert [name for name, (grade, _) in found.items() if grade in ("advice", "fail")] == []
    assert "of 256 MiB" in found["memory"][1]


def test_a_bot_that_needs_more_memory_is_told_so(hosted, tmp_path):
    tmp_path.chmod(0o755)  # for the bot's own user
    shutil.copy(E2E / "checked" / "main.py", tmp_path)
    (tmp_path / "bot.toml").write_text(
        'name = "b"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 main.py holds_much"\n'
    )
    grade, text = hosted(tmp_path, [])["joins"]
    assert (grade, text.startswith("out_of_memory: "), text.endswith("keep less in memory")) == ("fail", True, True), (
        text
    )
