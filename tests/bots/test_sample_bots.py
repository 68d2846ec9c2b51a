"""What holds for every sample bot, whatever it plays."""

import ast
import re
from pathlib import Path

import pytest
from building import built

from arena.app.host import RefereeThread
from arena.bots.launcher import PlainLauncher
from arena.bots.manifest import load_manifest
from arena.ladder.points import points
from arena.model.clock import SECOND, TimeControl
from arena.model.matches import Chunk, Entrant, Rotation, Table
from arena.wire.gate import TableGates

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_bots"
MANIFESTS = sorted(path for path in SAMPLES.glob("*/*.toml") if path.name not in ("Cargo.toml", "pyproject.toml"))
RANDOM = SAMPLES / "python_random" / "bot.toml"
SHORT = TimeControl(bank_us=SECOND // 4, refund_us=SECOND // 1000)
"""Enough for those that do not search, and for the one that does little enough for a test."""
STRONGER = [path for path in MANIFESTS if path.parent.name not in ("python_random", "stdio_awk")]


def test_the_entrants_have_names_of_their_own():
    names = sorted(load_manifest(path).name for path in MANIFESTS)
    heuristics = ["python_heuristic", "python_heuristic_bold", "python_heuristic_careful", "python_heuristic_twin"]
    traders = [f"{language}_trader" for language in ("cpp", "go", "java", "python", "rust", "typescript")]
    assert names == sorted([*traders, *heuristics, "python_random", "python_search", "stdio_awk", "stdio_perl"])


def test_python_bots_know_only_the_stubs_the_sdk_and_the_engine():
    imported = set()
    for path in SAMPLES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
    assert "arena" not in imported


@pytest.mark.parametrize(
    "folder", sorted(path for path in SAMPLES.iterdir() if path.is_dir()), ids=lambda path: path.name
)
def test_a_sample_bot_is_short_and_explained(folder):
    lines = {path.name: len(path.read_text().splitlines()) for path in sources(folder)}
    assert max(lines.values(), default=0) < 200
    assert not folder.name.endswith("_trader") or sum(lines.values()) < 200
    assert folder.name == "sdk" or (folder / "README.md").exists()


def sources(folder):
    """What its author wrote; programs lie there or in src/."""
    kinds = {".py", ".go", ".rs", ".java", ".ts", ".cc", ".h", ".awk", ".pl"}
    return [path for path in (*folder.glob("*.*"), *folder.glob("src/*.*")) if path.suffix in kinds]


def test_the_go_bot_is_built_against_the_versions_its_stubs_are_made_for():
    kit, bot = (
        re.findall(r"^\tgoogle.golang.org/(grpc|protobuf) (\S+)$", (folder / "go.mod").read_text(), re.M)
        for folder in (ROOT / "deploy" / "kits" / "go", SAMPLES / "go_trader")
    )
    assert kit == bot


@pytest.mark.parametrize(
    ("strong", "game"),
    [(path, game) for path in STRONGER for game in load_manifest(path).games],
    ids=lambda one: one if isinstance(one, str) else f"{one.parent.name}-{one.stem}",
)
def test_every_other_sample_bot_beats_the_random_one(strong, game):
    built(strong)
    thinks = strong.parent.name == "python_search"
    assert mean_points(strong, RANDOM, game, rotations=1 if thinks else 2) > 0.7


def mean_points(strong, weak, game, rotations):
    """Points of a match of `strong` at tables strong, weak, strong, weak; 5/6 is the most there is."""
    entrants = tuple(Entrant(str(number), str(bot)) for number, bot in enumerate((strong, weak, strong, weak)))
    specs = tuple(
        Rotation(number, 1, (0, 1, 2, 3), tuple(bytes([number, match]) * 16 for match in range(4)))
        for number in range(rotations)
    )
    records = []
    referee = RefereeThread(PlainLauncher(), TableGates())
    chunk = Chunk(Table(game, 4, (), SHORT, entrants), specs)
    referee.play(chunk, records.append, lambda: False)
    referee.close()
    won = [
        points(match.places)[seat]
        for record in records
        for k, match in enumerate(record.matches)
        for seat in range(4)
        if (seat + k) % 2 == 0
    ]
    return sum(won) / len(won)
