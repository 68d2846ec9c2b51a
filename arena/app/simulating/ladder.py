"""A ladder without bots: real pairing, rating and batch fit, matches of a field whose skills are known."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from arena.app.simulating.field import Floats, kendall, new_field
from arena.ladder.batch import fit
from arena.ladder.standings import NEWCOMER, Result, Standing, fold
from arena.model.ratings import SIGMA, Rating, RatingRule
from arena.scheduler.pairing import Candidate, cyclic_order, pair, seated
from engine.streams import Streams, seed_of

CHECKPOINTS = (80, 320)
AHEAD = 4
"""Tables that are paired before the first of them is recorded, as on a ladder with two slots."""


class PairingKind(Enum):
    """Who chooses the tables."""

    LADDER = "ladder"
    """The ladder's own pairing."""
    RANDOM = "random"
    """Chance: what it must never fall behind."""


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """What is simulated."""

    bots: int
    players: int
    luck: float
    """Standard deviation of one performance, in that of skills."""
    seat_effect: float = 0.0
    """What the first seat is worth more than the last, in the same unit."""
    checkpoints: tuple[int, ...] = CHECKPOINTS
    """Matches per bot after which the orders are compared."""

    @property
    def rule(self) -> RatingRule:
        """As fitted to such a field: a newcomer's sigma is the spread of skills, beta that of one performance."""
        return RatingRule(beta=SIGMA * self.luck)


@dataclass(frozen=True, slots=True)
class Sight:
    """How near the truth is, after so many matches per bot: Kendall's tau of three estimates."""

    matches: int
    batch: float
    """Of the batch fit."""
    live: float
    """Of TrueSkill's mu."""
    bound: float
    """Of the mean performance, which no ladder sees."""


def simulate(plan: LadderPlan, kind: PairingKind, seed: int) -> list[Sight]:
    """One ladder, from its first match to the last checkpoint."""
    return list(SimulatedLadder(plan, kind, seed).sights())


class SimulatedLadder:
    """A ladder that is being simulated."""

    def __init__(self, plan: LadderPlan, kind: PairingKind, seed: int) -> None:
        dice = np.random.default_rng([seed, plan.bots, plan.players])
        self.field = new_field(plan.bots, plan.luck, plan.seat_effect, plan.players, dice)
        self._plan = plan
        self._kind = kind
        self._seed = seed
        self._standings: dict[int, Standing] = {}
        self._results: list[Result] = []
        self._candidates = [Candidate(bot, bot, None, NEWCOMER.rating, 0, 0, Counter()) for bot in range(plan.bots)]
        self._number = 0

    def sights(self) -> Iterator[Sight]:
        """The orders at each checkpoint, played up to there."""
        for checkpoint in self._plan.checkpoints:
            while self.matches < checkpoint:
                self.step()
            yield self._sight(checkpoint)

    @property
    def matches(self) -> float:
        """Per bot, so far."""
        return len(self._results) * self._plan.players / self._plan.bots

    def table(self) -> list[tuple[int, Rating]]:
        """Bots and their ratings, best first, by mu: all have played about as much."""
        ratings = [(bot, self._standings.get(bot, NEWCOMER).rating) for bot in range(self._plan.bots)]
        return sorted(ratings, key=lambda row: -row[1].mu)

    def step(self) -> None:
        """Pair some tables, then play and rate them."""
        tables = [self._table() for _ in range(AHEAD)]
        for number, versions in tables:
            order = cyclic_order(self._plan.players, self._streams("order", number))
            fresh = [
                Result(number, bots, places, (0,) * len(bots)) for bots, places in self.field.play(versions, order)
            ]
            self._standings |= fold(self._plan.rule, self._standings, fresh)
            self._results += fresh
            self._record(versions)

    def _table(self) -> tuple[int, tuple[int, ...]]:
        """Number and bots of the next rotation."""
        self._number += 1
        streams = self._streams("pairing", self._number)
        if self._kind is PairingKind.RANDOM:
            chosen = self.field.dice.choice(self._plan.bots, self._plan.players, replace=False)
            return self._number, tuple(sorted(int(bot) for bot in chosen))
        pairing = pair(self._candidates, self._plan.players, streams)
        if pairing is None:
            raise RuntimeError(f"{self._plan.bots} bots cannot fill a table of {self._plan.players}")
        self._candidates = seated(self._candidates, pairing.versions, 1)
        return self._number, pairing.versions

    def _record(self, versions: Sequence[int]) -> None:
        """The rating of those who played knows of it now."""
        if self._kind is PairingKind.RANDOM:
            return
        for bot in versions:
            old = self._candidates[bot]
            self._candidates[bot] = replace(old, rating=self._standings[bot].rating, pending=old.pending - 1)

    def _sight(self, matches: int) -> Sight:
        batch = np.zeros(self._plan.bots)
        for rating in fit(self._plan.rule, self._results, resamples=1):
            batch[rating.version] = rating.rating
        live = np.array([self._standings.get(bot, NEWCOMER).rating.mu for bot in range(self._plan.bots)])

        def tau(estimate: Floats) -> float:
            return kendall(self.field.skills, estimate)

        return Sight(matches, tau(batch), tau(live), tau(self.field.seen()))

    def _streams(self, what: str, number: int) -> Streams:
        return Streams(seed_of("simulate", what, self._seed, number))
