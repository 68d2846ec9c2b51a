"""How far a bot's process was kept apart from the machine while it played."""

from enum import Enum


class Isolation(Enum):
    """Stamped on every match; anything less than `FULL` must be asked for by name."""

    FULL = "full"
    """A sandbox of its own with caps on memory, processes and CPU."""
    WEAK = "weak"
    """A sandbox without a cgroup: nothing caps memory and CPU, so a bot may slow its neighbours down."""
    NONE = "none"
    """A plain process with our own rights: for one's own bots."""
