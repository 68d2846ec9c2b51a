"""Records as they travel from a worker to the writer: transcripts written and compressed where they were
played.

Compressing is most of the work of storing a match, and a packed record is a tenth of the work to send.
"""

from dataclasses import dataclass
from hashlib import sha256

from arena.model.faults import Fault
from arena.model.isolation import Isolation
from arena.model.matches import MatchRecord, RotationRecord, Termination
from arena.store.transcripts import press, to_bytes


@dataclass(frozen=True, slots=True)
class PackedMatch:
    """A match with its transcript ready to be stored."""

    game: str
    players: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    termination: Termination
    faults: tuple[Fault, ...]
    decisions: int
    wall_us: int
    isolation: Isolation
    ignored: tuple[int, ...]
    """By seat."""
    debug: tuple[str, ...]
    """By seat."""
    transcript: bytes
    """Compressed, without a dictionary."""
    transcript_sha256: str
    """Of the text before compression, in hex."""


@dataclass(frozen=True, slots=True)
class PackedRotation:
    """A rotation that was played, or why not; see `RotationRecord`."""

    id: int
    attempt: int
    matches: tuple[PackedMatch, ...]
    aborted: str = ""


def pack(record: RotationRecord) -> PackedRotation:
    """Make a record ready to be sent and stored."""
    return PackedRotation(record.id, record.attempt, tuple(map(_packed, record.matches)), record.aborted)


def _packed(match: MatchRecord) -> PackedMatch:
    transcript = match.transcript
    text = to_bytes(transcript, match.times, match.faults)
    seats = len(match.scores)
    return PackedMatch(
        game=transcript.game,
        players=transcript.players,
        scores=match.scores,
        places=match.places,
        termination=match.termination,
        faults=match.faults,
        decisions=len(transcript.decisions),
        wall_us=match.wall_us,
        isolation=match.isolation,
        ignored=tuple(report.ignored for report in match.reports) or (0,) * seats,
        debug=tuple(report.debug for report in match.reports) or ("",) * seats,
        transcript=press().compress(text),
        transcript_sha256=sha256(text).hexdigest(),
    )
