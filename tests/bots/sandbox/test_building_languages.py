"""Every language's trader is built in the sandbox, and plays from what was built in one without its kit's compilers."""

from pathlib import Path

import pytest
from building import KITS, SAMPLES, absent

from arena.app.host import RefereeThread
from arena.app.quarters import Quarters
from arena.bots.archives.artifact import Artifact, unpack
from arena.bots.archives.source import pack_folder
from arena.bots.kits import shelf
from arena.bots.kits.recipe import has_recipe, languages
from arena.bots.sandbox.building import build_in_sandbox, kit_to_build
from arena.bots.sandbox.limits import Limits
from arena.bots.sandbox.machine import find_machine
from arena.model.clock import TimeControl
from arena.model.errors import WorldTrouble
from arena.model.isolation import Isolation
from arena.model.matches import Chunk, Entrant, Rotation, Table, Termination
from arena.wire.gate import TableGates

BOTS = {"python": "python_trader", "stdio": "stdio_awk"} | {name: f"{name}_trader" for name in languages()}
MINUTE = 60
REBUILT = {"rust": "Compiling tonic", "cpp": "grpc++", "go": "google.golang.org/grpc\n"}
"""What a build says that compiles the gRPC stack again."""
NOT_SOURCE = ("target", "build", "node_modules", "__pycache__", ".kit", "*_trader")


CASES = [(language, Isolation.FULL) for language in sorted(BOTS)]
CASES += [(language, Isolation.WEAK) for language in ("go", "python")]


@pytest.mark.parametrize(("language", "isolation"), CASES)
def test_a_trader_is_built_within_a_minute_and_plays_from_what_was_built(language, isolation, needs_root, tmp_path):
    bot = tmp_path / "source"
    copy_source(SAMPLES / BOTS[language], bot)
    if has_recipe(language):
        try:
            shelf.make(KITS, language)
        except WorldTrouble as error:
            absent(str(error))
    outcome = build_in_sandbox(find_machine(isolation), kit_to_build(KITS, language), pack_folder(bot), tmp_path)
    assert isinstance(outcome.built, Artifact), outcome
    assert outcome.seconds < MINUTE
    assert REBUILT.get(language, "never said") not in outcome.log

    unpack(outcome.built.path, tmp_path / "bots" / outcome.built.digest)
    played = matches(Quarters(isolation, Limits(), KITS), tmp_path / "bots" / outcome.built.digest)
    assert [(match.termination, match.faults) for match in played] == [(Termination.COMPLETED, ())] * 2


def copy_source(folder: Path, target: Path):
    """What an author would hand in, without what builds on this machine have left there."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if path.is_file() and not any(part.match(pattern) for part in (name, *name.parents) for pattern in NOT_SOURCE):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(path.read_bytes())


def matches(quarters, bot):
    """One rotation of a bot against itself."""
    referee = RefereeThread(quarters.launcher(), TableGates())
    entrants = tuple(Entrant(f"{number}", str(bot / "bot.toml")) for number in range(2))
    control = TimeControl(start_us=60_000_000)
    chunk = Chunk(Table("stockpile", 2, (), control, entrants), (Rotation(1, 1, (0, 1), (bytes(32), b"1" * 32)),))
    records = []
    try:
        referee.play(chunk, records.append, lambda: False)
    finally:
        referee.close()
    return records[0].matches
