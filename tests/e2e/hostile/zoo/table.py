"""The bot's honest side: one table stream, played legally, with one debug text."""

import os
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import grpc

from stockpit.v1 import table_pb2 as pb

OPTIONS = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]
METHOD = "/stockpit.v1.Table/Play"


class Table:
    """One stream; everything that is said goes out as it is."""

    def __init__(self) -> None:
        self.outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self.channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"], options=OPTIONS)

    def join(self) -> None:
        """Take the seat."""
        self.stream = self.channel.stream_stream(METHOD)(iter(self.outbox.get, None))
        self.outbox.put(join(os.environ["ARENA_TOKEN"]))

    def decisions(self) -> Iterator[pb.Decision]:
        """Every decision asked, until the stream ends."""
        try:
            for data in self.stream:
                yield from pb.TableMessage.FromString(data).decisions.decisions
        except grpc.RpcError:
            return

    def play(self, asked: pb.Decision, debug: str = "") -> None:
        """Answer as one should."""
        choice = pb.Choice(match=asked.match, decision=asked.decision, action=asked.legal[0], debug=debug)
        self.say([choice])

    def say(self, choices: list[pb.Choice]) -> None:
        """Say these, whatever they are."""
        self.outbox.put(pb.BotMessage(choices=pb.Choices(choices=choices)).SerializeToString())

    def play_on(self, act: Callable[[pb.Decision], str]) -> None:
        """Act at the first decision, tell what that reached, and play to the end."""
        reached = None
        for asked in self.decisions():
            reached = act(asked) if reached is None else reached
            self.play(asked, f"reached <{reached}>")


def join(token: str) -> bytes:
    """The message that takes a seat."""
    return pb.BotMessage(join=pb.Join(token=token, protocol_version=1, max_matches=4)).SerializeToString()
