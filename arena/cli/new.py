"""`arena new`: a bot to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from arena.bots.kits.starting import new_bot


def new(
    name: Annotated[str, typer.Argument(help="Name of the bot, and of its folder here.")],
    language: Annotated[str, typer.Option("--language", "-l", help="What it is written in, as in `arena kits list`.")],
) -> None:
    """Make a small bot that works, to begin with."""
    folder = new_bot(name, language, Path())
    typer.echo(f"made {folder}; try it: arena play stockpile {folder} {folder} {folder}")
    typer.echo(f"then arena check {folder} and, where an arena is served, arena submit {folder}")
