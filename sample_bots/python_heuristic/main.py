"""Sound play by rules of thumb, a module for each game."""

import argparse

from traders import new_traders

from stockpit_sdk import Decision, run


def parse() -> argparse.Namespace:
    """The settings of this entrant, from its bot.toml; they are about Stockpile."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bid", type=float, default=97, help="percent of a pile's worth to go up to")
    parser.add_argument("--cash", type=float, default=30, help="K by which money in hand beats a card, before the end")
    parser.add_argument("--rivals", type=float, default=1, help="weight of harming the others")
    return parser.parse_args()


if __name__ == "__main__":
    traders = new_traders(parse())

    def choose(decision: Decision) -> int:
        """By the game that is played."""
        return traders[decision.match.game].choose(decision)

    run(choose, events=False)
