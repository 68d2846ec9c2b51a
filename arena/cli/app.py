"""All commands by name; the module of one is imported when it is called, so that none waits for the others'."""

from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from arena.cli.groups import group

ABOUT = "A tournament arena where bots in any language play stock-market games against each other."

COMMANDS = (
    "demo",
    "serve",
    "games",
    "deal",
    "new",
    "play",
    "check",
    "submit",
    "status",
    "logs",
    "challenge",
    "sim",
    "simulate",
    "replay",
    "verify",
    "ladder",
    "user",
    "token",
    "sandbox",
    "kits",
    "bench",
)
"""Each is the module of its name, which has a function of that name, or an `app` of several commands."""


class Commands(TyperGroup):
    """The commands, each loaded when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names, as help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of them."""
        return command(cmd_name) if cmd_name in COMMANDS else None


@cache
def command(name: str) -> Any:
    """The command of a name."""
    module = import_module(f"arena.cli.{name}")
    found = getattr(module, "app", None)
    if found is None:
        found = group()
        found.command(name)(getattr(module, name))
    made = typer.main.get_command(found)
    made.name = name
    return made


app = group(ABOUT, cls=Commands, name="arena")


@app.callback(help=ABOUT)
def arena() -> None:
    """Has no options of its own."""
