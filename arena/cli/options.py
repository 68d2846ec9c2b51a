"""Options that several commands share, and how they are read."""

import re
from pathlib import Path
from typing import Annotated

import typer

from arena.model.clock import SECOND
from arena.model.errors import BadInput
from arena.model.isolation import Isolation

HomeOption = Annotated[
    Path,
    typer.Option("--home", envvar="ARENA_HOME", help="Folder of the database and everything else that is kept."),
]
DEFAULT_HOME = Path(".arena")

LimitsOption = Annotated[
    Isolation | None,
    typer.Option(
        "--limits", help="How bots are kept: in a sandbox with full or weak limits, or none. Else config.toml."
    ),
]

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]

GameArgument = Annotated[str, typer.Argument(help="Name of the game, as in `arena games`.")]

SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game; may be repeated.")
]

_UNITS = {"us": 1, "ms": 1_000, "s": SECOND, "m": 60 * SECOND, "": SECOND}
_A_DAY = 24 * 3600 * SECOND


def settings_from(pairs: list[str] | None) -> dict[str, str]:
    """NAME=VALUE texts as a dictionary; BadInput for a text without "=" or a name given twice."""
    settings: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadInput(f"--set {pair!r} is not NAME=VALUE, for example --set board=advanced")
        if name in settings:
            raise BadInput(f"--set {name} is given twice")
        settings[name] = value
    return settings


def microseconds(text: str, option: str) -> int:
    """A time such as "4s", "100ms" or "1.5m" (a bare number is seconds), a day at most; BadInput otherwise."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(us|ms|s|m|)", text.strip())
    if match is None:
        raise BadInput(f"{option} {text!r} is no time; write it as 4s, 100ms or 1.5m")
    time = float(match[1]) * _UNITS[match[2]]
    if time > _A_DAY:
        raise BadInput(f"{option} {text!r} is too long; at most {_A_DAY // (60 * SECOND)}m")
    return round(time)
