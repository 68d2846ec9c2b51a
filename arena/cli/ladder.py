"""`arena ladder`: leaderboards, and building them anew from the recorded matches."""

import json
from typing import Annotated

import typer

from arena.app.audit import rebuild as rebuild_ratings
from arena.app.home import existing_home
from arena.app.service import open_database
from arena.cli.groups import group
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.standings import leaderboard_json, print_leaderboard, read_leaderboards

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
