"""Plays one match at a time, and exits if it is given a second one before the first is over."""

import os
import sys
from queue import SimpleQueue

import grpc

from stockpit.v1 import table_pb2 as pb

outbox: SimpleQueue[bytes] = SimpleQueue()
join = pb.Join(token=os.environ["ARENA_TOKEN"], protocol_version=1, max_matches=1)
outbox.put(pb.BotMessage(join=join).SerializeToString())
open_matches: set[int] = set()
with grpc.insecure_channel(os.environ["ARENA_ADDRESS"]) as channel:
    for data in channel.stream_stream("/stockpit.v1.Table/Play")(iter(outbox.get, None)):
        message = pb.TableMessage.FromString(data)
        if message.HasField("goodbye"):
            break
        news = message.decisions
        open_matches -= {end.match for end in news.ends}
        open_matches |= {start.match for start in news.starts}
        if len(open_matches) > 1:
            sys.exit(f"{len(open_matches)} matches at once")
        for asked in news.decisions:
            choice = pb.Choice(match=asked.match, decision=asked.decision, action=asked.legal[0])
            outbox.put(pb.BotMessage(choices=pb.Choices(choices=[choice])).SerializeToString())
