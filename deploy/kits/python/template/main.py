"""A bot: `choose` is all there is to write."""

from stockpit_sdk import Decision, run


def choose(decision: Decision) -> int:
    """One of the legal ids; `decision.action(id)` says what it means, `decision.observation` what this seat knows."""
    return decision.random.choice(decision.legal)


if __name__ == "__main__":
    run(choose)
