"""The worker's part of a submission: fetch what was handed in, build it in the sandbox, keep what came out."""

from dataclasses import dataclass

from arena.model.submissions import Rejection

BUILD_BOT = "arena.app.building:build_bot"
"""The job of a worker."""


@dataclass(frozen=True, slots=True)
class BuildOrder:
    """What is to be built."""

    bot: str
    digest: str
    """Of its source, by which it is kept."""
    kit: str


@dataclass(frozen=True, slots=True)
class BuildLog:
    """All that a build has said so far."""

    text: str


@dataclass(frozen=True, slots=True)
class BuildEnd:
    """How a build ended."""

    artifact: str = ""
    """SHA-256 of the built bot, by which it is kept; empty if it was rejected."""
    rejection: Rejection | None = None
