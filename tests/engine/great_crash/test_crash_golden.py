"""Golden playthroughs with the variants, beside those of the plain game in `tests/engine/golden`.

`.venv/bin/python tests/engine/great_crash/test_crash_golden.py` rewrites them.
"""

from pathlib import Path

import pytest

from engine.games import make_game
from engine.testing.playthrough import playthrough

FOLDER = Path(__file__).parent / "golden"
CASES = [(3, "advanced", 1, True), (4, "advanced", 2, False), (5, "standard", 2, True)]


def played(players: int, board: str, experts: int, no_bonus: bool) -> str:
    game = make_game("great_crash", players, {"board": board, "experts": experts, "no_bonus": no_bonus})
    return playthrough(game, f"golden crash {players} d")


def path(players: int, board: str, experts: int, no_bonus: bool) -> Path:
    return FOLDER / f"{board}-experts-{experts}{'-no-bonus' if no_bonus else ''}-{players}.txt"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_golden_match_with_variants_is_played_as_written(case):
    assert played(*case) == path(*case).read_text()


def test_the_golden_matches_use_every_variant():
    text = "\n".join(path(*case).read_text() for case in CASES)
    words = ("hires an expert\n", "with the help of", "for sale", "dismisses", "split before for", "is ruined")
    assert [word for word in words if word not in text] == []


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        path(*case).write_text(played(*case))
