"""Write a bot as one function: `run(choose)` joins the referee and asks `choose(decision)` for every action id.

from stockpit_sdk import Decision, run

def choose(decision: Decision) -> int:
    return decision.legal[0]

run(choose)
"""

import asyncio
import os
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any

import grpc
import grpc.aio

from stockpit.v1 import table_pb2 as table

PROTOCOL_VERSION = 1
METHOD = "/stockpit.v1.Table/Play"
OPTIONS = [("grpc.max_receive_message_length", 64 * 1024 * 1024)]
"""The default of 4 MiB is meant for servers that strangers write to."""


class Match:
    """What was said once, at the match's start: game, settings, seat and the like."""

    __slots__ = ("actions", "bot_seed", "events_field", "game", "seat", "seats", "settings", "time_control")

    def __init__(self, start: table.MatchStart, rules: table.Rules) -> None:
        self.game = rules.game
        self.seats = rules.seats
        self.settings: Any = getattr(rules, f"{rules.game}_settings")
        self.actions: Any = getattr(rules, f"{rules.game}_actions").actions
        self.events_field = f"{rules.game}_events"
        self.seat = start.seat
        self.bot_seed = start.bot_seed
        self.time_control = start.time_control


class Decision:
    """One asking; everything is read from the messages when it is used."""

    __slots__ = ("_asked", "_random", "match")

    def __init__(self, asked: table.Decision, match: Match) -> None:
        self._asked = asked
        self.match = match
        """The same object for all decisions of one match."""

    @property
    def legal(self) -> Sequence[int]:
        """The ids that may be chosen, ascending; at least two."""
        return self._asked.legal

    @property
    def observation(self) -> Any:
        """All that this seat may know: the game's own Observation message."""
        return getattr(self._asked, self.match.game)

    @property
    def events(self) -> Sequence[Any]:
        """What this seat saw happen since its last decision: the game's own Event messages."""
        events: Sequence[Any] = getattr(self._asked, self.match.events_field)
        return events

    def action(self, action_id: int) -> Any:
        """What an id means: the game's own Action message."""
        return self.match.actions[action_id]

    @property
    def number(self) -> int:
        """How many decisions this seat was asked before in this match."""
        return self._asked.decision

    @property
    def time_left(self) -> float:
        """Seconds left in the bank for the rest of the match."""
        return self._asked.time_left_us / 1e6

    @property
    def random(self) -> random.Random:
        """Random numbers of this decision alone, equal when the match is repeated."""
        try:
            return self._random
        except AttributeError:
            self._random = random.Random(self.match.bot_seed << 32 | self._asked.decision)
            return self._random


def run(choose: Callable[[Decision], int], max_matches: int = 32) -> None:
    """Play until the referee says goodbye or is gone; ends the program, with a reason, if it is not let in."""
    try:
        address, token = os.environ["ARENA_ADDRESS"], os.environ["ARENA_TOKEN"]
    except KeyError as missing:
        sys.exit(f"{missing.args[0]} is not set: bots are started by a referee, as in `arena play`")
    try:
        from uvloop import new_event_loop  # a fifth less CPU per message, where it is installed
    except ImportError:
        from asyncio import new_event_loop
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        refusal = runner.run(play(choose, address, token, max_matches))
    if refusal:
        sys.exit(refusal)


async def play(choose: Callable[[Decision], int], address: str, token: str, max_matches: int) -> str:
    """Play all matches of one stream; empty, or why the referee did not let us in."""
    join = table.Join(token=token, protocol_version=PROTOCOL_VERSION, max_matches=max_matches)
    seated = False
    async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
        stream = channel.stream_stream(METHOD)()
        try:
            await stream.write(table.BotMessage(join=join).SerializeToString())
            rules: dict[int, table.Rules] = {}
            matches: dict[int, Match] = {}
            while (data := await stream.read()) is not grpc.aio.EOF:
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
                        return f"refused: {message.refusal.reason}"
                    case "goodbye":
                        break
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as error:
            return "" if seated else f"no referee at {address}: {error}"
    return "" if seated else f"the referee at {address} closed the stream"


def answered(
    choose: Callable[[Decision], int],
    news: table.Decisions,
    rules: dict[int, table.Rules],
    matches: dict[int, Match],
) -> bytes:
    """One message with the answers to all decisions of `news`; empty if it has none."""
    for start in news.starts:
        matches[start.match] = Match(start, rules[start.rules])
    answer = table.BotMessage()
    add = answer.choices.choices.add
    for asked in news.decisions:
        number = asked.match
        action = choose(Decision(asked, matches[number]))
        add(match=number, decision=asked.decision, action=action)
    for end in news.ends:
        del matches[end.match]
    return answer.SerializeToString()
