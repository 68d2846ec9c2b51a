"""Bots under examination, by terms that fit a test."""

from dataclasses import replace

import pytest
from terms_for_tests import E2E, PATIENT, SHORT

from arena.app.checking.checkup import check_bot
from arena.app.checking.examination import Terms
from arena.app.quarters import PLAIN
from arena.bots.manifest import load_manifest


@pytest.fixture
def checked():
    """`checked(path, ...)`: the findings of a check by scenario, as (grade, text)."""

    def check(path, todo=(), spans=SHORT, **control):
        terms = Terms(PLAIN, replace(PATIENT, **control), spans)
        report = check_bot(load_manifest(path), terms, todo=todo)
        return {finding.scenario: (finding.grade.value, finding.text) for finding in report.findings}

    return check


@pytest.fixture
def misdeed(tmp_path):
    """`misdeed(name)`: the folder of a bot that plays Stockpile well but for that."""

    def write(name):
        run = f"python3 {E2E / 'checked' / 'main.py'} {name}"
        (tmp_path / "bot.toml").write_text(f'name = "{name}"\ngames = ["stockpile"]\nkit = "python"\nrun = "{run}"\n')
        return tmp_path

    return write
