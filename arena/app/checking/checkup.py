"""A whole check: every scenario in order, then what was measured on the way."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import uvloop

from arena.app.checking import measures, scenarios
from arena.app.checking.examination import Examination
from arena.app.checking.grades import Finding, Grade, Report
from arena.app.checking.scenarios import Scenario
from arena.app.host import HostClocks
from arena.app.quarters import Quarters
from arena.bots.manifest import Manifest
from arena.model.clock import TimeControl

FIRST: tuple[Scenario, ...] = (scenarios.joins, scenarios.plays)
"""Each is of no use without the one before it, nor are the others without them."""
IN_TURN: tuple[Scenario, ...] = (
    scenarios.decisions,
    scenarios.batch,
    scenarios.unknown,
    scenarios.large,
    scenarios.cancel,
    measures.repeats,
    measures.memory,
)
ORDER = (
    "joins",
    "plays",
    "decisions",
    "batch",
    "patience",
    "unknown",
    "large",
    "cancel",
    "time",
    "memory",
    "answers",
    "output",
    "goodbye",
    "repeats",
)
"""Of the report."""

Progress = Callable[[str], None]
"""Told the name of the scenario that begins."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms a bot is checked."""

    quarters: Quarters
    control: TimeControl


def check_bot(bot: Manifest, terms: Terms, progress: Progress = lambda _: None) -> Report:
    """Examine a bot that is built; WorldTrouble if our side failed."""
    begun = time.monotonic()
    terms.quarters.check()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        check, findings = runner.run(_examine(bot, terms, progress))
    findings += [measures.time_taken(check), measures.answers(check), measures.output(check), measures.goodbye(check)]
    by_name = {finding.scenario: finding for finding in findings}
    blocked = Finding("", Grade.NOT_TRIED, "mend what failed first")
    return Report(
        bot=bot.name,
        findings=tuple(by_name.get(name, _named(blocked, name)) for name in ORDER),
        figures=measures.figures_of(check),
        coverage=tuple(check.coverage()),
        seconds=round(time.monotonic() - begun, 1),
    )


async def _examine(bot: Manifest, terms: Terms, progress: Progress) -> tuple[Examination, list[Finding]]:
    quarters = terms.quarters
    check = Examination(bot, quarters.launcher(), HostClocks(), terms.control, quarters.limits.memory_bytes)
    findings: list[Finding] = []
    for scenario in FIRST:
        findings += await _run(check, [scenario], progress)
        if findings[-1].grade is Grade.FAIL:
            return check, findings
    # Waiting costs nothing, so it is done beside the others.
    waited, others = await asyncio.gather(scenarios.patience(check), _run(check, IN_TURN, progress))
    return check, [*findings, waited, *others]


async def _run(check: Examination, todo: Sequence[Scenario], progress: Progress) -> list[Finding]:
    found = []
    for scenario in todo:
        progress(scenario.__name__)
        found.append(await scenario(check))
    return found


def _named(finding: Finding, name: str) -> Finding:
    return Finding(name, finding.grade, finding.text)
