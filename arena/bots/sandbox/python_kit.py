"""The kit of Python: our own interpreter, compiled gRPC and protobuf, `engine`, the stubs and the SDK, in one folder.

The folder is named after all that goes into it, made once and never changed. It is copied from what we ourselves run
on: nothing is fetched, the versions are ours, and nothing of the checkout is mounted in a sandbox.
"""

import compileall
import os
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from pathlib import Path
from re import match
from tempfile import mkdtemp

from arena.bots.alone import alone
from arena.bots.sandbox.kits import INSIDE, Kit, Mount

RECIPE = "2"
"""Raised when the way a kit is made changes."""
DISTRIBUTIONS = ("grpcio", "protobuf")
PACKAGES = ("engine", "stockpit")
MODULES = ("stockpit_sdk", "stockpit_stdio")
BRIDGE = '#!/bin/sh\nexec python3 -m stockpit_stdio "$@"\n'
"""The program `stockpit-stdio`."""
KEPT, KEPT_S = 3, 24 * 3600
"""So many are kept, and all that are no older than a day: a worker of an earlier version may still run."""
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3",
    "config-*", "*.a",
)  # fmt: skip
"""Of the standard library: what no bot imports; half of its size."""


def python_kit(kits: Path) -> Kit:
    """The kit in this folder of kits, made if it is not there."""
    folder = python_folder(kits)
    if not folder.exists():
        with alone(kits / ".lock", "the kit of python"):
            if not folder.exists():
                _make(folder)
    environment = {"PATH": f"{INSIDE}/bin", "PYTHONPATH": f"{INSIDE}/site", "OMP_NUM_THREADS": "1"}
    if _shared_libraries():
        environment["LD_LIBRARY_PATH"] = f"{INSIDE}/lib"
    return Kit("python", (Mount(folder, INSIDE),), environment)


def python_folder(kits: Path) -> Path:
    """Where the kit stands once it is made."""
    return kits / f"python-{_digest()[:16]}"


def stdio_kit(kits: Path) -> Kit:
    """The kit of bots that speak JSON lines: Python's, which has the bridge that speaks gRPC for them."""
    return replace(python_kit(kits), name="stdio")


def _make(folder: Path) -> None:
    """Make it beside its place, then put it there in one step."""
    making = Path(mkdtemp(prefix="making-", dir=folder.parent))
    try:
        making.chmod(0o755)
        _copy_interpreter(making)
        site = making / "site"
        site.mkdir()
        for found in _distributions():
            _copy_distribution(found, site)
        for package in PACKAGES:
            shutil.copytree(_place(package), site / package)
        for module in MODULES:
            shutil.copy2(_place(module), site)
        for compiled in _place("engine").parent.glob("*__mypyc*.so"):  # of a compiled wheel
            shutil.copy2(compiled, site)
        bridge = making / "bin" / "stockpit-stdio"
        bridge.write_text(BRIDGE)
        bridge.chmod(0o755)
        compileall.compile_dir(making / "lib" / VERSION, quiet=2, workers=0)
        compileall.compile_dir(site, quiet=2, workers=0)
        _make_readable(making)
        making.rename(folder)
        _forget_old(folder.parent)
    except BaseException:
        shutil.rmtree(making, ignore_errors=True)
        raise


def _forget_old(kits: Path) -> None:
    """Remove kits of earlier versions that nobody can be using any more."""
    found = sorted(kits.glob("python-*"), key=lambda kit: kit.stat().st_mtime, reverse=True)
    for kit in found[KEPT:]:
        if time.time() - kit.stat().st_mtime > KEPT_S:
            shutil.rmtree(kit, ignore_errors=True)


def _copy_interpreter(making: Path) -> None:
    base = Path(sys.base_prefix)
    (making / "bin").mkdir()
    (making / "lib").mkdir()
    shutil.copy2(Path(sys._base_executable).resolve(), making / "bin" / VERSION)  # type: ignore[attr-defined]
    for name in ("python", "python3"):
        (making / "bin" / name).symlink_to(VERSION)
    shutil.copytree(base / "lib" / VERSION, making / "lib" / VERSION, symlinks=False, ignore=LEFT_OUT)
    for library in _shared_libraries():
        shutil.copy2(library, making / "lib")


def _shared_libraries() -> list[Path]:
    """`libpython`, where the interpreter is linked to one that does not lie in /usr."""
    if Path(sys.base_prefix) == Path("/usr"):
        return []
    return sorted((Path(sys.base_prefix) / "lib").glob(f"lib{VERSION}*.so.*"))


def _distributions() -> list[Distribution]:
    """Ours, with all they require."""
    found: dict[str, Distribution] = {}
    names = list(DISTRIBUTIONS)
    while names:
        name = names.pop()
        if name not in found:
            found[name] = distribution(name)
            names += [_name(line) for line in found[name].requires or () if "extra ==" not in line]
    return [found[name] for name in sorted(found)]


def _name(requirement: str) -> str:
    found = match(r"[A-Za-z0-9._-]+", requirement)
    return found[0] if found else requirement


def _copy_distribution(found: Distribution, site: Path) -> None:
    for file in found.files or ():
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(Path(str(found.locate_file(file))), target)


def _place(module: str) -> Path:
    """The folder of a package or the file of a module, without importing it."""
    spec = find_spec(module)
    if spec is None or (spec.origin is None and not spec.submodule_search_locations):
        raise RuntimeError(f"{module} is not installed")
    return (
        Path(next(iter(spec.submodule_search_locations)))
        if spec.submodule_search_locations
        else Path(spec.origin or "")
    )


def _make_readable(making: Path) -> None:
    """For every user, and for nobody to write."""
    for path in making.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def _digest() -> str:
    """Of all that goes in."""
    hashed = sha256(f"{RECIPE} {sys.version} {sys.base_prefix}".encode())
    for found in _distributions():
        hashed.update(f"{found.name} {found.version}\n".encode())
    for path in _sources():
        hashed.update(f"{path.name}\n".encode())
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def _sources() -> Iterator[Path]:
    """Our own files that go in."""
    for package in PACKAGES:
        yield from sorted(path for path in _place(package).rglob("*") if path.suffix in (".py", ".so"))
    yield from (_place(module) for module in MODULES)
