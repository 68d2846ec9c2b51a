"""Build hook: generates the Python stubs of `protos/` into `build/python` before the package is built."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
OUT = ROOT / "build" / "python"


class StubsHook(BuildHookInterface):
    """Runs on every wheel and editable install; the stubs themselves are never committed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate the stubs; `version` and `build_data` are hatchling's and not needed."""
        generate_stubs()


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
