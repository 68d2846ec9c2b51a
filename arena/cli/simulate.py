"""`arena simulate`: ladders without bots, to see how far their order can be trusted."""

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from arena.app.simulating.ladder import CHECKPOINTS, LadderPlan
from arena.app.simulating.report import Checkpoint, Mean, simulate_all, stop_all
from arena.cli.groups import group
from arena.cli.options import JsonOption
from arena.cli.tables import console, new_table
from arena.ladder.stopping import StoppingRule
from arena.model.errors import BadInput, NotSo

app = group("Ladders of simulated bots with known skills, paired and rated by the real code.")


@app.callback()
def simulate() -> None:
    """Ladders of simulated bots with known skills, paired and rated by the real code."""


@app.command()
def ladder(
    bots: Annotated[int, typer.Option(min=5, max=10_000, help="How many.")] = 200,
    players: Annotated[int, typer.Option(min=2, max=5, help="At a table.")] = 4,
    luck: Annotated[float, typer.Option(min=0.1, max=20, help="Spread of one performance, in that of skills.")] = 1.0,
    seat_effect: Annotated[float, typer.Option(min=0, max=10, help="What the first seat is worth more.")] = 0.0,
    matches: Annotated[list[int] | None, typer.Option(min=4, max=10_000, help="Per bot; then is looked.")] = None,
    runs: Annotated[int, typer.Option(min=1, max=1_000, help="How many ladders.")] = 20,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="Of the first run.")] = 0,
    json_: JsonOption = False,
) -> None:
    """How near the ladder's order comes to the truth; exit code 1 if chance would pair better, beyond doubt."""
    if bots < players:
        raise BadInput(f"--bots {bots} cannot fill a table of --players {players}")
    plan = LadderPlan(bots, players, luck, seat_effect, tuple(sorted(set(matches or CHECKPOINTS))))
    found = _simulated(plan, runs, seed, quiet=json_)
    if json_:
        told = asdict(plan) | {"runs": runs, "seed": seed, "checkpoints": [asdict(one) for one in found]}
        print(json.dumps(told, indent=2))
    else:
        _print(found)
    behind = [one.matches for one in found if one.behind]
    if behind:
        raise NotSo(f"after {behind[0]} matches per bot chance pairs better than the ladder")


@app.command()
def stopping(
    bots: Annotated[int, typer.Option(min=5, max=1_000, help="How many.")] = 8,
    players: Annotated[int, typer.Option(min=2, max=5, help="At a table.")] = 4,
    luck: Annotated[float, typer.Option(min=0.1, max=20, help="Spread of one performance, in that of skills.")] = 1.0,
    sure: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Of each bot being better than the next.")] = 0.95,
    budget: Annotated[int, typer.Option(min=30, max=100_000, help="Matches per bot at most.")] = 2_000,
    runs: Annotated[int, typer.Option(min=1, max=10_000, help="How many ladders.")] = 50,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="Of the first run.")] = 0,
    json_: JsonOption = False,
) -> None:
    """How often a ladder that stops once it is sure of its order is wrong."""
    if bots < players:
        raise BadInput(f"--bots {bots} cannot fill a table of --players {players}")
    plan, rule = LadderPlan(bots, players, luck), StoppingRule(sure, budget)
    with _progress(quiet=json_) as progress:
        task = progress.add_task("ladders", total=runs)
        found = stop_all(plan, rule, runs, seed, lambda: progress.advance(task))
    if json_:
        told = {"bots": bots, "players": players, "luck": luck, "sure": sure, "budget": budget, "seed": seed}
        print(json.dumps(told | asdict(found), indent=2))
        return
    print(f"{found.stopped_sure} of {found.ladders} ladders stopped sure; {_text(found.matches)} matches per bot")
    if found.wrong_neighbours is not None and found.wrong_ladders is not None:
        print(
            f"of these {found.wrong_neighbours:.1%} of neighbours are wrong, {found.wrong_ladders:.1%} have any wrong"
        )
    if found.wrong_neighbours_at_budget is not None:
        print(f"of those that spent their budget {found.wrong_neighbours_at_budget:.1%} of neighbours are wrong")


def _simulated(plan: LadderPlan, runs: int, seed: int, *, quiet: bool) -> list[Checkpoint]:
    with _progress(quiet=quiet) as progress:
        task = progress.add_task("ladders", total=2 * runs)
        return simulate_all(plan, runs, seed, lambda: progress.advance(task))


def _progress(*, quiet: bool) -> Progress:
    return Progress(console=Console(file=sys.stderr), disable=quiet or not sys.stderr.isatty(), transient=True)


def _print(found: list[Checkpoint]) -> None:
    table = new_table("Kendall's tau", numbers=tuple(f"{one.matches} matches" for one in found))
    rows = (
        ("batch fit", [one.batch for one in found]),
        ("TrueSkill", [one.live for one in found]),
        ("best possible, seeing performances", [one.bound for one in found]),
        ("batch fit, paired by chance", [one.random for one in found]),
        ("ahead of chance", [one.ahead for one in found]),
    )
    for name, means in rows:
        table.add_row(name, *map(_text, means))
    console().print(table)


def _text(mean: Mean) -> str:
    return f"{mean.value:.3f}" + ("" if mean.error is None else f" ± {mean.error:.3f}")
