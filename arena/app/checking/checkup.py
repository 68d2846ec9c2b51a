"""A whole check: every scenario in order, then what was measured on the way."""

import asyncio
import time
from collections.abc import Callable, Sequence

import uvloop

from arena.app.checking import measures, scenarios
from arena.app.checking.examination import Examination, Terms
from arena.app.checking.grades import Finding, Grade, Report
from arena.app.checking.scenarios import Scenario
from arena.app.host import HostClocks
from arena.bots.manifest import Manifest

FIRST: tuple[Scenario, ...] = (scenarios.joins, scenarios.plays)
"""Each is of no use without the one before it, nor are the others without them."""
BESIDE: tuple[Scenario, ...] = (scenarios.patience,)
"""They mostly wait, which costs nothing beside others."""
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

BLOCKED = "mend what failed first"

Progress = Callable[[str], None]
"""Told the name of the scenario that begins."""


def check_bot(
    bot: Manifest, terms: Terms, progress: Progress = lambda _: None, todo: Sequence[Scenario] = (*BESIDE, *IN_TURN)
) -> Report:
    """Examine a bot that is built: by the first scenarios, and those `todo`; WorldTrouble if our side failed."""
    begun = time.monotonic()
    terms.quarters.check()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        check, findings = runner.run(_examine(bot, terms, progress, todo))
    findings += [measures.time_taken(check), measures.answers(check), measures.output(check), measures.goodbye(check)]
    by_name = {finding.scenario: finding for finding in findings}
    return Report(
        bot=bot.name,
        findings=tuple(by_name.get(name, Finding(name, Grade.NOT_TRIED, BLOCKED)) for name in ORDER),
        figures=measures.figures_of(check),
        coverage=tuple(check.coverage()),
        seconds=round(time.monotonic() - begun, 1),
    )


async def _examine(
    bot: Manifest, terms: Terms, progress: Progress, todo: Sequence[Scenario]
) -> tuple[Examination, list[Finding]]:
    check = Examination(bot, terms, HostClocks())
    findings: list[Finding] = []
    for scenario in FIRST:
        findings += await _run(check, [scenario], progress)
        if findings[-1].grade is Grade.FAIL:
            return check, findings
    beside = [one for one in todo if one in BESIDE]
    in_turn = [one for one in todo if one not in BESIDE]
    waited, others = await asyncio.gather(_run(check, beside, lambda _: None), _run(check, in_turn, progress))
    return check, [*findings, *waited, *others]


async def _run(check: Examination, todo: Sequence[Scenario], progress: Progress) -> list[Finding]:
    found = []
    for scenario in todo:
        progress(scenario.__name__)
        found.append(await scenario(check))
    return found
