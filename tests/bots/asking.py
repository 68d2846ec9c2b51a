"""A sample bot asked without a process: its modules, and decisions as it would get them over the wire."""

import importlib
import sys
from pathlib import Path

from arena.model.clock import TimeControl
from arena.wire.writing import encode, rules_message, time_control_message
from engine.contract import Game, State
from engine.streams import Streams, seed_of
from stockpit.v1 import table_pb2 as pb
from stockpit_sdk import Decision, Match

SAMPLES = Path(__file__).parents[2] / "sample_bots"


def load(bot: str, module: str):
    """A module of a sample bot's folder; those of other bots have other names."""
    folder = str(SAMPLES / bot)
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(module)


def new_match(game: Game, seat: int, control: TimeControl | None = None, bot_seed: int = 1) -> Match:
    """What the SDK makes of a match's start."""
    start = pb.MatchStart(seat=seat, bot_seed=bot_seed, time_control=time_control_message(control or TimeControl()))
    return Match(start, rules_message(game, 0))


def ask(game: Game, state: State, match: Match, number: int = 0, left_us: int = 60_000_000) -> Decision:
    """The running question, as the wire brings it."""
    asked = pb.Decision.FromString(encode(game, state.observe(match.seat), []))
    asked.decision = number
    asked.time_left_us = left_us
    asked.legal.extend(state.legal_actions())
    return Decision(asked, match)


def a_deal(game: Game, seed: int = 1):
    """Some deal of a game."""
    return game.deal(Streams(seed_of("sample bots", seed)))
