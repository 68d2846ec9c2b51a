"""How much of the time bank one decision may use."""

from dataclasses import dataclass

RESERVE = 0.15
"""Share of the bank that is never planned with: for messages and for a machine that is busy with others."""
MOST_RESERVE_S = 0.6
MESSAGE_S = 0.003
"""What a decision costs beside the search."""
SHORTEST_S = 0.002
"""With less than this a search is not worth beginning."""
LONGEST_S = 0.6
"""More thought than this hardly changes a choice, and keeps others waiting."""
OF_SOFT_LIMIT = 0.25
OF_REFUND = 0.8


@dataclass(frozen=True, slots=True)
class Control:
    """The time control of a match, in seconds."""

    bank_s: float
    refund_s: float
    soft_limit_s: float | None
    """Only at the bulk pace."""


def budget_s(control: Control, left_s: float, decisions: float) -> float:
    """Seconds for this decision with `left_s` in the bank and about so many `decisions` to come, this one included.

    What is refunded is spent at once; the rest of the bank is divided equally. 0 means: do not search.
    """
    reserve = min(RESERVE * control.bank_s, MOST_RESERVE_S)
    spare = max(0.0, left_s - reserve)
    budget = OF_REFUND * min(control.refund_s, left_s) + max(0.0, spare / max(decisions, 1.0) - MESSAGE_S)
    if control.soft_limit_s is not None:
        budget = min(budget, OF_SOFT_LIMIT * control.soft_limit_s)
    budget = min(budget, LONGEST_S, left_s / 2)
    return budget if budget >= SHORTEST_S else 0.0
