"""`python -m engine.testing --matches 5000 [--minutes N] [--game NAME] [--seed S]`: the laws on random matches.

Exit code 1 and the seed and settings that repeat it, when a law is broken.
"""

import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime, timedelta

from engine.contract import Game
from engine.games import find_game, games
from engine.streams import Streams, seed_of
from engine.testing.laws import BrokenLaw
from engine.testing.settings import random_game
from engine.testing.walk import Findings, Walk, walk


def main() -> int:
    """Run the laws on every game, or the one named."""
    arguments = _arguments()
    found = [find_game(arguments.game)] if arguments.game else list(games().values())
    for game in found:
        if not _run(game, arguments, len(found)):
            return 1
    return 0


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m engine.testing", description="The laws of the engine on random matches.")
    parser.add_argument("--matches", type=int, default=5000, help="matches per game")
    parser.add_argument("--minutes", type=float, help="go on for so long instead, all games together")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--seed", default="0", help="repeats the same matches")
    parser.add_argument("--first", type=int, default=0, help="number of the first match, to repeat one that failed")
    return parser.parse_args()


def _run(game: type[Game], arguments: Namespace, share: int) -> bool:
    begin = datetime.now(UTC)
    end = begin + timedelta(minutes=arguments.minutes) / share if arguments.minutes else None
    total = Findings()
    number = done = arguments.first
    last = arguments.first + arguments.matches
    while (datetime.now(UTC) < end) if end else (number < last):
        draw = Streams(seed_of(arguments.seed, game.name, number))
        played = random_game(game, draw)
        try:
            total.add(walk(Walk(played, draw)))
        except Exception as broken:
            print(f"\n{broken}\n{played}\nto repeat: {_repeat(game, arguments, number)}", file=sys.stderr)
            if isinstance(broken, BrokenLaw):
                return False
            raise
        number += 1
        if number % 50 == 0:
            _progress(game, number - done, total, datetime.now(UTC) - begin)
    _progress(game, number - done, total, datetime.now(UTC) - begin)
    print(file=sys.stderr)
    return _varied(game, total)


def _varied(game: type[Game], total: Findings) -> bool:
    """Laws that would hold of an engine that hides nothing are no laws: what is hidden must have varied."""
    parts = (total.redeals_that_differ, total.samples_that_differ, total.secret_choices, total.silent_decisions)
    if not total.decisions or all(parts):
        return True
    print(f"{game.name}: redeals, samples, secret choices or silent questions never varied: {parts}", file=sys.stderr)
    return False


def _repeat(game: type[Game], arguments: Namespace, number: int) -> str:
    seed = f"--seed {arguments.seed} --first {number} --matches 1"
    return f"python -m engine.testing --game {game.name} {seed}"


def _progress(game: type[Game], matches: int, total: Findings, spent: timedelta) -> None:
    rate = matches / max(spent.total_seconds(), 1e-9)
    looked = f"{total.redeals} redeals, {total.samples} samples, {total.secret_choices} secret choices"
    text = f"{game.name}: {matches} matches, {total.decisions} decisions, {looked}, {rate:.0f} matches/s"
    print(f"\r{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
