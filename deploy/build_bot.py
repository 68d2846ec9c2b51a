"""Builds a sample bot for the demo: build_bot.py HOME BOT. Where its kit cannot be made, it is left out."""

import sys
from contextlib import nullcontext
from pathlib import Path

from arena.app.playing import build_bots
from arena.bots.manifest import load_manifest
from arena.model.errors import BadInput, WorldTrouble

home, folder = map(Path, sys.argv[1:])
bot = load_manifest(folder)
try:
    build_bots([bot], lambda name: nullcontext(print(f"building {name}", flush=True)), home.resolve() / "kits")
except (BadInput, WorldTrouble) as error:
    print(f"{bot.name} is left out: {error}")
    (bot.folder / bot.run[0]).unlink(missing_ok=True)
