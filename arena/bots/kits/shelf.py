"""Where kits stand: a folder each, named after its language and a key of all that goes in, made once, never changed."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from arena.bots.alone import alone
from arena.bots.kits.recipe import FOLDER, PROTOS, WHOLE, Recipe, found_version, recipe, sizes
from arena.bots.sandbox.kits import INSIDE, Kit, Mount
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.errors import BadInput, WorldTrouble

ROUND = "1"
"""Raised when the way kits are made changes."""
KEY = re.compile(r"[0-9a-f]{16}")
ABOUT = "kit.json"
PATIENCE_SECONDS = 1800
TEMPLATE = "template"
"""Folder in a recipe's: a small bot to begin with."""


@dataclass(frozen=True, slots=True)
class MadeKit:
    """A kit that stands in its folder."""

    recipe: Recipe
    folder: Path

    def environment(self) -> dict[str, str]:
        """What its bots are told on this machine, without a sandbox; PATH is to go before what there is."""
        return {name: text.replace("{kit}", str(self.folder)) for name, text in self.recipe.environment.items()}

    def hints(self, limits: Limits) -> dict[str, str]:
        """Sizes for its runtime under these limits."""
        shares = sizes(limits.memory_bytes // MIB, limits.cpus)
        return {name: text.format(**shares) for name, text in self.recipe.hints.items()}

    def sandboxed(self) -> Kit:
        """The same as the sandbox wants it, to build with: at its place inside."""
        told = {name: text.replace("{kit}", str(INSIDE)) for name, text in self.recipe.environment.items()}
        mounts = [Mount(self.folder, INSIDE), Mount(self.folder, self.folder)]  # cargo wants its sources where they lay
        if self.recipe.etc:
            mounts += [Mount(path, path) for path in sorted(Path("/etc").glob(self.recipe.etc))]
        return Kit(self.recipe.language, tuple(mounts), told, self.hints)


def about(folder: Path) -> dict[str, object]:
    """Where and in how many seconds the kit there was made; empty before it is complete."""
    try:
        return dict(json.loads((folder / ABOUT).read_text()))
    except OSError:
        return {}


def seconds(folder: Path) -> float | None:
    """How long it took to make the kit there, if that was written down."""
    told = about(folder).get("seconds")
    return told if isinstance(told, float) else None


def to_run(kits: Path, language: str) -> Kit:
    """What the sandbox shows a bot that is built; BadInput if that is a kit which is not made."""
    if language not in WHOLE:
        return need(kits, language).sandboxed()
    return Kit(language, hints=MadeKit(recipe(language), kits).hints)


def find(kits: Path, language: str) -> MadeKit | None:
    """The kit, if it was made from what there is now; WorldTrouble if its tools are missing, so that nobody knows."""
    made = MadeKit(recipe(language), place(kits, language))
    return made if about(made.folder).get("place") == str(made.folder) else None


def need(kits: Path, language: str) -> MadeKit:
    """The kit; BadInput says how to make it if it is not there."""
    made = find(kits, language)
    if made is None:
        raise BadInput(f"the kit of {language} is not in {kits}; `arena kits build {language}` makes it")
    return made


def make(kits: Path, language: str) -> MadeKit:
    """The kit, made if it is not there; WorldTrouble with the last line of what was said if that fails."""
    made = find(kits, language)
    if made is not None:
        return made
    with alone(kits / f".lock-{language}", f"the kit of {language}"):
        made = find(kits, language)
        return made or _make(kits, recipe(language))


def earlier(kits: Path, language: str, current: Path) -> list[Path]:
    """Folders of this language's kits other than the current one: nothing made from now on will use them."""
    found = (folder for folder in kits.resolve().glob(f"{language}-*") if KEY.fullmatch(folder.name, len(language) + 1))
    return sorted(folder for folder in found if folder != current.resolve())


def place(kits: Path, language: str) -> Path:
    """Where the kit of what there is now stands, or would; WorldTrouble if its tools are missing.

    A link leads to a kit that somebody else has made.
    """
    return (kits / f"{language}-{key(language)}").resolve()


@cache
def key(language: str) -> str:
    """Of all that goes in: the recipe, the protos, the tools."""
    its = recipe(language)
    hashed = sha256(f"{ROUND} {language} {version('grpcio-tools')}\n".encode())
    for tool in its.tools:
        hashed.update(f"{found_version(tool)}\n".encode())
    for path in (FOLDER / "kit.sh", *_files(its.folder), *_files(PROTOS)):
        hashed.update(f"{path.name} {path.stat().st_size}\n".encode())
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:16]


def _files(folder: Path) -> list[Path]:
    """All but the template of a new bot, which is not part of the kit."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and TEMPLATE not in path.parts)


def _make(kits: Path, its: Recipe) -> MadeKit:
    """Make it in its place (some tools write down where that is); what says it is complete comes last."""
    began = time.monotonic()
    folder = place(kits, its.language)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        _run(its, folder)
        _make_readable(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    told = {"language": its.language, "place": str(folder), "seconds": round(time.monotonic() - began, 1)}
    (folder / ABOUT).write_text(json.dumps(told) + "\n")
    return MadeKit(its, folder)


def _run(its: Recipe, making: Path) -> None:
    """Run its build.sh."""
    told = {
        "KIT": str(making),
        "PROTOS": str(PROTOS),
        "PROTOC": shlex.join((sys.executable, "-m", "grpc_tools.protoc")),
    }
    with subprocess.Popen(
        ["sh", str(its.folder / "build.sh")],
        env={**os.environ, **told},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=PATIENCE_SECONDS)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)  # with all that it has started
            if isinstance(error, subprocess.TimeoutExpired):
                raise WorldTrouble(f"the kit of {its.language} was not made in {PATIENCE_SECONDS} s") from None
            raise
    if process.returncode != 0:
        lines = said.strip().splitlines() or [f"exit code {process.returncode}"]
        raise WorldTrouble(f"the kit of {its.language} cannot be made: {lines[-1]}")


def _make_readable(making: Path) -> None:
    """For every user, and for nobody but us to write."""
    for path in making.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
