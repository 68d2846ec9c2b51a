"""Large values that never change, kept beside the database under names that say what they are."""

from pathlib import Path
from typing import Protocol


class Objects(Protocol):
    """A store of objects; WorldTrouble if it cannot be reached or is full. Writing an object again changes nothing."""

    def put(self, key: str, source: Path) -> None:
        """Keep a file's content; whole, or not at all."""

    def get(self, key: str, target: Path) -> None:
        """Write an object's content to a file that is not there yet; WorldTrouble if there is no such object."""

    def write(self, key: str, content: bytes) -> None:
        """Keep some bytes; whole, or not at all."""

    def read(self, key: str) -> bytes:
        """An object's content; WorldTrouble if there is no such object."""

    def has(self, key: str) -> bool:
        """Whether there is such an object."""


def source_key(digest: str) -> str:
    """Where the files of a bot as handed in are kept."""
    return f"sources/{digest}.tar"


def build_key(source: str, kit: str) -> str:
    """Where it is noted what a source came to when it was built with a kit."""
    return f"builds/{source}-{kit}.json"


def artifact_key(digest: str) -> str:
    """Where a built bot is kept."""
    return f"artifacts/{digest}.tar"
