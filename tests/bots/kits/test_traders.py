"""The six traders of sample_bots/TRADER.md are one strategy: on the same deals they decide alike."""

from functools import cache

import pytest
from building import SAMPLES, built

from arena.app.host import close_referee, referee_thread
from arena.app.playing import new_series
from arena.model.clock import SECOND, TimeControl
from arena.model.matches import Chunk
from engine.games import read_settings

LANGUAGES = ("cpp", "go", "java", "rust", "typescript")
TABLES = [
    (2, "standard", False),
    (2, "advanced", True),
    (3, "standard", True),
    (3, "advanced", False),
    (4, "standard", False),
    (4, "advanced", True),
    (5, "standard", True),
    (5, "advanced", False),
]
"""Players, board, investors: every pair of those."""
DEALS = 25
"""Of each table, 200 in all."""
PATIENT = TimeControl(bank_us=600 * SECOND, soft_limit_us=60 * SECOND, max_matches=32)


@cache
def played(language):
    """Every match of the trader against itself: its deal's name and its actions; and all faults."""
    bot = built(SAMPLES / f"{language}_trader")
    matches, faults = [], []
    for players, board, investors in TABLES:
        settings = read_settings("stockpile", {"board": board, "investors": str(investors).lower()})
        rotations = -(-DEALS // players)
        series = new_series("stockpile", [str(bot.path)] * players, settings, rotations, 4, PATIENT)
        for number, match in enumerate(in_one_chunk(series)[:DEALS]):
            name = f"{players} players, {board} board, {'with' if investors else 'no'} investors, deal {number}"
            matches.append((name, list(match.transcript.decisions)))
            faults += match.faults
    return matches, faults


def in_one_chunk(series):
    """Its matches, in order, all played by the same processes: most of the time would go into starting them."""
    records = []
    referee_thread().play(Chunk(series.table, series.rotations), records.append, lambda: False)
    return [match for record in sorted(records, key=lambda record: record.id) for match in record.matches]


def first_difference(ours, theirs):
    """Where two lists of matches part, in words; nothing if they do not."""
    for (name, one), (_, other) in zip(ours, theirs, strict=True):
        for number, (action, another) in enumerate(zip(one, other, strict=False)):
            if action != another:
                return f"{name}, decision {number}: {action}, not {another}"
        if len(one) != len(other):
            return f"{name}: {len(one)} decisions, not {len(other)}"
    return None


@pytest.fixture(scope="module", autouse=True)
def _referee():
    yield
    close_referee()


def test_the_trader_plays_200_deals_without_a_fault():
    matches, faults = played("python")
    assert (len(matches), faults) == (200, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_decides_as_python_does(language):
    matches, faults = played(language)
    assert (first_difference(matches, played("python")[0]), faults) == (None, [])


def test_a_difference_is_named():
    ours, theirs = [("a", [1, 2]), ("b", [1, 2])], [("a", [1, 2]), ("b", [1, 3])]
    assert first_difference(ours, theirs) == "b, decision 1: 2, not 3"
