"""The sandbox for an ordinary user, who has no cgroups: refused, unless weak limits are named.

Run by root, which becomes one; what that user may not pass through (somebody's home) is shown to it elsewhere.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BASE = Path(sys.base_prefix)
SITE = Path(sys.prefix) / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
NOBODY = "65534"

SHOW = 'mount --bind "$1" "$3/main" && mount --bind "$2" "$3/python" && shift 3 && exec "$@"'
ARENA = "import sys; from arena.cli import main; main()"


@pytest.fixture
def as_user(tmp_path_factory):
    """`arena ...` as a user without rights, with a home of its own."""
    if os.geteuid() != 0:
        reason = "needs root, to become somebody else"
        pytest.fail(reason) if os.environ.get("ARENA_REQUIRE") == "all" else pytest.skip(reason)
    shown = Path(f"/tmp/stockpit-user-{os.getpid()}")
    for folder in (shown / "main", shown / "python", shown / "home"):
        folder.mkdir(parents=True, exist_ok=True)
    os.chown(shown / "home", int(NOBODY), int(NOBODY))
    paths = (".", "build/python", "sample_bots/sdk", SITE.relative_to(ROOT))

    def run(*arguments):
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(shown / "home"),
            "ARENA_HOME": str(shown / "home" / "arena"),
            "PYTHONPATH": ":".join(str(shown / "main" / path) for path in paths),
            "LD_LIBRARY_PATH": str(shown / "python" / "lib"),
        }
        python = shown / "python" / "bin" / f"python3.{sys.version_info.minor}"
        own_view = ("unshare", "--mount", "sh", "-c", SHOW, "sh", ROOT, BASE, shown)
        drop = ("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups")
        return subprocess.run(
            (*own_view, *drop, *(python, "-B", "-c", ARENA), *arguments),
            cwd="/",
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    run.bot = str(shown / "main" / "sample_bots" / "python_random")
    yield run
    subprocess.run(["rm", "-rf", shown / "home"], check=True)
    for folder in (shown / "main", shown / "python", shown):
        folder.rmdir()


def test_without_cgroups_a_sandbox_is_refused_in_one_line_unless_weak_limits_are_named(as_user):
    play = ("play", "stockpile", as_user.bot, as_user.bot, "--sandbox", "--json")
    refused = as_user(*play)
    assert (refused.returncode, refused.stdout) == (4, "")
    assert refused.stderr.startswith("arena: no control groups for us (")
    assert refused.stderr.endswith('or name weak limits: --limits weak, or limits = "weak" in config.toml\n')
    assert refused.stderr.count("\n") == 1

    weak = as_user(*play, "--limits", "weak")
    assert (weak.returncode, weak.stderr) == (0, "")
    played = json.loads(weak.stdout)["matches"]
    assert [(match["limits"], match["faults"]) for match in played] == [("weak", [])] * 2
