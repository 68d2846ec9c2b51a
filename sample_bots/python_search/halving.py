"""Which of several choices is best, by playing them out in the same worlds: sequential halving with early stops."""

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from typing import TypeVar

World = TypeVar("World")

CLEAR = 3.0
"""Standard errors by which a choice must trail to be given up before its time."""
UNPROVEN = 1.0
"""Standard errors by which a choice must lead the first one, the policy's own, to be taken instead."""
FEWEST_WORLDS = 12
"""Before so many worlds nothing is clear."""
FIRST_WORLDS = 4
"""In so many worlds at least every choice is played before the worse half is given up."""


def affordable(playouts: float) -> int:
    """How many choices so many playouts can tell apart: each in FIRST_WORLDS, in each round of halving."""
    count = 2
    while FIRST_WORLDS * (count + 1) * log2(count + 1) <= playouts:
        count += 1
    return count


def best_choice(
    choices: Sequence[int],
    new_world: Callable[[], World],
    value: Callable[[World, int], float],
    seconds: float,
    clock: Callable[[], float],
) -> int:
    """The choice with the best mean value; the first one, the best guess, if no other has proved better.

    All choices are played in each world, so what is luck in it counts alike for all. The time is divided into rounds;
    after each the worse half is given up, and at any time what is clearly worse than the best.
    """
    alive = list(choices)
    values: dict[int, list[float]] = {choice: [] for choice in choices}
    rounds = max(1, ceil(log2(len(alive))))
    start = clock()
    for number in range(1, rounds + 1):
        end = start + seconds * number / rounds
        while len(alive) > 1 and clock() < end:
            if not _play(alive, new_world(), value, values, start + seconds, clock):
                break
            if len(values[alive[0]]) % FEWEST_WORLDS == 0:
                alive = without_clearly_worse(alive, values)
        if len(alive) > 2:
            alive = better_half(alive, values)
    return final_choice(choices[0], alive, values)


def _play(
    alive: Sequence[int],
    world: World,
    value: Callable[[World, int], float],
    values: dict[int, list[float]],
    deadline: float,
    clock: Callable[[], float],
) -> bool:
    """Play all choices in a world; False, and nothing is kept, if time runs out before the last."""
    found = []
    for choice in alive:
        found.append(value(world, choice))
        if clock() >= deadline:
            break
    if len(found) < len(alive):
        return False
    for choice, one in zip(alive, found, strict=True):
        values[choice].append(one)
    return True


def better_half(alive: list[int], values: dict[int, list[float]]) -> list[int]:
    """The first choice, and of the others the better ones until half are left."""
    first, others = alive[0], alive[1:]
    if values[first]:
        others.sort(key=lambda choice: -sum(values[choice]))
    return [first, *others[: (len(alive) + 1) // 2 - 1]]


def without_clearly_worse(alive: list[int], values: dict[int, list[float]]) -> list[int]:
    """Those that may still be the best, by their differences from the best so far in each world."""
    best = max(alive, key=lambda choice: sum(values[choice]))
    return [choice for choice in alive if choice == best or lead(values[best], values[choice]) < CLEAR]


def final_choice(first: int, alive: list[int], values: dict[int, list[float]]) -> int:
    """The best of those left; the first choice if that is still among them and the lead over it is not proved."""
    best = max(alive, key=lambda choice: sum(values[choice]))
    if first not in alive or best == first:
        return best
    if len(values[first]) < 2:
        return first
    return best if lead(values[best], values[first]) >= UNPROVEN else first


def lead(one: Sequence[float], other: Sequence[float]) -> float:
    """How far one is ahead of the other in the same worlds, in standard errors; 0 if they are alike in all."""
    gaps = [ahead - behind for ahead, behind in zip(one, other, strict=True)]
    total = sum(gaps)
    mean = total / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
    if spread <= 0:
        return 0.0 if not total else CLEAR if total > 0 else -CLEAR
    return mean / sqrt(spread / len(gaps))
