"""A kit: what a language's bots find in the sandbox beside the system's /usr."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.bots.sandbox.limits import Limits
from arena.model.errors import BadInput

INSIDE = Path("/opt/kit")
"""Where a kit's own folder is mounted."""

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True, slots=True)
class Mount:
    """A file or folder of the machine, shown read-only at a place in the sandbox."""

    source: Path
    target: Path


def no_hints(_: Limits) -> Mapping[str, str]:
    """For languages whose programs find out themselves what they may use."""
    return {}


@dataclass(frozen=True, slots=True)
class Kit:
    """Mounts and environment of one language."""

    name: str
    mounts: tuple[Mount, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    """PATH in it comes before the system's."""
    hints: Callable[[Limits], Mapping[str, str]] = no_hints
    """Variables that keep a runtime inside the caps, such as JAVA_TOOL_OPTIONS."""

    def variables(self, limits: Limits) -> dict[str, str]:
        """All of its environment under these limits."""
        found = {**self.environment, **self.hints(limits)}
        own = found.get("PATH")
        return found | {"PATH": f"{own}:{SYSTEM_PATH}" if own else SYSTEM_PATH}


def go_hints(limits: Limits) -> Mapping[str, str]:
    """A soft limit below the cap, so that garbage is collected before the kernel kills."""
    return {"GOMEMLIMIT": str(limits.memory_bytes * 3 // 4), "GOMAXPROCS": str(max(1, round(limits.cpus)))}


GO = Kit("go", hints=go_hints)
"""Go's programs are whole: nothing is mounted to run them."""

Kits = Callable[[str], Kit]
"""The kit of a language; BadInput if there is none. Asked at every start, so that one may be made meanwhile."""


def kits_of(*kits: Kit) -> Kits:
    """Just these."""
    by_name = {kit.name: kit for kit in kits}

    def find(name: str) -> Kit:
        if name not in by_name:
            raise BadInput(f"no kit {name!r} for the sandbox; there are {', '.join(sorted(by_name))}")
        return by_name[name]

    return find
