"""A bot that plays well but for one thing, which its argument names: what `arena check` is there to notice."""

import os
import sys
import time
from collections.abc import Iterator
from queue import SimpleQueue

import grpc

from stockpit.v1 import table_pb2 as pb

KNOWN = {"welcome", "rules", "decisions", "goodbye"}
SMALL = [("grpc.max_receive_message_length", 256 * 1024)]
KEPT_MIB = 2
HELD_MIB = 700

misdeed = sys.argv[1]
kept: list[bytes] = []
open_matches: set[int] = set()
outbox: SimpleQueue[bytes] = SimpleQueue()


def main() -> None:
    if misdeed == "starts_late":
        time.sleep(3.5)
    elif misdeed == "holds_much":
        kept.append(b"\1" * (HELD_MIB << 20))
    join = pb.Join(token=os.environ["ARENA_TOKEN"], protocol_version=1, max_matches=4, events=True)
    outbox.put(pb.BotMessage(join=join).SerializeToString())
    for message in messages():
        if message.HasField("goodbye"):
            sys.exit(3 if misdeed == "exits_with_3" else 0)
        choices = read(message)
        if choices.choices:
            outbox.put(pb.BotMessage(choices=choices).SerializeToString())


def messages() -> Iterator[pb.TableMessage]:
    """All of the stream's."""
    options = SMALL if misdeed == "receives_little" else []
    with grpc.insecure_channel(os.environ["ARENA_ADDRESS"], options=options) as channel:
        for data in channel.stream_stream("/stockpit.v1.Table/Play")(iter(outbox.get, None)):
            yield pb.TableMessage.FromString(data)


def read(message: pb.TableMessage) -> pb.Choices:
    """The answers to a message."""
    if misdeed == "knows_every_message" and message.WhichOneof("message") not in KNOWN:
        raise ValueError("a message of no kind I know")
    news = message.decisions
    for start in news.starts:
        open_matches.add(start.match)
        if misdeed == "keeps_matches":
            kept.append(b"\1" * (KEPT_MIB << 20))
    if misdeed == "plays_one" and len(news.decisions) > 1:
        raise ValueError("two at once")
    for end in news.ends:
        open_matches.remove(end.match)
        if misdeed == "reads_places" and not end.places:
            raise ValueError("a match without a winner")
    return pb.Choices(choices=[choice(asked) for asked in news.decisions])


def choice(asked: pb.Decision) -> pb.Choice:
    """One answer."""
    if misdeed == "knows_every_event":
        known = pb.Decision.DESCRIPTOR.fields_by_name["stockpile_events"].message_type.fields_by_name["type"].enum_type
        kept.extend(known.values_by_number[event.type].name.encode() for event in asked.stockpile_events)
    if misdeed == "thinks_long" and asked.decision == 0:
        time.sleep(3)
    if misdeed == "fails_at_five_seats" and len(asked.stockpile.cash) == 5:
        raise ValueError("five seats")
    action = asked.legal[int(time.monotonic_ns() // 1000) % len(asked.legal)] if misdeed == "draws" else asked.legal[0]
    return pb.Choice(match=asked.match, decision=asked.decision, action=action)


if __name__ == "__main__":
    main()
