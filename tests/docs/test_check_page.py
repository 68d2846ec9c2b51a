"""The page on `arena check` against the command: scenarios, grades, keys and options."""

import re
from dataclasses import fields
from pathlib import Path

from arena.app.checking.checkup import ORDER
from arena.app.checking.comparing import Comparison, Difference
from arena.app.checking.grades import Coverage, Figures, Finding, Grade
from arena.cli.app import command

PAGE = (Path(__file__).parents[2] / "docs" / "check.md").read_text()


def rows(title):
    """First cells of the table of a section."""
    return re.findall(r"^\| `([a-z ]+)` \|", PAGE.partition(title)[2].partition("\n## ")[0], re.MULTILINE)


def test_every_scenario_is_told_in_the_order_of_the_report():
    assert tuple(rows("\n## Scenarios")) == ORDER


def test_every_grade_is_explained():
    assert sorted(rows("Each scenario is a process of its own")) == sorted(grade.value for grade in Grade)


def test_every_key_of_the_json_is_named():
    told = set(re.findall(r"`([a-z_0-9]+)`", PAGE))
    keys = {field.name for kind in (Finding, Figures, Coverage, Comparison, Difference) for field in fields(kind)}
    assert keys - told == set()


def test_every_option_it_names_is_there():
    there = {name for option in (*command("check").params, *command("play").params) for name in option.opts}
    assert set(re.findall(r"--[a-z]+", PAGE)) - there == set()
