"""Who plays whom next: values in, a table out; the dice are given.

A new version plays its first 12 rotations against at least 12 different opponents over the whole range (as
far as so many exist). After that tables are filled where the order of neighbours is least certain for what a
match can tell; one table in ten is drawn at random. Two bots of one owner never sit at one table; house bots
have no owner.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil, erfc, sqrt

from arena.model.ratings import Rating
from engine.contract import Draw
from engine.streams import shuffle

NEWCOMER_ROTATIONS = 12
NEWCOMER_OPPONENTS = 12
RANDOM_IN = 10
"""One table in so many is drawn at random."""
_WEIGHTS = 1_000_000
"""Weights are drawn by as whole numbers out of so many."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A version that may be seated, with all it has played or is waiting to play."""

    version: int
    bot: int
    owner: str | None
    rating: Rating
    rotations: int
    """Recorded, ready and leased."""
    pending: int
    """Of those, not recorded yet: the rating does not know of them."""
    opponents: Mapping[int, int] = field(default_factory=dict)
    """By version: rotations together, pending ones included; needed of newcomers only."""

    @property
    def newcomer(self) -> bool:
        """Still meeting its first opponents."""
        return self.rotations < NEWCOMER_ROTATIONS


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table to be played."""

    versions: tuple[int, ...]
    """Ascending."""
    rotations: int
    """How many may be played of it in a row without spending a newcomer's chances to meet others."""


def pair(candidates: Sequence[Candidate], seats: int, draw: Draw) -> Pairing | None:
    """The next table; None if the candidates cannot fill one."""
    newcomers = [candidate for candidate in candidates if candidate.newcomer]
    first = _newcomers_table(newcomers, candidates, seats, draw) if newcomers else None
    if first is not None:
        return first
    if draw("pairing.random", RANDOM_IN) != 0 and (table := _neighbours_table(candidates, seats, draw)):
        return table
    return _random_table(candidates, seats, draw)


def seated(candidates: Sequence[Candidate], table: Sequence[int], rotations: int) -> list[Candidate]:
    """The candidates once so many rotations of a table are waiting to be played."""
    return [
        _with_pending(candidate, table, rotations) if candidate.version in table else candidate
        for candidate in candidates
    ]


def _with_pending(candidate: Candidate, table: Sequence[int], rotations: int) -> Candidate:
    opponents = dict(candidate.opponents)
    for version in table:
        if version != candidate.version:
            opponents[version] = opponents.get(version, 0) + rotations
    return replace(
        candidate,
        rotations=candidate.rotations + rotations,
        pending=candidate.pending + rotations,
        opponents=opponents,
    )


def cyclic_order(seats: int, draw: Draw) -> tuple[int, ...]:
    """The order of a rotation's entrants round the table, drawn anew each time."""
    order = list(range(seats))
    shuffle(order, draw, "order")
    return tuple(order)


def _newcomers_table(
    newcomers: Sequence[Candidate], candidates: Sequence[Candidate], seats: int, draw: Draw
) -> Pairing | None:
    field = _Field(candidates)
    need = {one.version: (field.need(one, seats), -one.rotations) for one in newcomers}
    most = max(need.values())
    waiting = [one for one in newcomers if need[one.version] == most]
    focus = waiting[draw("pairing.newcomer", len(waiting))]
    unmet = [c for c in candidates if c.version not in focus.opponents and c.version != focus.version]
    chosen = [focus]
    for band in _bands(sorted(unmet, key=_by_skill), seats - 1):
        _seat(chosen, _liveliest(band, chosen, draw), len(chosen) + 1)
    _seat(chosen, _liveliest(unmet, chosen, draw), seats)
    met = [c for c in candidates if c.version in focus.opponents]
    shuffle(met, draw, "pairing.met")
    _seat(chosen, sorted(met, key=lambda c: (c.newcomer, focus.opponents[c.version])), seats)
    if len(chosen) < seats:
        return None
    return _table(chosen, seats, min(field.repeats(one, chosen) for one in chosen if one.newcomer))


def _liveliest(band: Sequence[Candidate], chosen: Sequence[Candidate], draw: Draw) -> list[Candidate]:
    """A band in random order, first those whose coming makes most newcomers at the table meet somebody new."""
    order = list(band)
    shuffle(order, draw, "pairing.band")
    return sorted(order, key=lambda comer: -sum(_new_meetings(comer, seated) for seated in chosen))


def _new_meetings(a: Candidate, b: Candidate) -> int:
    return (a.newcomer and b.version not in a.opponents) + (b.newcomer and a.version not in b.opponents)


