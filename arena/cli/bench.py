"""`arena bench`: the product against its floors and peers, each in one interleaved run."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from arena.app.home import Home
from arena.app.host import close_referee
from arena.app.quarters import Quarters, quarters
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption, LimitsOption, SetOption, settings_from
from arena.cli.play import time_control
from arena.model.errors import BadInput
from arena.model.isolation import Isolation
from engine.games import read_settings

app = group(invoke_without_command=True)
BUILDS = ("pure", "compiled")
WITHOUT_PEERS = ("bots", "sandbox", "neighbours", "free-time")
"""They need nothing that is not installed anyway."""
SAMPLES = Path(__file__).parents[2] / "sample_bots"
ZOO = Path(__file__).parents[2] / "tests" / "e2e" / "hostile" / "zoo"
"""Where hostile bots are in a checkout."""
ZooOption = Annotated[Path, typer.Option("--zoo", help="Folder of the hostile bots.")]


@app.callback(help="Benchmarks: the product against its floors and peers in the same run.")
def needs_extra(context: typer.Context) -> None:
    """Benchmarks: the product against its floors and peers in the same run."""
    if context.invoked_subcommand not in WITHOUT_PEERS and find_spec("pyspiel") is None:
        raise BadInput("the benchmarks' packages are not installed; run: make bench")
    if context.invoked_subcommand is None:
        raise BadInput("say which benchmark: engine, referee, bots, sandbox, neighbours, free-time or all")


@app.command()
def referee(
    json_: JsonOption = False,
    seconds: Annotated[float, typer.Option(min=0.2, help="Length of each measured stretch.")] = 2.0,
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured in turn.")] = 5,
) -> None:
    """Refereed decisions against what gRPC alone allows."""
    from arena.bench.referee import run

    _show(_with_status("referee", lambda say: run(seconds, rounds, say)), json_)


@app.command()
def engine(
    json_: JsonOption = False,
    seconds: Annotated[float, typer.Option(min=0.01, help="Length of each case in a round.")] = 0.1,
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured in turn.")] = 10,
) -> None:
    """Random play of every game against card games of OpenSpiel, RLCard and PettingZoo."""
    from arena.bench.engine import run

    _show(_with_status("engine", lambda say: run(seconds, rounds, say)), json_)


@app.command()
def bots(
    first: Annotated[str, typer.Argument(help="Bot A.")] = str(SAMPLES / "python_heuristic"),
    second: Annotated[str, typer.Argument(help="Bot B.")] = str(SAMPLES / "python_random"),
    game: Annotated[str, typer.Option(help="Name of the game, as in `arena games`.")] = "stockpile",
    seats: Annotated[int, typer.Option(min=2, help="2: tables A,B; 4: tables A,B,A,B.")] = 4,
    settings: SetOption = None,
    rotations: Annotated[int, typer.Option(min=1)] = 50,
    parallel: Annotated[
        int, typer.Option(min=1, max=256, metavar="K", help="Matches of a bot at once; 1 is the slow pace.")
    ] = 16,
    tables: Annotated[int, typer.Option(min=1, max=64, help="Tables at once, a core each at the slow pace.")] = 1,
    bank: Annotated[str, typer.Option(help="Time of a bot for a whole match.")] = "60s",
    refund: Annotated[str, typer.Option(help="Most that is given back after a decision.")] = "100ms",
    seed: int = 1,
    json_: JsonOption = False,
) -> None:
    """Whether bot A is better than bot B, at tables A,B,A,B or A,B."""
    from arena.bench.bots import run

    made = read_settings(game, settings_from(settings))
    control = time_control(parallel, bank, refund)
    try:
        found = _with_status(
            "bots",
            lambda say: run(
                first,
                second,
                rotations=rotations,
                time_control=control,
                game=game,
                seats=seats,
                settings=made,
                tables=tables,
                seed=seed,
                progress=lambda done: say(f"rotation {done} of {rotations}"),
            ),
        )
    finally:
        close_referee()
    _show(found, json_)


@app.command()
def sandbox(
    json_: JsonOption = False,
    seconds: Annotated[float, typer.Option(min=0.2, help="Length of each measured stretch.")] = 1.0,
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured in turn.")] = 8,
    limits: LimitsOption = None,
    home: HomeOption = DEFAULT_HOME,
) -> None:
    """Bots in the sandbox against the same bots as plain processes."""
    from arena.bench.sandbox import run

    kept = _sandboxed(home, limits)
    _show(_with_status("sandbox", lambda say: run(kept, seconds, rounds, say)), json_)


@app.command()
def neighbours(
    json_: JsonOption = False,
    attacks: Annotated[
        list[str] | None, typer.Option("--attack", help="One of the zoo's; may be repeated. Else all of them.")
    ] = None,
    bot: Annotated[Path | None, typer.Option(help="The measured bot's folder. Else the zoo's witness.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured in turn.")] = 2,
    zoo: ZooOption = ZOO,
    limits: LimitsOption = None,
    home: HomeOption = DEFAULT_HOME,
) -> None:
    """What a bot is charged next to each hostile bot, against next to one that merely spins. A third of an hour."""
    from arena.bench.neighbours import run

    kept = _sandboxed(home, limits)
    _show(_with_status("neighbours", lambda say: run(kept, zoo, bot, attacks or (), rounds, say)), json_)


@app.command()
def free_time(
    json_: JsonOption = False,
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured in turn.")] = 2,
    zoo: ZooOption = ZOO,
    limits: LimitsOption = None,
    home: HomeOption = DEFAULT_HOME,
) -> None:
    """What share of its bank a bot gains by having the referee late, slow and in bulk. About ten minutes."""
    from arena.bench.free_time import run

    kept = _sandboxed(home, limits)
    _show(_with_status("free-time", lambda say: run(kept, zoo, rounds, say)), json_)


def _sandboxed(home: Path, limits: Isolation | None) -> Quarters:
    """Sandboxes that hold; BadInput if the home or the option has none."""
    kept = quarters(Home(home.resolve()), limits)
    kept.check()
    return kept


@app.command(name="all")
def all_(json_: JsonOption = False) -> None:
    """One after the other, all but those with hostile bots."""
    engine(json_)
    referee(json_)
    bots(json_=json_)
    sandbox(json_=json_)


def _with_status(name: str, work: Callable[[Callable[[str], None]], dict[str, Any]]) -> dict[str, Any]:
    with Console(file=sys.stderr).status(f"{name}: measuring") as status:
        return work(lambda text: status.update(f"{name}: {text}"))


def _show(found: dict[str, Any], json_: bool) -> None:
    if json_:
        print(json.dumps(found, indent=2))
        return
    console = Console()
    builds = [build for build in BUILDS if build in found]
    for name, value in found.items():
        if name not in ("ratios", *builds) and not isinstance(value, list):
            console.print(f"{name}: {value}", highlight=False)
    if builds:
        console.print(_figures(found, builds))
    if "ratios" in found:
        console.print(_ratios(found["ratios"]))


def _figures(found: dict[str, Any], builds: list[str]) -> Table:
    """What was measured, a column for each build."""
    table = Table("figure", box=None, header_style="bold")
    for build in builds:
        table.add_column(build, justify="right")
    flat = [dict(_flat(found[build])) for build in builds]
    for name in flat[0]:
        table.add_row(name, *(f"{figures[name]:,}" for figures in flat))
    return table


def _flat(figures: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", value


def _ratios(rows: list[dict[str, Any]]) -> Table:
    table = Table("build", *(["game"] if "game" in rows[0] else []), "ratio", box=None, header_style="bold")
    for name in ("measured", "at least", "aim", ""):
        table.add_column(name, justify="right")
    for row in rows:
        bound = f"<= {row['at_most']}" if "at_most" in row else str(row.get("at_least", ""))
        aim = f"<= {row['aim']}" if "at_most" in row else str(row["aim"])
        what = [row[key] for key in ("build", "game", "name") if key in row]
        table.add_row(*what, str(row["value"]), bound, aim, "holds" if row["holds"] else "missed")
    return table
