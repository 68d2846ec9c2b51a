"""Golden playthroughs with investors, beside those of the plain game in `tests/engine/golden`.

`.venv/bin/python tests/engine/stockpile/test_stockpile_golden.py` rewrites them.
"""

from pathlib import Path

import pytest

from engine.games import make_game
from engine.testing.playthrough import playthrough

FOLDER = Path(__file__).parent / "golden"
CASES = [(2, "standard"), (3, "advanced"), (4, "standard"), (5, "advanced")]


def played(players: int, board: str) -> str:
    game = make_game("stockpile", players, {"board": board, "investors": True})
    return playthrough(game, f"golden investors {players} b")


def path(players: int, board: str) -> Path:
    return FOLDER / f"investors-{board}-{players}.txt"


@pytest.mark.parametrize(("players", "board"), CASES)
def test_a_golden_match_with_investors_is_played_as_written(players, board):
    assert played(players, board) == path(players, board).read_text()


def test_the_golden_matches_use_every_ability():
    text = "\n".join(path(*case).read_text() for case in CASES)
    stuart = "places a card down on pile"
    words = (stuart, "moves card", "looks at pile", "looks at pair", "lets ", " receives ", " by +1", " by -1")
    assert [word for word in words if word not in text] == []


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        path(*case).write_text(played(*case))