class _Field:
    """Everybody a newcomer may meet."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        bots = {candidate.bot: candidate.owner for candidate in candidates}
        self._bots = len(bots)
        self._of_owner = Counter(bots.values())

    def need(self, newcomer: Candidate, seats: int) -> float:
        """Opponents it has yet to meet per seat it has yet to meet them in."""
        left = (NEWCOMER_ROTATIONS - newcomer.rotations) * (seats - 1)
        return self._missing(newcomer, len(newcomer.opponents)) / left

    def repeats(self, newcomer: Candidate, table: Sequence[Candidate]) -> int:
        """How many rotations of a table in a row leave a newcomer enough of its first ones to meet the rest.

        It must keep twice the seats it needs, since later tables may seat some whom it has met.
        """
        met = newcomer.opponents.keys() | {other.version for other in table if other is not newcomer}
        left = NEWCOMER_ROTATIONS - newcomer.rotations
        return max(1, left - ceil(2 * self._missing(newcomer, len(met)) / (len(table) - 1)))

    def _missing(self, newcomer: Candidate, met: int) -> int:
        own = 1 if newcomer.owner is None else self._of_owner[newcomer.owner]
        return max(0, min(NEWCOMER_OPPONENTS, self._bots - own) - met)


def _bands(items: Sequence[Candidate], count: int) -> list[list[Candidate]]:
    """Consecutive bands of nearly equal size, so that a table reaches over the whole range."""
    edges = [len(items) * k // count for k in range(count + 1)]
    return [list(items[low:high]) for low, high in pairwise(edges)]


def _random_table(candidates: Sequence[Candidate], seats: int, draw: Draw) -> Pairing | None:
    everyone = list(candidates)
    chosen: list[Candidate] = []
    while everyone and len(chosen) < seats:
        last = len(everyone) - 1
        at = draw("pairing.seat", last + 1)
        everyone[at], everyone[last] = everyone[last], everyone[at]
        _seat(chosen, [everyone.pop()], seats)
    return _table(chosen, seats, NEWCOMER_ROTATIONS)


def _neighbours_table(candidates: Sequence[Candidate], seats: int, draw: Draw) -> Pairing | None:
    table = sorted(candidates, key=_by_skill)
    if len(table) < seats:
        return None
    doubts = [doubt(upper, lower) for upper, lower in pairwise(table)]
    at = _weighted(doubts, draw)
    chosen: list[Candidate] = []
    _seat(chosen, table[at : at + 2], 2)
    for reach in range(1, len(table)):
        if len(chosen) == seats:
            break
        sides = [table[i] for i in (at - reach, at + 1 + reach) if 0 <= i < len(table)]
        if draw("pairing.side", 2):
            sides.reverse()
        _seat(chosen, sides, seats)
    return _table(chosen, seats, NEWCOMER_ROTATIONS)


def doubt(a: Candidate, b: Candidate) -> float:
    """What a match of these two is worth: the chance that their order is wrong, times what is left to learn."""
    unknown = _unknown(a) + _unknown(b)
    return 0.5 * erfc(abs(a.rating.mu - b.rating.mu) / sqrt(2 * unknown)) * unknown


def _unknown(candidate: Candidate) -> float:
    """Variance of the skill once the pending rotations have been recorded, as far as that can be told."""
    recorded = candidate.rotations - candidate.pending
    return candidate.rating.sigma**2 * (recorded + 1) / (candidate.rotations + 1)


def _weighted(weights: Sequence[float], draw: Draw) -> int:
    """An index drawn in proportion to its weight."""
    total = sum(weights)
    if total <= 0:
        return draw("pairing.pair", len(weights))
    left = (draw("pairing.pair", _WEIGHTS) + 0.5) / _WEIGHTS * total
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return len(weights) - 1


def _by_skill(candidate: Candidate) -> tuple[float, int]:
    return candidate.rating.mu, candidate.version


def _seat(chosen: list[Candidate], comers: Sequence[Candidate], seats: int) -> None:
    """Seat who may sit with those already chosen, in order, until the table has `seats`."""
    for comer in comers:
        if len(chosen) >= seats:
            return
        if all(_may_meet(comer, seated) for seated in chosen):
            chosen.append(comer)


def _may_meet(a: Candidate, b: Candidate) -> bool:
    return a.bot != b.bot and (a.owner is None or a.owner != b.owner)


def _table(chosen: Sequence[Candidate], seats: int, rotations: int) -> Pairing | None:
    if len(chosen) < seats:
        return None
    return Pairing(tuple(sorted(candidate.version for candidate in chosen)), rotations)
