"""Golden playthroughs: one match as text per game and player count, committed under `golden/` and played again here.

A change of rules or words shows as a diff there. `.venv/bin/python tests/engine/test_golden.py` rewrites them; a change
that alters what happens (not only its words) raises the game's rules version.
"""

from pathlib import Path

import pytest

from engine.games import games, make_game
from engine.testing.playthrough import playthrough

FOLDER = Path(__file__).parent / "golden"
CASES = [(name, players) for name, game in sorted(games().items()) for players in game.player_counts]


def played(name: str, players: int) -> str:
    return playthrough(make_game(name, players), f"golden {name} {players}")


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_golden_match_is_played_as_written(name, players):
    assert played(name, players) == (FOLDER / f"{name}-{players}.txt").read_text()


def test_there_is_no_golden_match_of_a_game_that_is_gone():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(f"{name}-{players}" for name, players in CASES)


if __name__ == "__main__":
    for case in CASES:
        (FOLDER / "{}-{}.txt".format(*case)).write_text(played(*case))
