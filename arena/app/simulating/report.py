"""Many simulated ladders at once, and what they say together."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import fmean, stdev

from arena.app.simulating.ladder import LadderPlan, PairingKind, Sight, simulate
from arena.app.simulating.stopping import Stopped, stop
from arena.ladder.stopping import StoppingRule

BEHIND_ERRORS = 2.0
"""The ladder's pairing may be behind chance by so many standard errors, which is chance too."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over runs with its standard error; none of one run."""

    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What all runs say after so many matches per bot: Kendall's tau with the truth."""

    matches: int
    batch: Mean
    live: Mean
    bound: Mean
    """Of an estimator that sees the performances."""
    random: Mean
    """Of the batch fit where chance pairs."""
    ahead: Mean
    """Batch fit with the ladder's pairing, less that with chance's, run by run on the same bots."""

    @property
    def behind(self) -> bool:
        """Whether the ladder's pairing is worse than chance's, beyond doubt."""
        return self.ahead.error is not None and self.ahead.value < -BEHIND_ERRORS * self.ahead.error


def simulate_all(plan: LadderPlan, runs: int, seed: int, on_run: Callable[[], None]) -> list[Checkpoint]:
    """So many runs of a plan, paired by the ladder and by chance; `on_run` is told of each that is done."""
    todo = [(kind, seed + run) for run in range(runs) for kind in PairingKind]
    done: dict[tuple[PairingKind, int], list[Sight]] = {}
    for key, sights in _run(plan, todo):
        done[key] = sights
        on_run()
    by_kind = {kind: [done[kind, seed + run] for run in range(runs)] for kind in PairingKind}
    return [_checkpoint(by_kind, at) for at in range(len(plan.checkpoints))]


def _run(
    plan: LadderPlan, todo: Sequence[tuple[PairingKind, int]]
) -> Iterator[tuple[tuple[PairingKind, int], list[Sight]]]:
    """A process per core; what a run gives depends on its seed alone."""
    with ProcessPoolExecutor(min(len(todo), os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(simulate, plan, *key): key for key in todo}
        for future in as_completed(futures):
            yield futures[future], future.result()


def _checkpoint(runs: dict[PairingKind, list[list[Sight]]], at: int) -> Checkpoint:
    ladder = [run[at] for run in runs[PairingKind.LADDER]]
    chance = [run[at] for run in runs[PairingKind.RANDOM]]
    return Checkpoint(
        matches=ladder[0].matches,
        batch=_mean([sight.batch for sight in ladder]),
        live=_mean([sight.live for sight in ladder]),
        bound=_mean([sight.bound for sight in ladder]),
        random=_mean([sight.batch for sight in chance]),
        ahead=_mean([ours.batch - other.batch for ours, other in zip(ladder, chance, strict=True)]),
    )


@dataclass(frozen=True, slots=True)
class StoppingReport:
    """What many ladders that were stopped by a rule say of it."""

    ladders: int
    stopped_sure: int
    """By the rule; the others spent their budget."""
    matches: Mean
    """Per bot, of all."""
    wrong_neighbours: float | None
    """Share of neighbours in the wrong order, of the ladders that stopped sure: what the rule promises to keep low."""
    wrong_ladders: float | None
    """Share of those ladders with any such pair."""
    wrong_neighbours_at_budget: float | None
    """The same share of neighbours, of the ladders that spent their budget."""


def stop_all(plan: LadderPlan, rule: StoppingRule, runs: int, seed: int, on_run: Callable[[], None]) -> StoppingReport:
    """So many ladders, each played until the rule stops it."""
    with ProcessPoolExecutor(min(runs, os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(stop, plan, rule, seed + run) for run in range(runs)]
        for _ in as_completed(futures):
            on_run()
        ended = [future.result() for future in futures]
    sure = [one for one in ended if one.sure]
    spent = [one for one in ended if not one.sure]
    return StoppingReport(
        ladders=runs,
        stopped_sure=len(sure),
        matches=_mean([one.matches for one in ended]),
        wrong_neighbours=_wrong(sure),
        wrong_ladders=fmean([one.wrong > 0 for one in sure]) if sure else None,
        wrong_neighbours_at_budget=_wrong(spent),
    )


def _wrong(ended: Sequence[Stopped]) -> float | None:
    """The share of all their neighbours that stand in the wrong order."""
    return sum(one.wrong for one in ended) / sum(one.neighbours for one in ended) if ended else None


def _mean(values: Sequence[float]) -> Mean:
    return Mean(fmean(values), stdev(values) / len(values) ** 0.5 if len(values) > 1 else None)
