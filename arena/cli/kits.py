"""`arena kits`: what bots of each language are built and run with."""

import json
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

from arena.app.host import close_referee
from arena.app.playing import build_bots, new_series, play_series
from arena.bots.kits import shelf
from arena.bots.kits.recipe import languages, recipe
from arena.bots.kits.starting import new_bot
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.tables import console, new_table
from arena.model.clock import TimeControl
from arena.model.errors import BadInput, NotSo, WorldTrouble

app = typer.Typer(help="What bots of each language are built and run with.", no_args_is_help=True)

LanguagesArgument = Annotated[list[str] | None, typer.Argument(help="Languages; all if none is named.")]


def kits_of(home: Path) -> Path:
    """The folder of a home's kits."""
    return home.resolve() / "kits"


@app.command()
def build(names: LanguagesArgument = None, home: HomeOption = DEFAULT_HOME) -> None:
    """Make the kits that are not there yet; needs the network."""
    missing = []
    for language in [recipe(name).language for name in names or languages()]:
        began = time.monotonic()
        try:
            with Console(file=sys.stderr).status(f"making the kit of {language}"):
                there = shelf.find(kits_of(home), language) is not None
                made = shelf.make(kits_of(home), language)
        except WorldTrouble as error:
            typer.echo(f"{language}: {error}")
            missing.append(language)
        else:
            took = "was there" if there else f"made in {time.monotonic() - began:.1f} s"
            typer.echo(f"{language}: {took}: {made.folder}")
    if missing:
        raise WorldTrouble(f"not made: {', '.join(missing)}")


@app.command("list")
def list_(home: HomeOption = DEFAULT_HOME, json_: JsonOption = False) -> None:
    """The kits, and which of them are made."""
    rows = [_row(kits_of(home), language) for language in languages()]
    if json_:
        print(json.dumps({"kits": rows}))
        return
    table = new_table("kit", "state", numbers=("seconds",))
    for row in rows:
        seconds = row["seconds"]
        table.add_row(str(row["language"]), str(row["state"]), "" if seconds is None else str(seconds))
    console().print(table)


def _row(kits: Path, language: str) -> dict[str, object]:
    """A kit: made (with its folder and the seconds that took), not made, or why it cannot be."""
    try:
        made = shelf.find(kits, language)
    except WorldTrouble as error:
        return {"language": language, "state": str(error), "folder": None, "seconds": None}
    if made is None:
        return {"language": language, "state": "not made", "folder": None, "seconds": None}
    return {"language": language, "state": "made", "folder": str(made.folder), "seconds": made.about()["seconds"]}


@app.command()
def check(names: LanguagesArgument = None, home: HomeOption = DEFAULT_HOME) -> None:
    """Begin a bot with each kit, build it without network and have it play; exit code 1 if one does not."""
    failed = []
    try:
        for language in [recipe(name).language for name in names or languages()]:
            try:
                shelf.need(kits_of(home), language)
                said, good = _try(language, kits_of(home))
            except (BadInput, WorldTrouble) as error:
                said, good = str(error), False
            typer.echo(f"{language}: {said}")
            if not good:
                failed.append(language)
    finally:
        close_referee()
    if failed:
        raise NotSo(f"not good: {', '.join(failed)}")


def _try(language: str, kits: Path) -> tuple[str, bool]:
    """What came of a bot begun in this language, and whether that is as it should be."""
    with TemporaryDirectory(prefix="arena-check-") as parent:
        bot = new_bot("checked", language, Path(parent))
        series = new_series("stockpile", [str(bot)] * 2, {}, 1, 1, TimeControl())
        began = time.monotonic()
        build_bots(series.bots, lambda _: nullcontext(), kits)
        seconds = time.monotonic() - began
        matches = play_series(series, lambda _: None)
    faults = [fault for match in matches for fault in match.record.faults]
    said = f"built in {seconds:.1f} s, {len(matches)} matches, {len(faults)} faults"
    return (f"{said}: {faults[0].cause.value}: {faults[0].detail}" if faults else said), not faults
