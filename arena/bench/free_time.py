"""`arena bench free-time`: whether a bot gains thinking time by having the referee late.

What the referee itself was late is taken off a bot's clock, so a bot may try to make it late: by using the cores, by
frames, messages and connections, by all of it. Told is what share of its time is forgiven, also on top of what is
forgiven to a quiet bot that thinks as long on the same machine (whose wall time is longer, too, the busier that is).
Judged is what it would gain: the CPU time of its thinking that no bank was charged with, in its best match.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.app.quarters import Quarters
from arena.bench.neighbours import PATIENT
from arena.bench.targets import most
from arena.bench.zoo import Sittings, can
from arena.model.clock import Pace, TimeControl
from arena.model.matches import RotationRecord

PROGRAM = "thinks.py"
OTHERS = Path(__file__).parents[2] / "sample_bots" / "python_random"
SEATS = 2
ROUNDS = 3
AT_MOST, AIM = 0.01, 0.001


@dataclass(frozen=True, slots=True)
class Plan:
    """A pace and how a bot thinks at it."""

    control: TimeControl
    think_ms: int
    rotations: int
    """At once, as many as may be played."""


PLANS = {
    "slow": Plan(PATIENT, 30, 2),
    "bulk": Plan(replace(PATIENT, pace=Pace.BULK, max_matches=8, soft_limit_us=PATIENT.bank_us), 10, 4),
}


@dataclass(slots=True)
class Spent:
    """Time of one bot over some matches, in microseconds."""

    think_us: int
    """CPU time it spends on one decision."""
    thought_us: int = 0
    charged_us: int = 0
    forgiven_us: int = 0
    free: float = 0.0
    """Of a match's thinking, the largest share that was not charged."""
    faults: list[str] = field(default_factory=list)

    def add(self, record: RotationRecord) -> None:
        """Take its part, the first entrant's, in all matches of a rotation."""
        for number, match in enumerate(record.matches):
            seat = -number % SEATS
            timed = zip(match.transcript.decisions, match.times, strict=True)
            times = [time for (decided, _), time in timed if decided == seat]
            thought, charged = self.think_us * len(times), sum(time.cost_us for time in times)
            self.thought_us += thought
            self.charged_us += charged
            self.forgiven_us += sum(time.forgiven_us for time in times)
            self.free = max(self.free, 1 - charged / max(1, thought))
            self.faults += [f"{fault.cause.value}: {fault.detail[:80]}" for fault in match.faults if fault.seat == seat]

    @property
    def forgiven(self) -> float:
        """Share of its time."""
        return self.forgiven_us / max(1, self.charged_us + self.forgiven_us)


def run(
    quarters: Quarters,
    zoo: Path,
    rounds: int = ROUNDS,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Play every strategy in turn, the quiet one first, `rounds` times over, at both paces."""
    strategies = can(zoo, PROGRAM)
    rows = []
    for pace, plan in PLANS.items():
        spent = {strategy: Spent(plan.think_ms * 1000) for strategy in strategies}
        with Sittings(quarters, zoo, plan.control) as sittings:
            for number in range(1, rounds + 1):
                for strategy in strategies:
                    progress(f"{pace}, round {number} of {rounds}, {strategy}")
                    words = (PROGRAM, strategy, str(plan.think_ms), sittings.bait)
                    bots = [sittings.manifest("thinks", *words), OTHERS / "bot.toml"]
                    for record in sittings.play(bots, plan.rotations):
                        spent[strategy].add(record)
        rows += _rows(pace, plan, spent)
    return {
        "limits": quarters.isolation.value,
        "cores": os.cpu_count(),
        "strategies": rows,
        "ratios": [_ratio(row) for row in rows],
    }


def _rows(pace: str, plan: Plan, spent: Mapping[str, Spent]) -> list[dict[str, Any]]:
    quiet = next(iter(spent.values()))
    return [
        {
            "pace": pace,
            "name": strategy,
            "think_ms": plan.think_ms,
            "thought_s": round(its.thought_us / 1e6, 2),
            "charged_s": round(its.charged_us / 1e6, 2),
            "forgiven_s": round(its.forgiven_us / 1e6, 3),
            "forgiven": round(its.forgiven, 4),
            "forgiven_more": round(its.forgiven - quiet.forgiven, 4),
            "free": round(its.free, 4),
            "faults": its.faults,
        }
        for strategy, its in spent.items()
    ]


def _ratio(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row against what is asked for; a bot that was put out has measured nothing."""
    ratio = most(f"{row['pace']}, {row['name']}", row["free"], AT_MOST, AIM)
    return ratio | {"holds": ratio["holds"] and not row["faults"]}
