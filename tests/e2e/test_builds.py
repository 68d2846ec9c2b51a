"""The compiled build is made of the same files as the pure one and plays the same matches, byte for byte."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "build" / "python"

PLAYS = """
import json
from hashlib import sha256
from arena.wire.writing import encode
from engine import streams
from engine.games import games
from engine.streams import Streams, seed_of
from engine.testing.settings import covering

def digest(game, seed):
    draw = Streams(seed_of(seed, str(game)))
    state = game.start(game.deal(draw), events=True)
    seen = sha256()
    while (seat := state.to_act) is not None:
        for viewer in (-1, *range(game.players)):
            seen.update(encode(game, state.observe(viewer), state.events(viewer)[-8:]))
        redealt = state.redeal(seat, draw)
        sample = game.sample_state(state.observe(seat), draw)
        seen.update(repr((state.legal_actions(), state.default_action(), state.phase(), state.public_facts())).encode())
        seen.update(repr([redealt.public_facts(), sample.private_facts(seat), state.clone().scores()]).encode())
        legal = state.legal_actions()
        state.apply(legal[draw("choices", len(legal))])
    seen.update(repr((state.scores(), state.places())).encode())
    return seen.hexdigest()

matches = {str(game): digest(game, "builds") for name in sorted(games()) for game in covering(games()[name])[:8]}
print(json.dumps({"file": streams.__file__, "matches": matches}))
"""
"""Prints where the engine is, and a digest of all that was seen, asked and drawn in a match, by game."""


def played(tree):
    """What the program prints with the packages of a tree."""
    path = os.pathsep.join([str(tree), str(STUBS)])
    command = [sys.executable, "-c", PLAYS]
    done = subprocess.run(
        command, cwd="/", env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A tree with our packages and the binaries the build hook makes of them."""
    if shutil.which("cc") is None:
        text = "there is no C compiler on PATH"
        pytest.fail(text) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(text)
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    tree = tmp_path_factory.mktemp("compiled")
    for package in ("arena", "engine"):
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    binaries = hook.compile_modules(tmp_path_factory.mktemp("work"))
    for binary, place in binaries.items():
        shutil.copy(binary, tree / place)
    return tree


def test_both_builds_play_the_same_matches_and_show_the_same_bytes(compiled):
    pure, fast = played(ROOT), played(compiled)
    assert (Path(pure["file"]).suffix, Path(fast["file"]).suffix) == (".py", ".so")
    assert len(pure["matches"]) > 15
    assert fast["matches"] == pure["matches"]
