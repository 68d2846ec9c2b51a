"""The sandbox for an ordinary user, who has no cgroups: refused, unless weak limits are named; then all languages play.

Run by root, which becomes one; what that user may not pass through (somebody's home) is shown to it elsewhere.
"""

import json
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from arena.app.playing import build_bots
from arena.bots.manifest import load_manifest
from arena.model.errors import WorldTrouble

ROOT = Path(__file__).parents[2]
BASE = Path(sys.base_prefix)
SITE = Path(sys.prefix) / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
KITS = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stockpit" / "kits"
"""Made by root and kept for later runs; a user has links to them."""
NOBODY = "65534"
BOTS = (
    *("cpp_trader", "go_trader", "java_trader", "python_trader", "rust_trader", "typescript_trader"),
    *("stdio_awk", "stdio_perl"),
)

SHOW = """
mount --bind "$1" "$4/main" && mount --bind "$2" "$4/python" && mount --bind "$3" "$4/kits" || exit
if [ -n "$5" ]; then  # somebody's home; kits know where they lie, so they are shown at their place in an empty one
    mount -t tmpfs -o mode=755 none "$5" && mkdir -p "$3" && mount --bind "$4/kits" "$3" || exit
fi
shift 5 && exec "$@"
"""
ARENA = "import sys; from arena.cli import main; main()"
BUILD = """
import os, sys
from pathlib import Path
from arena.bots.archives.source import pack_folder
from arena.bots.sandbox.building import build_in_sandbox, kit_to_build
from arena.bots.sandbox.limits import BuildLimits, Disk
from arena.bots.sandbox.machine import find_machine
from arena.model.isolation import Isolation
home, bot = Path(os.environ["ARENA_HOME"]), Path(sys.argv[1])
small = BuildLimits(disk=Disk(1 << 20, 100))
outcome = build_in_sandbox(
    find_machine(Isolation.WEAK), kit_to_build(home / "kits", "python"), pack_folder(bot), home / "artifacts", small
)
print(getattr(outcome.built, "cause", "built"), len(list((home / "artifacts").glob("*"))))
"""


def absent(reason):
    """Something of the machine is missing."""
    pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)


def closed_to_others(path):
    """The outermost folder on the way that others may not pass through; empty if there is none."""
    closed = (folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001)
    return next(closed, "")


@pytest.fixture(scope="module")
def as_user():
    """`arena ...` as a user without rights, with a home of its own."""
    if os.geteuid() != 0:
        absent("needs root, to become somebody else")
    shown = Path(f"/tmp/stockpit-user-{os.getpid()}")
    own_kits = shown / "home" / "arena" / "kits"
    for folder in (shown / "main", shown / "python", shown / "kits", own_kits, KITS):
        folder.mkdir(parents=True, exist_ok=True)
    for folder in (shown / "home", own_kits.parent, own_kits):
        os.chown(folder, int(NOBODY), int(NOBODY))
    paths = (".", "build/python", "sample_bots/sdk", SITE.relative_to(ROOT))

    def run(*arguments, program=ARENA):
        environment = {
            "PATH": os.environ["PATH"],  # what lies in our home is not to be found there
            "HOME": str(shown / "home"),
            "ARENA_HOME": str(shown / "home" / "arena"),
            "PYTHONPATH": ":".join(str(shown / "main" / path) for path in paths),
            "LD_LIBRARY_PATH": str(shown / "python" / "lib"),
        }
        python = shown / "python" / "bin" / f"python3.{sys.version_info.minor}"
        own_view = ("unshare", "--mount", "sh", "-c", SHOW, "sh", ROOT, BASE, KITS, shown, closed_to_others(KITS))
        drop = ("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups")
        return subprocess.run(
            (*own_view, *drop, *(python, "-B", "-c", program), *arguments),
            cwd="/",
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def bot(name):
        """A sample bot, built by root, with a link to its kit among the user's."""
        folder = ROOT / "sample_bots" / name
        try:
            build_bots([load_manifest(folder)], lambda _: nullcontext(), KITS)
        except WorldTrouble as error:
            absent(str(error))
        kit = folder / ".kit"
        if kit.is_symlink():
            (own_kits / kit.readlink().name).unlink(missing_ok=True)
            (own_kits / kit.readlink().name).symlink_to(kit.readlink())
        return str(shown / "main" / "sample_bots" / name)

    run.bot = bot
    yield run
    subprocess.run(["rm", "-rf", shown / "home"], check=True)
    for folder in (shown / "main", shown / "python", shown / "kits", shown):
        folder.rmdir()


def test_without_cgroups_a_sandbox_is_refused_in_one_line_unless_weak_limits_are_named(as_user):
    play = ("play", "stockpile", as_user.bot("python_random"), as_user.bot("python_random"), "--sandbox", "--json")
    refused = as_user(*play)
    assert (refused.returncode, refused.stdout) == (4, "")
    assert refused.stderr.startswith("arena: no control groups for us (")
    assert refused.stderr.endswith('or name weak limits: --limits weak, or limits = "weak" in config.toml\n')
    assert refused.stderr.count("\n") == 1

    weak = as_user(*play, "--limits", "weak")
    assert (weak.returncode, weak.stderr) == (0, "")
    played = json.loads(weak.stdout)["matches"]
    assert [(match["limits"], match["faults"]) for match in played] == [("weak", [])] * 2


@pytest.mark.parametrize("name", BOTS)
def test_twenty_rotations_with_weak_limits_have_no_fault(as_user, name):
    bots = as_user.bot(name), as_user.bot("python_random")
    how = ("--limits", "weak", "--rotations", "20", "--parallel", "16", "--seed", "3", "--json")
    done = as_user("play", "stockpile", *bots, "--sandbox", *how)
    assert (done.returncode, done.stderr) == (0, "")
    matches = json.loads(done.stdout)["matches"]
    assert (len(matches), [fault for match in matches for fault in match["faults"]]) == (40, [])
    assert {match["limits"] for match in matches} == {"weak"}


def test_with_weak_limits_bots_are_built_too_on_a_disk_of_a_size(as_user, tmp_path):
    toml = 'name = "b"\ngames = ["stockpile"]\nkit = "python"\nrun = "./b"\nbuild = ["{}"]\n'
    said = []
    for command in ("sh -c 'id -u >b'", "sh -c 'cat /dev/zero >b'"):
        folder = tmp_path / str(len(said))
        folder.mkdir()
        (folder / "bot.toml").write_text(toml.format(command))
        for shown in (folder, *folder.parents[:3]):
            shown.chmod(0o755)
        done = as_user(folder, program=BUILD)
        assert (done.returncode, done.stderr) == (0, "")
        said.append(done.stdout)
    assert said == ["built 1\n", "BuildCause.OUT_OF_DISK 1\n"]
