"""`arena bench neighbours`: what a bot is charged next to one that attacks, and next to one that merely spins.

Rotations are played in turn, spinner, attack, spinner, the next attack, and so on, so that every attack is compared
with the spinner just before and just after it. In each the hostile bot sits with three of the measured one, and goes on
with its attack while they think.
"""

import os
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.app.quarters import Quarters
from arena.bench.targets import most
from arena.bench.zoo import Sittings, can
from arena.model.clock import SECOND, Pace, TimeControl
from arena.model.errors import BadInput
from arena.model.matches import MatchRecord, RotationRecord

PROGRAM = "meanwhile.py"
WITNESS = ("witness.py", "8")
"""The measured bot unless another is named: looks at 8 MiB of its memory with each decision, about 6 ms."""
SEATS = 4
ROUNDS = 2
AT_MOST, AIM = 1.05, 1.0
PATIENT = TimeControl(
    pace=Pace.SLOW,
    max_matches=1,
    bank_us=600 * SECOND,
    refund_us=60 * SECOND,
    start_us=60 * SECOND,
    forgiven_us=600 * SECOND,
)
"""So long that nobody is late, and all that may be forgiven is."""
RESAMPLES = 2000
UNTOUCHED = "untouched"
"""What the witness says with every decision."""


@dataclass(slots=True)
class Costs:
    """What the measured bots were charged, in microseconds, by match; and what else became of them."""

    matches: list[list[int]] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)
    """Faults, and whatever a witness saw."""

    def add(self, match: MatchRecord, hostile: int) -> None:
        """Take a match in which the hostile bot held that seat."""
        timed = zip(match.transcript.decisions, match.times, strict=True)
        self.matches.append([time.cost_us for (seat, _), time in timed if seat != hostile])
        self.harm += [f"{fault.cause.value}: {fault.detail}" for fault in match.faults if fault.seat != hostile]
        for seat, report in enumerate(match.reports):
            lines = report.debug.splitlines() if seat != hostile else []
            self.harm += [line for line in lines if line.partition(": ")[2] != UNTOUCHED]

    def median_us(self) -> float:
        """Of all decisions."""
        return statistics.median(cost for match in self.matches for cost in match)


def run(
    quarters: Quarters,
    zoo: Path,
    bot: Path | None = None,
    names: Sequence[str] = (),
    rounds: int = ROUNDS,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Play next to every attack named (all, if none is), `rounds` times over; medians and their ratios.

    The row of `rests` is a second measure, next to a bot that does nothing.
    """
    spinner, rests, *there = can(zoo, PROGRAM)
    for name in names:
        if name not in there:
            raise BadInput(f"no attack {name!r} in {zoo}; there are {', '.join(there)}")
    chosen = [rests, *(names or there)]
    spun: dict[str, Costs] = {name: Costs() for name in chosen}
    next_to: dict[str, Costs] = {name: Costs() for name in chosen}
    with Sittings(quarters, zoo, PATIENT) as sittings:
        measured = [bot / "bot.toml" if bot else sittings.manifest("witness", *WITNESS)] * (SEATS - 1)

        def play(name: str) -> RotationRecord:
            return sittings.play([sittings.manifest(name, PROGRAM, name, sittings.bait), *measured])[0]

        before = play(spinner)
        for number in range(1, rounds + 1):
            for name in chosen:
                progress(f"round {number} of {rounds}, {name}")
                during, after = play(name), play(spinner)
                for costs, record in ((spun[name], before), (next_to[name], during), (spun[name], after)):
                    _keep(costs, record)
                before = after
    return _report(quarters, bot, rests, spun, next_to)


def _keep(costs: Costs, record: RotationRecord) -> None:
    """All matches of a rotation in the order of its entrants, of whom the first is the hostile one."""
    for number, match in enumerate(record.matches):
        costs.add(match, hostile=-number % SEATS)


def _report(
    quarters: Quarters, bot: Path | None, rests: str, spun: Mapping[str, Costs], next_to: Mapping[str, Costs]
) -> dict[str, Any]:
    rows = [_row(name, spun[name], next_to[name]) for name in spun]
    return {
        "limits": quarters.isolation.value,
        "cores": os.cpu_count(),
        "bot": bot.name if bot else " ".join(WITNESS),
        "attacks": rows,
        "ratios": [_ratio(row) for row in rows if row["name"] != rests],
    }


def _row(name: str, spun: Costs, next_to: Costs) -> dict[str, Any]:
    low, high = ratio_interval(spun.matches, next_to.matches)
    return {
        "name": name,
        "decisions": sum(map(len, next_to.matches)),
        "next_to_spinner_us": spun.median_us(),
        "next_to_it_us": next_to.median_us(),
        "ratio": round(next_to.median_us() / spun.median_us(), 3),
        "low": low,
        "high": high,
        "harm": next_to.harm,
    }


def _ratio(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row against what is asked for; harm of any kind is a miss."""
    ratio = most(row["name"], row["ratio"], AT_MOST, AIM)
    return ratio | {"holds": ratio["holds"] and not row["harm"]}


def ratio_interval(spun: Sequence[Sequence[int]], next_to: Sequence[Sequence[int]]) -> tuple[float, float]:
    """Where the ratio of the medians lies in 95 of 100 resamplings, by match."""
    dice = random.Random(1)
    found = sorted(_resampled(next_to, dice) / _resampled(spun, dice) for _ in range(RESAMPLES))
    return round(found[RESAMPLES // 40], 3), round(found[-RESAMPLES // 40], 3)


def _resampled(matches: Sequence[Sequence[int]], dice: random.Random) -> float:
    return statistics.median(cost for match in dice.choices(matches, k=len(matches)) for cost in match)
