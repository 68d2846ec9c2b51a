"""The chain of digests over a ladder's matches: a stored value that was changed later no longer fits it."""

import json
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from hashlib import sha256
from operator import attrgetter

from arena.model.isolation import Isolation

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
    isolation: str
    """How its bots were kept; "none" is left out of the digest, as it was before there were sandboxes."""


_fields = attrgetter(*(field.name for field in fields(MatchFacts)))


def chain(before: str, facts: MatchFacts, transcript_sha256: str) -> str:
    """The match's digest: SHA-256 over the one before, the facts and the digest of the transcript, as JSON."""
    values = _fields(facts)
    kept = values[:-1] if facts.isolation == Isolation.NONE.value else values
    text = json.dumps([before, *kept, transcript_sha256], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def version_name(bot: str, number: int, digest: str) -> str:
    """A bot version in the words of the facts: "name@2:0f3c..."."""
    return f"{bot}@{number}:{digest}"


def moment(at: datetime) -> str:
    """A time to the microsecond in UTC, as all databases keep it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
