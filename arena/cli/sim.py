"""`arena sim`: matches without bots, as fast as the engine plays them."""

import json
import secrets
import sys
import time
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from arena.cli.options import SetOption, settings_from
from arena.cli.stdio import serve
from arena.cli.tables import console, new_table
from arena.model.errors import BadInput
from engine.contract import Game
from engine.envelope import envelope_of
from engine.games import find_game, make_game
from engine.simulation import random_end, random_match

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
    seeds = range(seed, seed + matches)
    if json_:
        for number in seeds:
            print(json.dumps(envelope_of(random_match(made, number))))
    else:
        _print(made, seeds)


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


@dataclass(slots=True)
class Sums:
    """What many matches add up to."""

    matches: int
    decisions: int
    scores: list[int]
    """By seat."""
    places: list[int]


def sums_of(game: Game, seeds: range) -> Sums:
    """Play random matches, with a progress bar where somebody watches."""
    sums = Sums(0, 0, [0] * game.players, [0] * game.players)
    watched = sys.stderr.isatty()
    for seed in track(seeds, "playing", console=Console(file=sys.stderr), disable=not watched, transient=True):
        end, decisions = random_end(game, seed)
        sums.matches += 1
        sums.decisions += decisions
        sums.scores = [sum(pair) for pair in zip(sums.scores, end.scores(), strict=True)]
        sums.places = [sum(pair) for pair in zip(sums.places, end.places(), strict=True)]
    return sums


def _print(game: Game, seeds: range) -> None:
    """Means by seat, and how fast it went."""
    begun = time.perf_counter()
    sums = sums_of(game, seeds)
    speed = sums.matches / (time.perf_counter() - begun)
    table = new_table("seat", numbers=("mean score", "mean place"))
    for seat, (score, place) in enumerate(zip(sums.scores, sums.places, strict=True)):
        table.add_row(str(seat), f"{score / sums.matches:.2f}", f"{place / sums.matches:.2f}")
    out = console()
    out.print(table)
    out.print(
        f"{game.title}, {sums.matches} random matches from --seed {seeds.start}, "
        f"{sums.decisions / sums.matches:.0f} decisions each; {speed:.0f} matches/s",
        style="dim",
        highlight=False,
    )
