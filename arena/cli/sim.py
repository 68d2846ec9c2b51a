"""`arena sim`: matches without bots, as fast as the engine plays them."""

import json
import secrets
import sys
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from arena.cli.options import SetOption, settings_from
from arena.cli.stdio import serve
from arena.cli.tables import console, new_table
from arena.model.errors import BadInput
from engine.contract import Game
from engine.envelope import envelope_of
from engine.games import find_game, make_game
from engine.simulation import random_match
from engine.transcript import Transcript, final_state

MOST_MATCHES = 10_000_000


def sim(
    game: Annotated[str | None, typer.Argument(help="Name of the game, as in `arena games`.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    random: Annotated[bool, typer.Option("--random", help="Every seat chooses at random.")] = False,
    matches: Annotated[int, typer.Option(min=1, max=MOST_MATCHES, help="So many, with consecutive seeds.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Repeats the same deals and choices.")] = None,
    settings: SetOption = None,
    json_: Annotated[bool, typer.Option("--json", help="Print one audit envelope a line instead of a table.")] = False,
    stdio: Annotated[bool, typer.Option("--stdio", help="Answer requests, one JSON object a line, on stdin.")] = False,
) -> None:
    """Play random matches without any bot, or lend the engine to a program that searches or learns (docs/sim.md)."""
    if stdio:
        _answer(given=game is not None or players is not None or random or bool(settings) or seed is not None)
        return
    if not random or game is None:
        raise BadInput("say what to do: GAME --players N --random, or --stdio")
    made = _game(game, players, settings_from(settings))
    seed = secrets.randbits(32) if seed is None else seed
    played = (random_match(made, number) for number in range(seed, seed + matches))
    if json_:
        for match in played:
            print(json.dumps(envelope_of(match)))
    else:
        _print(made, played, seed)


def _answer(given: bool) -> None:
    if given:
        raise BadInput("--stdio goes alone: each request names its own game and seed")
    if serve(sys.stdin.buffer, sys.stdout):
        raise RuntimeError("bugs of ours were met; the text above says where")


def _game(name: str, players: int | None, settings: dict[str, str]) -> Game:
    if players is None:
        allowed = ", ".join(map(str, find_game(name).player_counts))
        raise BadInput(f"--players is missing; {name} allows {allowed}")
    return make_game(name, players, settings)


def _print(game: Game, played: Iterator[Transcript], seed: int) -> None:
    """Means by seat, and how fast it went."""
    begun = time.perf_counter()
    count = decisions = 0
    scores, places = [0] * game.players, [0] * game.players
    for match in played:
        final = final_state(match)
        count += 1
        decisions += len(match.decisions)
        for seat in range(game.players):
            scores[seat] += final.scores()[seat]
            places[seat] += final.places()[seat]
    seconds = time.perf_counter() - begun
    table = new_table("seat", numbers=("mean score", "mean place"))
    for seat in range(game.players):
        table.add_row(str(seat), f"{scores[seat] / count:.2f}", f"{places[seat] / count:.2f}")
    out = console()
    out.print(table)
    out.print(
        f"{game.title}, {count} random matches from --seed {seed}, {decisions / count:.0f} decisions each; "
        f"{count / seconds:.0f} matches/s",
        style="dim",
        highlight=False,
    )
