"""The page "Why was I rejected?" has every reason the code can give."""

import ast
import re
from pathlib import Path

import pytest

from arena.bots.sandbox.build_outcome import BuildCause
from arena.model.faults import Cause
from arena.model.submissions import VersionState

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"
REJECTED = (GUIDE / "rejected.md").read_text()
TELLING = [
    *sorted((ROOT / "arena" / "bots" / "archives").glob("*.py")),
    *(
        ROOT / "arena" / name
        for name in (
            "bots/manifest.py",
            "bots/sandbox/build_outcome.py",
            "app/desk.py",
            "store/builds.py",
            "store/entrants.py",
            "store/submissions.py",
            "store/suspensions.py",
            "store/validations.py",
            "web/api/bots.py",
            "web/rates.py",
        )
    ),
]
"""Modules that refuse, reject or suspend."""
KINDS = {"BadInput", "Rejection", "TooMany", "failed"}
ELSEWHERE = ("opponents; a challenge has",)
"""Of other things than handing in."""


def written(node):
    """A text as it is written in the code, with … where something is put in; None if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
    return None


def told(path):
    """What a module refuses with: the reason of each call of these kinds, and each clause that `_refusal` returns."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KINDS:
            yield from filter(None, map(written, node.args[:2] if node.func.id == "failed" else node.args[:1]))
        elif isinstance(node, ast.FunctionDef) and node.name == "_refusal":
            yield from filter(None, (written(part.value) for part in ast.walk(node) if isinstance(part, ast.Return)))


def pattern(text):
    """Finds the text on the page, with anything that fits a line where something is put in."""
    return ".+?".join(re.escape(part) for part in text.split("…"))


REASONS = sorted(
    {text for path in TELLING for text in told(path) if re.search("[a-z]{2}", text) and text != "… has …: …"}
)


@pytest.mark.parametrize("reason", [text for text in REASONS if not any(other in text for other in ELSEWHERE)])
def test_every_reason_is_on_the_page(reason):
    assert re.search(pattern(reason), REJECTED), reason


def test_there_are_reasons_of_every_kind():
    assert len(REASONS) > 50


@pytest.mark.parametrize("kind", [BuildCause, Cause, VersionState])
def test_every_cause_and_state_has_a_row(kind):
    rows = set(re.findall(r"^\| `(\w+)` \|", REJECTED, re.M))
    assert {one.value for one in kind} - rows == set()


def test_every_cause_of_a_fault_is_explained():
    assert sorted(re.findall(r"^### (\w+)$", (GUIDE / "faults.md").read_text(), re.M)) == sorted(
        cause.value for cause in Cause
    )
