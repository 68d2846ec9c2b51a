"""Plays one match at a time, whatever it is offered."""

from stockpit_sdk import run

run(lambda decision: decision.legal[0], max_matches=1)
