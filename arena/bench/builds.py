"""The two builds of the same files a benchmark measures: this one, which is pure, and the compiled wheel."""

import sys
from pathlib import Path

from arena.model.errors import BadInput

COMPILED = Path(__file__).parents[2] / "build" / "compiled"
"""The .venv in which `make bench` installs the compiled wheel."""


def builds() -> dict[str, Path]:
    """The interpreter of each build that is there, by name; BadInput if the compiled one is in truth pure."""
    pure = {"pure": Path(sys.executable)}
    if not COMPILED.exists():
        return pure
    if not any(COMPILED.glob("lib/*/site-packages/engine/streams.*.so")):
        raise BadInput(f"nothing is compiled in {COMPILED}; mend the build and run: make bench")
    return pure | {"compiled": COMPILED / "bin" / "python"}
