"""Deals drawn from a number, and matches between seats that choose at random: no bot, no clock."""

from typing import Final

from engine.contract import Deal, Draw, Game, Seat, State
from engine.streams import Streams, seed_of
from engine.transcript import Transcript

DEAL: Final = "deal"
"""What stands before the number in the seed of a deal: `seed_of(DEAL, number)`."""

CHOICES: Final = "choices"
"""Stream from which seats choose, one number below the count of legal actions per decision."""


def streams_of(seed: int) -> Streams:
    """The streams of a numbered deal; `docs/deals.md` says how to draw from them elsewhere."""
    return Streams(seed_of(DEAL, seed))


def numbered_deal(game: Game, seed: int) -> Deal:
    """The deal of a game with this number; the same on every machine."""
    return game.deal(streams_of(seed))


def random_match(game: Game, seed: int) -> Transcript:
    """The match on the deal of this number in which every choice is equally likely."""
    draw = streams_of(seed)
    deal = game.deal(draw)
    return Transcript(
        game=game.name,
        players=game.players,
        settings=game.settings(),
        rules_version=game.rules_version,
        deal=game.deal_to_json(deal),
        decisions=tuple(play_on(game.start(deal), draw)),
    )


def random_end(game: Game, seed: int) -> tuple[State, int]:
    """The end of that match, and how many decisions led to it."""
    draw = streams_of(seed)
    state = game.start(game.deal(draw))
    return state, len(play_on(state, draw))


def play_on(state: State, draw: Draw) -> list[tuple[Seat, int]]:
    """Play a state to its end at random; who was asked and what was played, in order."""
    decisions = []
    while (seat := state.to_act) is not None:
        legal = state.legal_actions()
        action = legal[draw(CHOICES, len(legal))]
        decisions.append((seat, action))
        state.apply(action)
    return decisions
