"""`arena ladder`: leaderboards, and building them anew from the recorded matches."""

import json
from contextlib import closing
from dataclasses import asdict
from typing import Annotated

import typer

from arena.app.audit import rebuild as rebuild_ratings
from arena.app.audit import refit
from arena.app.home import existing_home
from arena.app.ladder_report import LadderReport, ladder_report
from arena.app.rating_history import rating_history
from arena.app.service import open_database
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.standings import leaderboard_json, print_leaderboard, read_leaderboards
from arena.cli.tables import console, new_table

app = group("Leaderboards, and building them anew from the recorded matches.")
LadderArgument = Annotated[str | None, typer.Argument(help="Name of a ladder; all of them without it.")]


@app.command()
def show(name: LadderArgument = None, home: HomeOption = DEFAULT_HOME, json_: JsonOption = False) -> None:
    """Print leaderboards."""
    boards = read_leaderboards(existing_home(home), name)
    if json_:
        print(json.dumps([leaderboard_json(board) for board in boards], indent=2))
        return
    for board in boards:
        print_leaderboard(board)


@app.command()
def rebuild(name: LadderArgument = None, home: HomeOption = DEFAULT_HOME) -> None:
    """Compute the ratings anew from the recorded matches and store them."""
    where = existing_home(home)
    names = [board.ladder.spec.name for board in read_leaderboards(where, name)]
    database = open_database(where)
    try:
        for ladder in names:
            print(f"{ladder}: {rebuild_ratings(database, ladder)} versions rated anew")
    finally:
        database.close()


@app.command()
def fit(
    name: Annotated[str, typer.Argument(help="Name of a ladder.")],
    keep: Annotated[bool, typer.Option("--keep/--look", help="Rate by it from now on, and all matches anew.")] = False,
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
) -> None:
    """Fit beta and the draw probability to a ladder's matches; with --keep a new rating epoch begins."""
    with closing(open_database(existing_home(home))) as database:
        ladder, fitted = refit(database, name, keep=keep)
    told = {
        "ladder": ladder.spec.name,
        "rating_epoch": ladder.rating_epoch + keep,
        "kept": keep,
        "bots": fitted.bots,
        "matches": fitted.matches,
        "beta": fitted.rule.beta,
        "beta_before": ladder.rule.beta,
        "draw_probability": fitted.rule.draw_probability,
        "draw_probability_before": ladder.rule.draw_probability,
        "ties": fitted.ties,
    }
    if json_:
        print(json.dumps(told, indent=2))
        return
    print(f"{ladder.spec.name}: {fitted.bots} bots, {fitted.matches} matches, {fitted.ties:.1%} of pairs tied")
    print(f"beta {ladder.rule.beta:.2f} -> {fitted.rule.beta:.2f}")
    print(f"draw probability {ladder.rule.draw_probability:.3f} -> {fitted.rule.draw_probability:.3f}")
    print(f"rating epoch {ladder.rating_epoch + 1} has begun" if keep else "nothing was changed; --keep rates by it")


@app.command()
def report(
    name: Annotated[str, typer.Argument(help="Name of a ladder.")],
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
) -> None:
    """How far a ladder can be trusted: what seats are worth, cycles at its top, and how far twins stand apart."""
    with closing(open_database(existing_home(home))) as database:
        found = ladder_report(database, name)
    if json_:
        print(json.dumps(asdict(found), indent=2))
    else:
        _print_report(found)


@app.command()
def why(
    name: Annotated[str, typer.Argument(help="Name of a ladder.")],
    bot: Annotated[str, typer.Argument(help="Name of a bot on it.")],
    last: Annotated[int, typer.Option(min=1, max=10_000, help="How many of its latest matches.")] = 20,
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
) -> None:
    """Why a bot's rating changed: what was believed before each match, expected, seen, and believed after."""
    with closing(open_database(existing_home(home))) as database:
        told = rating_history(database, name, bot, last)
    if json_:
        print(json.dumps([asdict(one) for one in told], indent=2))
        return
    table = new_table("opponents", numbers=("match", "before", "expected", "points", "place", "after", "change"))
    for one in told:
        before, after = (f"{rating.mu:.2f} ± {2 * rating.sigma:.2f}" for rating in (one.prior, one.posterior))
        figures = (before, f"{one.expected:.2f}", f"{one.points:.2f}", str(one.place), after)
        table.add_row(", ".join(one.opponents), str(one.match), *figures, f"{one.posterior.mu - one.prior.mu:+.2f}")
    console().print(table, highlight=False)


def _print_report(found: LadderReport) -> None:
    print(f"{found.ladder}: {found.matches} matches")
    for worth in found.seats:
        print(f"seat {worth.seat}: {worth.points:.3f} ± {2 * worth.error:.3f} points a match")
    for cycle in found.cycles:
        print(f"cycle: {' beats '.join((*cycle, cycle[0]))}")
    if not found.cycles:
        print("no cycle among the top")
    floor = found.noise_floor
    if floor is not None:
        print(f"noise floor: {floor.bot} and {floor.twin} are one bot and stand {floor.gap:.1f} apart")
