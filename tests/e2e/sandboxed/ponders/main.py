"""Thinks all the time, also on others'; with each answer it says how much CPU and wall time it has had so far."""

import os
import threading
import time

import grpc

from stockpit.v1 import table_pb2 as pb


def think() -> int:
    """A child that thinks; the number of its CPU clock."""
    child = os.fork()
    if child == 0:
        while True:
            sum(range(10_000))
    return (~child << 3) | 2


def main() -> None:
    clock = think()
    said = []
    join = pb.Join(token=os.environ["ARENA_TOKEN"], protocol_version=1, max_matches=1)
    said.append(pb.BotMessage(join=join).SerializeToString())
    more = threading.Semaphore(1)

    def sayings():
        while True:
            more.acquire()
            yield said.pop(0)

    channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"])
    try:
        for data in channel.stream_stream("/stockpit.v1.Table/Play")(sayings()):
            for asked in pb.TableMessage.FromString(data).decisions.decisions:
                debug = f"{time.clock_gettime(clock)} {time.monotonic()}"
                choice = pb.Choice(match=asked.match, decision=asked.decision, action=asked.legal[0], debug=debug)
                said.append(pb.BotMessage(choices=pb.Choices(choices=[choice])).SerializeToString())
                more.release()
    except grpc.RpcError:
        pass
    os._exit(0)


main()
