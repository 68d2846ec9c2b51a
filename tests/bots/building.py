"""Sample bots built with their kits, which are made once and kept for later runs, outside the checkout."""

import os
from contextlib import nullcontext
from pathlib import Path

import pytest

from arena.app.playing import build_bots
from arena.bots.manifest import load_manifest
from arena.model.errors import WorldTrouble

HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stockpit"
"""A kit is named after all that goes in, so it is as good for this checkout as for any other."""
KITS = HOME / "kits"
SAMPLES = Path(__file__).parents[2] / "sample_bots"


def built(entrant):
    """The entrant's manifest, built; without its toolchain the test is skipped, or fails where all is required."""
    bot = load_manifest(entrant)
    try:
        build_bots([bot], lambda _: nullcontext(), KITS)
    except WorldTrouble as error:
        absent(str(error))
    return bot


def absent(reason):
    """Something of the machine is missing."""
    pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)
