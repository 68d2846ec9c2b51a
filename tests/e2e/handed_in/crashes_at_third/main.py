"""Makes two decisions and then a mistake."""

from stockpit_sdk import run

asked = []


def choose(decision):
    asked.append(decision)
    if len(asked) == 3:
        raise LookupError("the third time unlucky")
    return decision.legal[0]


run(choose)
