"""`arena challenge`: unrated matches against chosen opponents."""

import json
import time
from typing import Annotated, Any

import typer

from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.remote import Remote, ServerOption, TokenFileOption, remote
from arena.cli.tables import console, new_table
from arena.model.errors import NotSo

ASK_EVERY_S = 0.4
OVER = ("done", "failed")


def challenge(
    bot: Annotated[str, typer.Argument(help="Name of a bot of yours.")],
    opponents: Annotated[
        list[str], typer.Argument(metavar="OPPONENT...", help="1 to 4 bots, one for each other seat.")
    ],
    ladder: Annotated[str | None, typer.Option(help="Whose game is played; else the first for so many bots.")] = None,
    wait: Annotated[bool, typer.Option(help="Follow it until its matches are over.")] = True,
    home: HomeOption = DEFAULT_HOME,
    server: ServerOption = None,
    token_file: TokenFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Play a rotation of your bot against chosen opponents on the server; nobody is rated for it."""
    with remote(home, server, token_file) as arena:
        asked = arena.post("challenges", {"bot": bot, "opponents": opponents, "ladder": ladder})
        page = f"{arena.url}/rotations/{asked['ladder']}/{asked['rotation']}"
        if not json_:
            print(f"asked for: {page}", flush=True)
        rotation = _played(arena, asked) if wait else None
    if json_:
        print(json.dumps({"challenge": asked, "rotation": rotation}, indent=2))
    elif rotation is not None:
        _print(rotation)
    if rotation is not None and rotation["state"] == "failed":
        raise NotSo(f"the rotation was given up: {rotation['reason']}")


def _played(arena: Remote, asked: Any) -> Any:
    while True:
        rotation = arena.get(f"ladders/{asked['ladder']}/rotations/{asked['rotation']}")
        if rotation["state"] in OVER:
            return rotation
        time.sleep(ASK_EVERY_S)


def _print(rotation: Any) -> None:
    table = new_table("match", "places", "scores", numbers=("faults",))
    for match in reversed(rotation["matches"]):
        seats = sorted(match["seats"], key=lambda seat: seat["place"])
        places = ", ".join(f"{seat['place']}. {seat['bot']}" for seat in seats)
        scores = ", ".join(str(seat["score"]) for seat in seats)
        table.add_row(str(match["id"]), places, scores, str(sum(seat["faults"] for seat in seats)))
    console().print(table, highlight=False)
