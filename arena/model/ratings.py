"""What a rating is and by which rule a ladder rates."""

from dataclasses import dataclass

MU = 25.0
"""Mean of a newcomer's skill (Herbrich, Minka, Graepel 2006)."""
SIGMA = MU / 3
"""Its spread."""
BETA = SIGMA / 2
"""Spread of one performance: half a newcomer's sigma."""
PROVISIONAL_BELOW = 30
"""Matches; with fewer a rating is provisional and stands apart."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about skill: normal with mean `mu` and standard deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def exposed(self) -> float:
        """What the table ranks by: mu - 3 sigma, the skill that is almost surely there."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True)
class RatingRule:
    """Parameters of TrueSkill on one ladder; there is no drift, since a version never changes (tau = 0)."""

    beta: float = BETA
    draw_probability: float = 0.05
    """Of two equals; never 0, else a tie would be impossible and its update undefined."""

    def __post_init__(self) -> None:
        if not self.beta > 0:
            raise ValueError(f"beta is {self.beta}; it is above 0")
        if not 0.001 <= self.draw_probability <= 0.9:
            raise ValueError(f"draw_probability is {self.draw_probability}; it is 0.001 to 0.9")
