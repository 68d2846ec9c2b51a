"""Terms of a check that fit a test."""

from pathlib import Path

from arena.app.checking.examination import Spans
from arena.model.clock import SECOND, TimeControl

E2E = Path(__file__).parents[2] / "e2e"
PATIENT = TimeControl(soft_limit_us=60 * SECOND, start_us=60 * SECOND)
"""So long that a busy machine makes nobody late."""
SHORT = Spans(idle=0.2, plenty=0.1, repeating=0.5, goodbye=3.0)
