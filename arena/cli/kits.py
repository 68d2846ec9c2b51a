"""`arena kits`: what bots of each language are built and run with."""

import json
import shutil
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
from arena.bots.kits.recipe import languages
from arena.bots.kits.starting import new_bot
from arena.bots.sandbox.python_kit import python_folder, python_kit
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.tables import console, new_table
from arena.model.clock import TimeControl
from arena.model.errors import BadInput, NotSo, WorldTrouble

app = group("What bots of each language are built and run with.")

LanguagesArgument = Annotated[list[str] | None, typer.Argument(help="Languages; all if none is named.")]

OURS = ("python", "stdio")
"""One and the same kit, made of what we ourselves run on and not by a recipe; the bridge of `stdio` is in it."""


def kits_of(home: Path) -> Path:
    """The folder of a home's kits."""
    return home.resolve() / "kits"


@app.command()
def build(names: LanguagesArgument = None, home: HomeOption = DEFAULT_HOME) -> None:
    """Make the kits that are not there yet; needs the network."""
    missing = []
    for language in _named(names):
        began = time.monotonic()
        try:
            with Console(file=sys.stderr).status(f"making the kit of {language}"):
                there = _find(kits_of(home), language) is not None
                folder = _make(kits_of(home), language)
        except WorldTrouble as error:
            typer.echo(f"{language}: {error}")
            missing.append(language)
        else:
            took = "was there" if there else f"made in {time.monotonic() - began:.1f} s"
            typer.echo(f"{language}: {took}: {folder}")
    if missing:
        raise WorldTrouble(f"not made: {', '.join(missing)}")


@app.command("list")
def list_(home: HomeOption = DEFAULT_HOME, json_: JsonOption = False) -> None:
    """The kits, and which of them are made."""
    rows = [_row(kits_of(home), language) for language in _named(None)]
    if json_:
        print(json.dumps(rows))
        return
    table = new_table("kit", "state", "folder", numbers=("seconds",))
    for row in rows:
        table.add_row(
            *("" if row[key] is None else str(row[key]) for key in ("language", "state", "folder", "seconds"))
        )
    console().print(table)


@app.command()
def check(names: LanguagesArgument = None, home: HomeOption = DEFAULT_HOME) -> None:
    """Begin a bot with each kit, build it without network and have it play; exit code 1 if one does not."""
    failed = []
    try:
        for language in _named(names):
            try:
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


@app.command()
def clear(names: LanguagesArgument = None, home: HomeOption = DEFAULT_HOME) -> None:
    """Remove kits of earlier versions; bots that were built with one are built again when they next play."""
    kits = kits_of(home)
    for language in _named(names):
        try:
            current = python_folder(kits) if language in OURS else shelf.place(kits, language)
        except WorldTrouble as error:
            typer.echo(f"{language}: left as it is: {error}")
            continue
        for folder in shelf.earlier(kits, language, current):
            shutil.rmtree(folder)
            typer.echo(f"{language}: removed {folder}")


def _named(names: list[str] | None) -> list[str]:
    """The languages named, or all; BadInput for one that is unknown."""
    every = sorted((*languages(), *OURS))
    for name in names or ():
        if name not in every:
            raise BadInput(f"no kit {name!r}; there are {', '.join(every)}")
    return names or every


def _find(kits: Path, language: str) -> Path | None:
    """The kit's folder, if it is made; WorldTrouble if its tools are missing."""
    if language in OURS:
        folder = python_folder(kits)
        return folder if folder.is_dir() else None
    made = shelf.find(kits, language)
    return None if made is None else made.folder


def _make(kits: Path, language: str) -> Path:
    """The kit's folder, made."""
    if language in OURS:
        python_kit(kits)
        return python_folder(kits)
    return shelf.make(kits, language).folder


def _row(kits: Path, language: str) -> dict[str, str | float | None]:
    """A kit: made (with its folder and the seconds that took), not made, or why it cannot be."""
    try:
        folder = _find(kits, language)
    except WorldTrouble as error:
        return {"language": language, "state": str(error), "folder": None, "seconds": None}
    if folder is None:
        return {"language": language, "state": "not made", "folder": None, "seconds": None}
    return {"language": language, "state": "made", "folder": str(folder), "seconds": shelf.seconds(folder)}


def _try(language: str, kits: Path) -> tuple[str, bool]:
    """What came of a bot begun in this language, and whether that is as it should be; BadInput without its kit."""
    if language not in OURS:
        shelf.need(kits, language)
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
