"""`arena status`: where one's bots stand."""

import json
from typing import Annotated, Any

import typer

from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.progress import now, stage_line
from arena.cli.remote import ServerOption, TokenFileOption, remote
from arena.cli.tables import console, new_table

BotArgument = Annotated[str | None, typer.Argument(help="Name of a bot; all of one's bots without it.")]


def status(
    bot: BotArgument = None,
    home: HomeOption = DEFAULT_HOME,
    server: ServerOption = None,
    token_file: TokenFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Show where one's bots stand, or one bot with every stage it went through."""
    with remote(home, server, token_file) as arena:
        found = arena.get("bots") if bot is None else arena.get(f"bots/{bot}/versions/latest")
    if json_:
        print(json.dumps(found, indent=2))
    elif bot is None:
        _print_all(found)
    else:
        _print_one(found)


def _print_all(versions: list[Any]) -> None:
    if not versions:
        print("no bots yet; `arena submit FOLDER` hands one in")
        return
    table = new_table("bot", "state", "since", "now", numbers=("version",))
    for version in versions:
        last = version["stages"][-1]
        told = version["rejection"]["reason"] if version["rejection"] else now(version)
        when = last["at"][:16].replace("T", " ")
        table.add_row(version["bot"], version["state"], when, told, str(version["number"]))
    console().print(table, highlight=False)


def _print_one(version: Any) -> None:
    who = f"{version['bot']}@{version['number']}"
    print(f"{who}: {version['state']}; {version['kit']}, plays {', '.join(version['games'])}")
    for stage in version["stages"]:
        print(f"  {stage_line(stage)}")
    if version["rejection"]:
        print(f"  remedy: {version['rejection']['remedy']}")
