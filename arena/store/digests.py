"""The chain of digests over a ladder's matches: a stored value that was changed later no longer fits it."""

import json
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from hashlib import sha256

START = ""
"""What stands before the first match of a ladder."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Everything that is kept of a match outside its transcript, in words that mean the same on every database."""

    ladder: str
    rotation: int
    """Its number on the ladder."""
    attempt: int
    no: int
    recorded_no: int
    versions: tuple[str, ...]
    """By seat, see `version_name`."""
    places: tuple[int, ...]
    scores: tuple[int, ...]
    ignored: tuple[int, ...]
    debug: tuple[str, ...]
    termination: str
    decisions: int
    wall_us: int
    recorded_at: str


def chain(before: str, facts: MatchFacts, transcript: bytes) -> str:
    """The match's digest: SHA-256 over the one before, the facts and the transcript as it was before compression."""
    text = json.dumps([before, *astuple(facts)], separators=(",", ":"))
    return sha256(text.encode() + b"\n" + transcript).hexdigest()


def version_name(bot: str, number: int, digest: str) -> str:
    """A bot version in the words of the facts: "name@2:0f3c..."."""
    return f"{bot}@{number}:{digest}"


def moment(at: datetime) -> str:
    """A time to the microsecond in UTC, as all databases keep it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
