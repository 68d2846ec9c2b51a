"""The quickstart's commands are run as they stand there: each language's by themselves, up to the ladder for two."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving_home import KITS, Served

from arena.app.checking.checkup import check_bot
from arena.app.checking.examination import Spans, Terms
from arena.app.checking.grades import Grade
from arena.app.quarters import PLAIN
from arena.bots.manifest import load_manifest
from arena.model.clock import SECOND, TimeControl

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guide" / "quickstart.md").read_text()
BIN = Path(sys.executable).parent
SECTIONS = {
    title: "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S))
    for title, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
}
NEEDS_SERVER = re.compile(r"^arena (?:submit|status|ladder)\b.*\n", re.M)
CHECK = re.compile(r"^arena check (\w+)\n", re.M)
PATIENT = TimeControl(soft_limit_us=60 * SECOND, start_us=60 * SECOND)
SHORT = Spans(idle=0.5, plenty=0.5, repeating=1.0)
"""Checks are done here in less time, and by a clock that a busy machine does not run out of."""
TOOLS = {
    "Go": "go",
    "Rust": "cargo",
    "Java": "mvn",
    "TypeScript": "npm",
    "JavaScript": "npm",
    "C++": "g++",
    "Any other language": "perl",
}
HANDED_IN = ("Python", "Any other language")
"""Those that are handed in here; all others are by tests/e2e/test_handing_in.py."""


def run(script, folder, home):
    """What a shell says to a script that ends at the first command that fails."""
    (folder / "sample_bots").symlink_to(ROOT / "sample_bots")
    environment = os.environ | {"ARENA_HOME": str(home), "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-e"],
        input=script,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def failures(language, folder):
    """What `arena check` says the bots fail in; mere advice may be the machine's."""
    bots = CHECK.findall(SECTIONS[language])
    reports = [check_bot(load_manifest(folder / bot), Terms(PLAIN, PATIENT, SHORT)) for bot in bots]
    assert reports
    return [finding for report in reports for finding in report.findings if finding.grade is Grade.FAIL]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    arena = Served(tmp_path_factory.mktemp("served") / "home")
    yield arena
    arena.end()


def need(language):
    tool = TOOLS.get(language)
    if tool and shutil.which(tool) is None and os.environ.get("ARENA_REQUIRE") != "all":
        pytest.skip(f"no {tool} on PATH")


@pytest.mark.parametrize("language", [language for language in TOOLS if language not in HANDED_IN])
def test_a_first_bot_is_made_plays_and_is_checked_without_a_fault(language, tmp_path):
    need(language)
    home = tmp_path / "home"
    home.mkdir()
    (home / "kits").symlink_to(KITS)

    said = run(CHECK.sub("", NEEDS_SERVER.sub("", SECTIONS[language])), tmp_path, home)

    assert ("fault:" in said, failures(language, tmp_path)) == (False, [])


@pytest.mark.parametrize("language", HANDED_IN)
def test_a_first_bot_comes_on_the_ladder(language, tmp_path, served):
    need(language)
    handed_in = re.findall(r"^arena submit (\w+)$", SECTIONS[language], re.M)

    said = run(CHECK.sub("", SECTIONS[language]), tmp_path, served.home)

    assert ("fault:" in said, len(re.findall(r"^\d\d:\d\d:\d\d  active$", said, re.M))) == (False, len(handed_in))
    assert all(name in served.arena("ladder", "show").stdout for name in handed_in)
    assert failures(language, tmp_path) == []


def test_every_language_has_commands():
    assert {title for title, script in SECTIONS.items() if "arena play" in script} == {"Python", *TOOLS}
