"""Where the bots of a command live."""

from pathlib import Path

from arena.app.home import Home
from arena.app.quarters import PLAIN, Quarters, quarters
from arena.model.errors import BadInput
from arena.model.isolation import Isolation


def bots_quarters(sandbox: bool, limits: Isolation | None, home: Path) -> Quarters:
    """How one's own bots are kept: in a sandbox only if asked; kits are kept in the home."""
    if sandbox:
        if limits is Isolation.NONE:
            raise BadInput("--limits none is no sandbox; leave --sandbox out")
        return quarters(Home(home.resolve()), limits)
    if limits is not None:
        raise BadInput(f"--limits {limits.value} goes with --sandbox")
    return PLAIN
