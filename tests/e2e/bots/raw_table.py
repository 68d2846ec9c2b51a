"""A table stream in the raw, for bots that break the contract: what they share, so that each is only its misdeed."""

import os
import time
from collections.abc import Iterator
from queue import SimpleQueue

import grpc

from stockpit.v1 import table_pb2 as pb

OPTIONS = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]


class RawTable:
    """One stream; everything that is said goes out as it is."""

    def __init__(self, token: str = os.environ["ARENA_TOKEN"]) -> None:
        self.outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self.channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"], options=OPTIONS)
        self.stream = self.channel.stream_stream("/stockpit.v1.Table/Play")(iter(self.outbox.get, None))
        join = pb.Join(token=token, protocol_version=1, max_matches=4)
        self.outbox.put(pb.BotMessage(join=join).SerializeToString())

    def decisions(self) -> Iterator[pb.Decision]:
        """Every decision asked, until the stream ends."""
        try:
            for data in self.stream:
                yield from pb.TableMessage.FromString(data).decisions.decisions
        except grpc.RpcError:
            return

    def answer(self, **choice: int) -> None:
        """Say one choice, with just these fields."""
        choices = pb.Choices(choices=[pb.Choice(**choice)])
        self.outbox.put(pb.BotMessage(choices=choices).SerializeToString())

    def play(self, asked: pb.Decision) -> None:
        """Answer as one should."""
        self.answer(match=asked.match, decision=asked.decision, action=asked.legal[0])

    def play_on(self) -> None:
        """Answer everything as one should, to the end."""
        for asked in self.decisions():
            self.play(asked)


def linger() -> None:
    """Do nothing, for longer than any test."""
    time.sleep(600)
