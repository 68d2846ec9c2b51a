"""Where bots live: plainly on this machine or in sandboxes, with which limits. Told by config.toml or an option."""

import asyncio
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import structlog

from arena.app.artifacts import ArtifactLauncher
from arena.app.home import Home
from arena.bots.kits.recipe import has_recipe
from arena.bots.kits.shelf import make, to_run
from arena.bots.launcher import PlainLauncher
from arena.bots.sandbox.kits import GO, Kit, Kits, kits_of
from arena.bots.sandbox.launcher import SandboxLauncher
from arena.bots.sandbox.limits import MIB, Limits
from arena.bots.sandbox.machine import find_machine
from arena.bots.sandbox.python_kit import python_kit, stdio_kit
from arena.bots.sandbox.selftest import check, selftest
from arena.model.errors import BadInput, WorldTrouble
from arena.model.isolation import Isolation
from arena.ports.bots import Launcher

SECTION = "sandbox"

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Quarters:
    """How bots are kept on this machine; a worker is told."""

    isolation: Isolation = Isolation.NONE
    limits: Limits = field(default_factory=Limits)
    kits: Path = Path()
    """Folder of the kits; made where there is none."""
    objects: str = ""
    """URL of the store where what was handed in is kept; empty where nothing can be."""
    artifacts: Path = Path()
    """Folder of built bots, unpacked."""

    @property
    def closed(self) -> str:
        """Why strangers' bots are not taken in; empty if they are."""
        return CLOSED if self.isolation is Isolation.NONE else ""

    def launcher(self) -> Launcher:
        """What starts bots here; WorldTrouble if the machine has less than was asked for."""
        inner = PlainLauncher() if self.isolation is Isolation.NONE else self.sandbox()
        return ArtifactLauncher(inner, self.objects, self.artifacts)

    def build_kit(self, language: str) -> Kit:
        """The kit of a language to build with; made, which may take minutes, if it is not there."""
        return make(self.kits, language).sandboxed() if has_recipe(language) else _kits(self.kits)(language)

    def sandbox(self) -> SandboxLauncher:
        """The same, where there is a sandbox at all."""
        if self.isolation is Isolation.NONE:
            raise BadInput("limits are none, so there is no sandbox; name full or weak")
        machine = find_machine(self.isolation)
        return SandboxLauncher(machine, _kits(self.kits), self.limits)

    def check(self) -> None:
        """Run the self-test; WorldTrouble that names the probe and where to look if one fails."""
        if self.isolation is not Isolation.NONE:
            check(asyncio.run(selftest(self.sandbox())))

    def caution(self) -> None:
        """Log it where bots are kept less than fully apart."""
        if self.isolation is not Isolation.FULL:
            log.warning(CAUTION[self.isolation])


PLAIN = Quarters()

CLOSED = "no bots are handed in here: this arena runs without sandboxes (`--limits none`)"
CAUTION = {
    Isolation.WEAK: "weak limits: a bot may use all memory and CPU of this machine",
    Isolation.NONE: "no sandbox: bots run with our rights; only for bots of one's own",
}


def quarters(home: Home, isolation: Isolation | None = None) -> Quarters:
    """What the home's config.toml says, full limits if it says nothing; an option goes before it."""
    table = _section(home.config)
    named = table.pop("limits", Isolation.FULL.value)
    try:
        configured = Isolation(named)
    except ValueError:
        allowed = ", ".join(kind.value for kind in Isolation)
        raise BadInput(f"{home.config}: limits is {named!r}; it is one of {allowed}") from None
    return Quarters(isolation or configured, _limits(table, home.config), home.kits, home.objects, home.artifacts)


def _kits(folder: Path) -> Kits:
    """All languages: those we run on ourselves, and those whose kits were made with `arena kits build`.

    Go's is needed to build bots only: a machine that never builds any need not have it.
    """
    ours = kits_of(python_kit(folder), stdio_kit(folder), GO)

    def kit(name: str) -> Kit:
        return to_run(folder, name) if has_recipe(name) and name != GO.name else ours(name)

    return kit


def _section(config: Path) -> dict[str, Any]:
    """Our part of the file; empty if there is none."""
    try:
        found = tomllib.loads(config.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{config} is not TOML: {error}") from None
    except OSError as error:
        raise WorldTrouble(f"{config} cannot be read: {error.strerror}") from error
    section = found.get(SECTION, {})
    if not isinstance(section, dict):
        raise BadInput(f"{config}: {SECTION} is {section!r}; it is a table: [{SECTION}]")
    return section


def _limits(table: Mapping[str, Any], config: Path) -> Limits:
    """The limits with what the table sets."""
    attributes = {_key(field.name): field.name for field in fields(Limits)}
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in attributes:
            raise BadInput(f"{config}: unknown {SECTION}.{key}; there are limits, {', '.join(attributes)}")
        whole = key != "cpus"
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or value <= 0:
            raise BadInput(f"{config}: {SECTION}.{key} is {value!r}; it is a {'whole ' if whole else ''}number above 0")
        found[attributes[key]] = value * MIB if key.endswith("_mib") else value
    return Limits(**found)


def _key(attribute: str) -> str:
    """How a limit is called in the file."""
    return attribute.removesuffix("_bytes") + "_mib" if attribute.endswith("_bytes") else attribute
