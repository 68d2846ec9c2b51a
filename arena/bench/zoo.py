"""Tables at which a bot of the hostile zoo sits, in real sandboxes."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from arena.app.host import RefereeThread
from arena.app.quarters import Quarters
from arena.bots.sandbox.limits import Limits
from arena.model.clock import TimeControl
from arena.model.errors import BadInput
from arena.model.matches import Chunk, Entrant, Rotation, RotationRecord, Table
from arena.wire.gate import TableGates

CAPS = ("memory_bytes", "pids", "tmp_bytes", "tmp_inodes", "shm_bytes", "shm_inodes", "open_files")


def can(zoo: Path, program: str) -> list[str]:
    """What a program of the zoo says that it can do; BadInput if it is not there."""
    if not (zoo / program).is_file():
        raise BadInput(f"no {program} in {zoo}; the zoo is tests/e2e/hostile/zoo of a checkout of the project")
    told = {"ARENA_ADDRESS": "unix:/nowhere", "ARENA_TOKEN": ""}
    done = subprocess.run([sys.executable, program], cwd=zoo, env=told, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


class Sittings:
    """Plays rotations with its own copy of the zoo, each with fresh processes."""

    def __init__(self, quarters: Quarters, zoo: Path, control: TimeControl) -> None:
        self.bait = json.dumps(_bait(quarters.limits))
        """What the attacks want to be told."""
        self._control = control
        self._numbers = count(1)
        self._referee = RefereeThread(quarters.sandbox(), TableGates())
        self._copy = tempfile.TemporaryDirectory(prefix="stockpit-bench-", dir="/tmp")  # every bot's user gets there
        self._folder = Path(self._copy.name)
        self._folder.chmod(0o755)
        for source in zoo.glob("*.py"):
            (self._folder / source.name).write_bytes(source.read_bytes())

    def __enter__(self) -> "Sittings":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._referee.close()
        self._copy.cleanup()

    def manifest(self, name: str, program: str, *arguments: str) -> Path:
        """The manifest of a bot that runs a program of the zoo."""
        path = self._folder / f"{name}.toml"
        text = f'name = "{name}"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 {program}"\n'
        path.write_text(text + f"arguments = {json.dumps(arguments)}\n")
        return path

    def play(self, bots: Sequence[Path], rotations: int = 1) -> list[RotationRecord]:
        """Rotations on deals of their own, at once if the time control has it so.

        In match k seat s holds bot (s + k) modulo their number.
        """
        entrants = tuple(Entrant(str(key), str(bot)) for key, bot in enumerate(bots))
        table = Table("stockpile", len(bots), (), self._control, entrants)
        drawn = tuple(_rotation(next(self._numbers), len(bots)) for _ in range(rotations))
        records: list[RotationRecord] = []
        self._referee.play(Chunk(table, drawn), records.append, lambda: False)
        return records


def _rotation(number: int, players: int) -> Rotation:
    seeds = tuple(number.to_bytes(16) + match.to_bytes(16) for match in range(players))
    return Rotation(number, 1, tuple(range(players)), seeds)


def _bait(limits: Limits) -> dict[str, Any]:
    """Nothing lies open here; only the caps count."""
    nothing: dict[str, Any] = {"secrets": [], "tcp": [], "udp": [], "unix": [], "abstract": "", "victims": []}
    return nothing | {name: asdict(limits)[name] for name in CAPS}
