"""`arena check` finds nothing to say about any sample bot."""

from dataclasses import replace

import pytest
from building import SAMPLES, built

from arena.app.checking.checkup import check_bot
from arena.app.checking.examination import Spans, Terms
from arena.app.quarters import PLAIN
from arena.model.clock import SECOND, TimeControl

MANIFESTS = sorted(path for path in SAMPLES.glob("*/*.toml") if path.name not in ("Cargo.toml", "pyproject.toml"))
PATIENT = TimeControl(soft_limit_us=60 * SECOND, start_us=60 * SECOND)
"""So long that a busy machine makes nobody late."""
THINKS = replace(PATIENT, bank_us=3 * SECOND, refund_us=0)
"""For the one that fills its bank: with the usual one it thinks for minutes."""
SHORT = Spans(idle=0.5, plenty=0.5, repeating=2.0)


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_sample_bot_passes_every_scenario(path):
    bot = built(path)
    control = THINKS if path.parent.name == "python_search" else PATIENT
    report = check_bot(bot, Terms(PLAIN, control, SHORT))
    found = {finding.scenario: (finding.grade.value, finding.text) for finding in report.findings}
    assert {name: one for name, one in found.items() if one[0] != "pass"} == {}
    assert [one.missing for one in report.coverage] == [()] * len(bot.games)
