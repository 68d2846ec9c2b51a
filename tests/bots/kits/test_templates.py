"""A bot begun in any language is built without network, and plays every game it names without a fault."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from building import HOME, KITS, built

from arena.bots.kits import shelf
from arena.bots.kits.recipe import languages
from arena.bots.kits.starting import new_bot, startable
from arena.bots.manifest import load_manifest

ARENA = Path(sys.executable).with_name("arena")
PATIENCE_SECONDS = 60
"""How long a build may take, with the whole of gRPC in the kit."""


def play(game, bot, players):
    done = subprocess.run(
        [ARENA, "play", game, *[bot] * players, "--seed", "1", "--parallel", "8", "--json"],
        env={**os.environ, "ARENA_HOME": str(HOME)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("language", startable())
def test_a_new_bot_is_built_within_a_minute_and_plays_every_game_it_names(tmp_path, language):
    bot = new_bot("fresh", language, tmp_path)
    if language in languages():
        made(language)
    began = time.monotonic()
    built(bot)
    assert time.monotonic() - began < PATIENCE_SECONDS
    faults = [
        fault
        for game in load_manifest(bot).games
        for match in play(game, bot, 3)["matches"]
        for fault in match["faults"]
    ]
    assert faults == []


def made(language):
    """Its kit, made before the clock of the build runs."""
    built(Path(__file__).parents[3] / "sample_bots" / f"{language}_trader")
    shelf.make(KITS, language)
