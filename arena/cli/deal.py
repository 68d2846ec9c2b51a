"""`arena deal`: everything chance decides in a match, as an audit envelope without actions."""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer

from arena.cli.options import GameArgument, JsonOption, SetOption, settings_from
from arena.cli.tables import console, new_table
from engine.contract import Json
from engine.envelope import deal_envelope
from engine.games import make_game
from engine.simulation import numbered_deal


def deal(
    game: GameArgument,
    players: Annotated[int, typer.Option(help="Number of seats.")],
    seed: Annotated[int | None, typer.Option(help="The same number draws the same deal.")] = None,
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """Draw a deal; `arena play --file` plays on it, and so does `arena sim` with the same seed."""
    seed = secrets.randbits(32) if seed is None else seed
    made = make_game(game, players, settings_from(settings))
    envelope = deal_envelope(made, numbered_deal(made, seed))
    if json_:
        print(json.dumps(envelope))
        return
    out = console()
    table = new_table("deal", "cards")
    for name, cards in rows("", envelope["deal"]):
        table.add_row(name, cards)
    out.print(table)
    out.print(f"{made.title}, {players} players; repeat with --seed {seed}", style="dim", highlight=False)


def rows(path: str, value: Json) -> Iterator[tuple[str, str]]:
    """The lines of a deal: its place in the JSON, and what is there; short lists within a list share a line."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from rows(f"{path}.{key}" if path else key, entry)
    elif isinstance(value, Sequence) and not isinstance(value, str) and not _is_one_line(value):
        for at, entry in enumerate(value):
            yield from rows(f"{path}[{at}]", entry)
    else:
        yield path, _line(value)


def _is_one_line(value: Sequence[Json]) -> bool:
    """Words and numbers, or pairs of them."""
    return all(_is_word(entry) for entry in value) or all(
        isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 2 and all(map(_is_word, entry))
        for entry in value
    )


def _is_word(value: Json) -> bool:
    return value is None or isinstance(value, str | int | float)


def _line(value: Json) -> str:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return str(value)
    if all(_is_word(entry) for entry in value):
        return " ".join(map(str, value)) or "-"
    return ", ".join(_line(entry) for entry in value)
