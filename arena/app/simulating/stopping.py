"""How often a ladder that stopped, being sure of its order, was wrong."""

from dataclasses import dataclass
from itertools import pairwise

from arena.app.simulating.ladder import LadderPlan, PairingKind, SimulatedLadder
from arena.ladder.stopping import StoppingRule

FEWEST_MATCHES = 30
"""Per bot, before it is looked whether to stop: ratings are provisional until then."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """How one ladder ended."""

    sure: bool
    """By the rule; else its budget was spent."""
    matches: float
    """Per bot."""
    wrong: int
    """Neighbours of its table that stand in the wrong order."""
    neighbours: int


def stop(plan: LadderPlan, rule: StoppingRule, seed: int) -> Stopped:
    """Play one ladder until the rule says stop."""
    ladder = SimulatedLadder(plan, PairingKind.LADDER, seed)
    while ladder.matches < min(FEWEST_MATCHES, rule.budget):
        ladder.step()
    while (unsure := rule.unsure([rating for _, rating in ladder.table()])) and ladder.matches < rule.budget:
        ladder.step()
    skills = [ladder.field.skills[bot] for bot, _ in ladder.table()]
    wrong = sum(one < below for one, below in pairwise(skills))
    return Stopped(not unsure, ladder.matches, int(wrong), plan.bots - 1)
