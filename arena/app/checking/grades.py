"""What a check comes to: a grade and one line for each scenario, and what was measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Grade(Enum):
    """How a scenario went."""

    PASS = "pass"
    NOT_TRIED = "not tried"
    """An earlier one failed that this one builds on."""
    ADVICE = "advice"
    """No fault, but something to mend."""
    FAIL = "fail"
    """What a ladder would count as a fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One scenario's result, in words that name the cause and the remedy."""

    scenario: str
    grade: Grade
    text: str
    cause: str | None = None
    """Name of the fault, as in docs/faults.md."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what a game may ask was asked."""

    game: str
    asked: int
    kinds: int
    """Of a phase and a type of action to choose in it, so many are known."""
    missing: tuple[str, ...]
    decisions: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured; None where nothing was."""

    start_s: float | None
    decisions: int
    late: int
    """Decisions the clock struck."""
    wall_ms_median: float | None
    wall_ms_p99: float | None
    wall_ms_max: float | None
    cpu_ms_mean: float | None
    """CPU time of the process per decision."""
    bank_used: float | None
    """Largest share of a match's bank that was gone at some moment, from 0 to 1."""
    peak_mib: float
    limit_mib: float
    grown_mib_per_match: float | None
    printed_bytes: int


@dataclass(frozen=True, slots=True)
class Report:
    """A whole check."""

    bot: str
    findings: tuple[Finding, ...]
    figures: Figures
    coverage: tuple[Coverage, ...]
    seconds: float

    @property
    def grade(self) -> Grade:
        """The worst of all."""
        return worst(self.findings)


def worst(findings: Sequence[Finding]) -> Grade:
    """The worst grade there is among them; PASS if none failed and nothing is advised."""
    order = list(Grade)
    return max((finding.grade for finding in findings), key=order.index, default=Grade.PASS)
