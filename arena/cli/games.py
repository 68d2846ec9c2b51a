"""`arena games`: what can be played."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from arena.cli.options import JsonOption
from arena.cli.tables import console, new_table
from engine.contract import Game, Setting
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
        out.print()
        out.print(_settings(chosen[game]))
    else:
        out.print("settings: arena games GAME", style="dim")


def _facts(kind: type[Game]) -> dict[str, Any]:
    return {
        "game": kind.name,
        "title": kind.title,
        "players": list(kind.player_counts),
        "rules_version": kind.rules_version,
        "source": kind.source,
        "settings": [_setting(setting) for setting in kind.settings_schema],
    }


def _setting(setting: Setting) -> dict[str, Any]:
    """`allowed` is all that is allowed, or null where it is no list; `min` and `max` are a range, or null."""
    return {
        "name": setting.name,
        "type": setting.type,
        "default": _value(setting, setting.default),
        "allowed": [_value(setting, value) for value in setting.allowed] if setting.is_list else None,
        "min": setting.low,
        "max": setting.high,
        "examples": [] if setting.is_list else [_value(setting, value) for value in setting.allowed],
        "text": setting.text,
    }


def _value(setting: Setting, value: int | bool | str) -> Any:
    return json.loads(value) if setting.type == "json" and isinstance(value, str) else value


def _overview(chosen: dict[str, type[Game]]) -> Table:
    table = new_table("game", "players", "rules", "source")
    for kind in chosen.values():
        players = ", ".join(map(str, kind.player_counts))
        table.add_row(kind.name, players, f"v{kind.rules_version}", kind.source)
    return table


def _settings(kind: type[Game]) -> Table:
    """Three columns: JSON defaults are long, and would leave no room for two more."""
    table = new_table("setting", "allowed", "meaning and default")
    for setting in kind.settings_schema:
        table.add_row(setting.name, allowed(setting), f"{setting.text}\ndefault {_plain(setting.default)}")
    return table


def allowed(setting: Setting) -> str:
    """What a setting may be, in few words."""
    if setting.low is not None:
        return f"{setting.low} to {setting.high}"
    return ", ".join(map(_plain, setting.allowed)) if setting.is_list else setting.type


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
