"""Which settings the laws are run on: a set in which every two values meet, and random ones."""

from collections.abc import Callable
from itertools import combinations, product

from engine.contract import Draw, Game, InvalidSetting

Choice = tuple[object, ...]
"""Number of players, then the value of each setting in the order of the schema."""


def covering(game: type[Game]) -> list[Game]:
    """Games in which every two values of two parameters meet, wherever they may."""
    choices = product(*_domains(game))
    candidates = [(_pairs(choice), made) for choice in choices if (made := _make(game, choice)) is not None]
    missing = {pair for pairs, _ in candidates for pair in pairs}
    chosen = []
    while missing:
        pairs, made = max(candidates, key=lambda candidate: len(candidate[0] & missing))
        missing -= pairs
        chosen.append(made)
    return chosen


def random_game(game: type[Game], draw: Draw) -> Game:
    """A game with random settings that go together."""
    domains = _domains(game)
    while True:
        made = _make(game, tuple(domain[draw("settings", len(domain))] for domain in domains))
        if made is not None:
            return made


def _domains(game: type[Game]) -> list[Choice]:
    return [game.player_counts, *(setting.allowed for setting in game.settings_schema)]


def _make(game: type[Game], choice: Choice) -> Game | None:
    make: Callable[..., Game] = game
    names = [setting.attribute for setting in game.settings_schema]
    try:
        return make(players=choice[0], **dict(zip(names, choice[1:], strict=True)))
    except InvalidSetting:
        return None


def _pairs(choice: Choice) -> set[tuple[int, int, object, object]]:
    """Every two parameters with their values; a game of one parameter has it alone."""
    numbered = list(enumerate(choice))
    if len(numbered) == 1:
        return {(0, 0, choice[0], None)}
    return {(i, j, a, b) for (i, a), (j, b) in combinations(numbered, 2)}
