"""Write a bot as one function: `run(choose)` joins the referee and asks `choose(decision)` for every action id."""

import asyncio
import os
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any

import grpc.aio

from stockpit.v1 import table_pb2 as table

PROTOCOL_VERSION = 1
METHOD = "/stockpit.v1.Table/Play"
OPTIONS = [("grpc.max_receive_message_length", 64 << 20), ("grpc.http2.bdp_probe", 0)]
GOLDEN, MASK = 0x9E3779B97F4A7C15, 2**64 - 1


class Match:
    """What was said once, at the match's start."""

    __slots__ = ("actions", "bot_seed", "game", "seat", "seats", "settings", "time_control")

    def __init__(self, start: table.MatchStart, rules: table.Rules) -> None:
        self.game = rules.game
        self.settings: Any = getattr(rules, f"{rules.game}_settings")
        self.actions: Any = getattr(rules, f"{rules.game}_actions").actions
        self.seats = rules.seats
        self.seat = start.seat
        self.bot_seed = start.bot_seed
        self.time_control = start.time_control


class Decision:
    """One asking; everything is read from the messages when it is used."""

    __slots__ = ("_asked", "_random", "match")
    _random: random.Random

    def __init__(self, asked: table.Decision, match: Match) -> None:
        self._asked = asked
        self.match = match
        """Game, settings, seat and the like; the same object for all decisions of one match."""

    @property
    def legal(self) -> Sequence[int]:
        """The ids that may be chosen, ascending; at least two."""
        return self._asked.legal

    @property
    def observation(self) -> Any:
        """All that this seat may know: the game's own Observation message."""
        return getattr(self._asked, self.match.game)

    @property
    def events(self) -> Any:
        """What this seat saw happen since its last decision: the game's own Event messages."""
        return getattr(self._asked, f"{self.match.game}_events")

    def action(self, action_id: int) -> Any:
        """What an id means: the game's own Action message."""
        return self.match.actions[action_id]

    @property
    def time_left(self) -> float:
        """Seconds left in the bank for the rest of the match."""
        return self._asked.time_left_us / 1e6

    @property
    def seed(self) -> int:
        """A random number below 2^64, the same when the match is repeated; cheaper than `random` for one draw."""
        mixed = (self.match.bot_seed + GOLDEN * self._asked.decision) & MASK  # SplitMix64 (Steele, Lea, Flood 2014)
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        return mixed ^ mixed >> 31

    @property
    def random(self) -> random.Random:
        """Random numbers of this decision alone, the same when the match is repeated."""
        if not hasattr(self, "_random"):
            self._random = random.Random(self.seed)
        return self._random


Choose = Callable[[Decision], int]


def new_event_loop() -> asyncio.AbstractEventLoop:
    """Of uvloop where it is installed: a fifth less CPU per message."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run(choose: Choose, max_matches: int = 256, *, events: bool = True) -> None:
    """Play to the goodbye, or exit with a reason; a bot that reads no events saves a third by `events=False`."""
    address, token = os.environ.get("ARENA_ADDRESS"), os.environ.get("ARENA_TOKEN")
    if not address or not token:
        sys.exit("ARENA_ADDRESS or ARENA_TOKEN is not set: a referee starts bots, as in `arena play`")
    join = table.Join(token=token, protocol_version=PROTOCOL_VERSION, max_matches=max_matches, events=events)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(play(choose, address, table.BotMessage(join=join).SerializeToString()))


async def play(choose: Choose, address: str, join: bytes) -> None:
    """Play all matches of one stream."""
    seated = False
    rules: dict[int, table.Rules] = {}
    matches: dict[int, Match] = {}
    async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
        stream: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
        try:
            await stream.write(join)
            while isinstance(data := await stream.read(), bytes):
                message = table.TableMessage.FromString(data)
                match message.WhichOneof("message"):
                    case "decisions":
                        if answer := answered(choose, message.decisions, rules, matches):
                            await stream.write(answer)
                    case "rules":
                        rules[message.rules.rules] = message.rules
                    case "welcome":
                        seated = True
                    case "refusal":
                        sys.exit(f"refused: {message.refusal.reason}")
                    case "goodbye":
                        return
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the referee is gone
            pass
    if not seated:
        sys.exit(f"no referee lets us in at {address}")


def answered(choose: Choose, news: table.Decisions, rules: dict[int, table.Rules], open_: dict[int, Match]) -> bytes:
    """One message with the answers to all decisions of `news`; empty if it has none."""
    for start in news.starts:
        open_[start.match] = Match(start, rules[start.rules])
    answer = table.BotMessage()
    add = answer.choices.choices.add
    for asked in news.decisions:
        number = asked.match
        add(match=number, decision=asked.decision, action=choose(Decision(asked, open_[number])))
    for end in news.ends:
        del open_[end.match]
    return answer.SerializeToString()
