"""Thinks long on one decision, the one it got while MATCHES were open, and answers the oldest other one in between.

How long it took from that decision to the next one of its match, it says as the debug text of its next answer.
"""

import os
import time
from collections import deque
from queue import Empty, SimpleQueue
from threading import Thread

import grpc

from stockpit.v1 import table_pb2 as pb

MATCHES = 8
PAUSE_S = 0.02

inbox: SimpleQueue[pb.Decision | None] = SimpleQueue()
outbox: SimpleQueue[bytes] = SimpleQueue()


def listen() -> None:
    with grpc.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel:
        try:
            for data in channel.stream_stream("/stockpit.v1.Table/Play")(iter(outbox.get, None)):
                for asked in pb.TableMessage.FromString(data).decisions.decisions:
                    inbox.put(asked)
        except grpc.RpcError:
            pass
    inbox.put(None)


def answer(asked: pb.Decision, debug: str = "") -> None:
    choice = pb.Choice(match=asked.match, decision=asked.decision, action=asked.legal[0], debug=debug)
    outbox.put(pb.BotMessage(choices=pb.Choices(choices=[choice])).SerializeToString())


def main() -> None:
    join = pb.Join(token=os.environ["ARENA_TOKEN"], protocol_version=1, max_matches=MATCHES)
    outbox.put(pb.BotMessage(join=join).SerializeToString())
    Thread(target=listen, daemon=True).start()
    fillers: deque[pb.Decision] = deque()
    thinking_on, since, told = None, 0.0, False
    while True:
        try:
            asked = inbox.get(timeout=PAUSE_S)
        except Empty:
            if fillers:
                answer(fillers.popleft())
            continue
        if asked is None:
            return
        if told:
            answer(asked)
        elif thinking_on is None and len(fillers) == MATCHES - 1:
            thinking_on, since = asked, time.monotonic()
        elif thinking_on is not None and asked.match == thinking_on.match:
            answer(asked, f"struck after {time.monotonic() - since:.3f} s")
            answer(thinking_on)
            told = True
            while fillers:
                answer(fillers.popleft())
        else:
            fillers.append(asked)


main()
