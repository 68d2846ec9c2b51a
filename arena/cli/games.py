"""`arena games`: what can be played."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from arena.cli.options import JsonOption
from arena.cli.tables import console, new_table
from engine.contract import Game
from engine.games import games as all_games
from engine.games import make_game


def games(
    game: Annotated[str | None, typer.Argument(help="One game, with its settings.")] = None, json_: JsonOption = False
) -> None:
    """List the games with player counts, settings, rules version and source."""
    chosen = dict(sorted(all_games().items()))
    if game is not None:
        if game not in chosen:
            make_game(game, 0, {})  # says which games there are
        chosen = {game: chosen[game]}
    if json_:
        rows = [_facts(kind) for kind in chosen.values()]
        print(json.dumps(rows[0] if game is not None else rows, indent=2))
        return
    out = console()
    out.print(_overview(chosen))
    if game is not None:
        out.print(_settings(chosen[game]))


def _facts(kind: type[Game]) -> dict[str, Any]:
    return {
        "game": kind.name,
        "title": kind.title,
        "players": list(kind.player_counts),
        "rules_version": kind.rules_version,
        "source": kind.source,
        "settings": [
            {
                "name": setting.name,
                "type": setting.type,
                "default": setting.default,
                "allowed": list(setting.allowed),
                "text": setting.text,
            }
            for setting in kind.settings_schema
        ],
    }


def _overview(chosen: dict[str, type[Game]]) -> Table:
    table = new_table("game", "players", "settings", "rules", "source")
    for kind in chosen.values():
        names = ", ".join(setting.name for setting in kind.settings_schema) or "-"
        players = ", ".join(map(str, kind.player_counts))
        table.add_row(kind.name, players, names, f"v{kind.rules_version}", kind.source)
    return table


def _settings(kind: type[Game]) -> Table:
    table = new_table("setting", "type", "default", "allowed", "meaning")
    for setting in kind.settings_schema:
        allowed = ", ".join(map(_plain, setting.allowed))
        table.add_row(setting.name, setting.type, _plain(setting.default), allowed, setting.text)
    return table


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
