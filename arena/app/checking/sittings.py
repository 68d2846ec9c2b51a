"""What a bot is asked: a seat in a match on a known deal."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.contract import Deal, Game, Seat, State
from engine.games import find_game
from engine.streams import Streams, seed_of
from engine.testing.settings import covering

SEEDS: Final = 12
"""Walks through each of a game's settings, of which those are chosen in which something new is asked."""

Kind = str
"""What may be asked: a phase and a type of action that may be chosen in it, "purchase: Buy"."""


@dataclass(frozen=True)
class Sitting:
    """A bot's part in one match."""

    game: Game
    deal: Deal
    seat: Seat
    bot_seed: int
    recorded: tuple[int, ...] | None = None
    """What is played, decision by decision, whatever the bot says. None: the bot plays, the others choose at random."""
    kinds: frozenset[Kind] = frozenset()
    """What is asked of a recorded one."""


@dataclass(frozen=True)
class Walk:
    """A match between seats that choose at random, every type of action as likely."""

    game: Game
    deal: Deal
    decisions: tuple[int, ...]
    kinds: tuple[frozenset[Kind], ...]
    """By seat: what it is asked."""

    def sitting(self, seat: Seat) -> Sitting:
        """A seat of it."""
        return Sitting(self.game, self.deal, seat, seat, self.decisions, self.kinds[seat])


@dataclass(frozen=True)
class Exam:
    """The matches of one game a bot is asked about."""

    needed: tuple[Sitting, ...]
    """In them every kind of question is asked."""
    more: tuple[Sitting, ...]
    """One for each of the settings that the needed ones leave out."""
    kinds: frozenset[Kind]


@cache
def all_settings(name: str) -> tuple[Game, ...]:
    """The game with every switch on and off, at all numbers of players."""
    return tuple(covering(find_game(name)))


@cache
def exam(name: str) -> Exam:
    """The matches in which a bot is asked everything this game may ask: all switches, all numbers of players."""
    games = all_settings(name)
    walks = [varied_walk(game, seed) for game in games for seed in range(SEEDS)]
    missing = set().union(*(kinds for walk in walks for kinds in walk.kinds))
    every = frozenset(missing)
    seats = [(walk, seat) for walk in walks for seat in range(walk.game.players)]
    needed: list[tuple[Walk, Seat]] = []
    while missing:
        walk, seat = max(seats, key=lambda one: len(one[0].kinds[one[1]] & missing))
        missing -= walk.kinds[seat]
        needed.append((walk, seat))
    left = [game for game in games if all(game != walk.game for walk, _ in needed)]
    more = [varied_walk(game, 0).sitting(number % game.players) for number, game in enumerate(left)]
    return Exam(tuple(walk.sitting(seat) for walk, seat in needed), tuple(more), every)


def varied_walk(game: Game, seed: int) -> Walk:
    """A match on the deal of this number; with types of action as likely as each other, rare ones come up."""
    draw = Streams(seed_of("check", seed))
    deal = game.deal(draw)
    state = game.start(deal)
    decisions = []
    kinds: list[set[Kind]] = [set() for _ in range(game.players)]
    while (seat := state.to_act) is not None:
        types = _by_type(game, state)
        kinds[seat] |= {f"{state.phase()}: {name}" for name in types}
        among = list(types.values())[draw("type", len(types))]
        decisions.append(among[draw("choice", len(among))])
        state.apply(decisions[-1])
    return Walk(game, deal, tuple(decisions), tuple(map(frozenset, kinds)))


def own_play(name: str) -> Iterator[Sitting]:
    """Matches in which the bot plays for itself: through all settings, seats and ever new deals."""
    games = all_settings(name)
    number = 0
    while True:
        game = games[number % len(games)]
        deal = game.deal(Streams(seed_of("check", name, number)))
        yield Sitting(game, deal, number // len(games) % game.players, bot_seed=number)
        number += 1


def _by_type(game: Game, state: State) -> dict[str, list[int]]:
    """Legal actions by the name of their type."""
    types: dict[str, list[int]] = {}
    for action in state.legal_actions():
        types.setdefault(type(game.actions[action]).__name__, []).append(action)
    return types
