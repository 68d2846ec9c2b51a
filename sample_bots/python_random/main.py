"""Chooses among the legal actions with equal probability: the weakest bot worth playing, and the shortest."""

from stockpit_sdk import Decision, run


def choose(decision: Decision) -> int:
    """Any legal action."""
    legal = decision.legal
    return legal[decision.seed % len(legal)]


if __name__ == "__main__":
    run(choose, events=False)
