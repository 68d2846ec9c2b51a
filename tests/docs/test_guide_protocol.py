"""The protocol's reference is what the protos say, and says all of it."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"
SPEC = importlib.util.spec_from_file_location("protocol_reference", ROOT / "deploy" / "protocol_reference.py")
reference = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(reference)


@pytest.fixture(scope="module")
def pages():
    return reference.pages()


def test_every_page_is_what_the_script_would_write_now(pages):
    stale = [name for name, text in pages.items() if (GUIDE / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run: .venv/bin/python deploy/protocol_reference.py"


def test_every_proto_has_a_page():
    assert {str(path.relative_to(ROOT / "protos")) for path in (ROOT / "protos").rglob("*.proto")} == set(
        reference.PAGES
    )


def test_nothing_stands_without_a_meaning(pages):
    empty = [line for text in pages.values() for line in text.splitlines() if re.fullmatch(r"\|.*\|\s*\|", line)]
    assert [line for line in empty if not line.startswith("| field |")] == []


def test_a_field_is_told_with_its_type_its_number_and_who_knows_it(pages):
    assert (
        "| `hand` | repeated uint32 | 21 | Supply cards in hand, as dealt: two, or none. This seat only. |"
        in pages["protocol_stockpile.md"]
    )
