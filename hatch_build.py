"""Build hook: generates the Python stubs of `protos/`, and compiles the hot modules into a wheel where mypyc is there.

An editable install stays pure, so that no stale binary hides an edit. A wheel whose modules cannot be compiled is pure
as well and does everything the compiled one does.
"""

import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
OUT = ROOT / "build" / "python"

INTERPRETED = {
    "__init__",
    "actions",
    "audit",
    "bounds",
    "conservation",
    "deal",
    "events",
    "figures",
    "game",
    "observation",
    "text",
}
"""Modules of a game that stay interpreted: its types, which keep what they hold in a `__dict__` or have slots from an
interpreted base, and what is never on a decision's path."""

ARENA_MODULES = [
    "arena/referee/clock.py",
    "arena/referee/player.py",
    "arena/referee/session.py",
    "arena/wire/codec.py",
    "arena/wire/packing.py",
    "arena/wire/writing.py",
]
"""Pure modules on the path of every decision."""

SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify
files = sys.argv[1:]
sys.argv[1:] = ["--quiet", "build_ext", "--inplace"]
setup(name="stockpit-compiled", packages=[], ext_modules=mypycify(files, opt_level="3"))
"""


class StubsHook(BuildHookInterface):
    """Runs on every wheel and editable install; neither stubs nor binaries are ever committed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the stubs; in a wheel also compile, and tag it with the platform if that worked."""
        generate_stubs()
        if version == "editable":
            return
        build_data["force_include"].update(pages())
        built = compile_modules(Path(tempfile.mkdtemp(prefix="stockpit-mypyc-")))
        if built:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update(built)


def pages() -> dict[str, str]:
    """Path of each page of `docs/` to its place in the wheel, where the site's guide finds it."""
    return {str(path): f"arena/web/docs/{path.relative_to(ROOT / 'docs')}" for path in (ROOT / "docs").rglob("*.md")}


def compile_modules(work: Path) -> dict[str, str]:
    """Compile a copy of the hot modules; path of each binary to its place in the wheel, or nothing, with the reason."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        print("not compiled: mypyc or setuptools is missing", file=sys.stderr)
        return {}
    for package in ("arena", "engine"):
        shutil.copytree(ROOT / package, work / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copytree(OUT, work, dirs_exist_ok=True)
    games = [path for folder in ("games", "market") for path in (work / "engine" / folder).rglob("*.py")]
    hot = [str(path.relative_to(work)) for path in games if path.stem not in INTERPRETED]
    command = [sys.executable, "-c", SETUP, *sorted(hot), "engine/streams.py", *ARENA_MODULES]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"not compiled: {(done.stdout + done.stderr).strip()[-2000:]}", file=sys.stderr)
        return {}
    return {str(path): str(path.relative_to(work)) for path in work.rglob("*.so") if "build" not in path.parts}


def generate_stubs() -> None:
    """Write messages, gRPC stubs and type stubs for every .proto under `protos/`."""
    from grpc_tools import protoc

    protos = sorted(str(path.relative_to(ROOT / "protos")) for path in (ROOT / "protos").rglob("*.proto"))
    OUT.mkdir(parents=True, exist_ok=True)
    plugin = Path(sys.executable).parent / "protoc-gen-mypy"
    arguments = [
        "protoc",
        f"--proto_path={ROOT / 'protos'}",
        f"--python_out={OUT}",
        f"--grpc_python_out={OUT}",
        *([f"--plugin=protoc-gen-mypy={plugin}", f"--mypy_out=quiet:{OUT}"] if plugin.exists() else []),
        *protos,
    ]
    if protoc.main(arguments) != 0:
        raise RuntimeError("protoc failed; its message stands above")
    for folder in {path.parent for path in OUT.rglob("*_pb2.py")}:
        for parent in (folder, *folder.parents):
            if parent == OUT:
                break
            (parent / "__init__.py").touch()


if __name__ == "__main__":
    generate_stubs()
