"""Gates whose messages are rewritten on their way out: what a bot must bear, though no referee sends it yet.

A reader of proto3 skips what it does not know. So a later version of the protocol may add fields, events and kinds of
message, and a bot built today plays on; these gates send what such a version might.
"""

from collections.abc import Callable, Iterable, Iterator

from google.protobuf.message import Message

from arena.wire.gate import TableGate
from arena.wire.outbox import Outbox
from arena.wire.packing import LENGTH_DELIMITED, VARINT, key, varint
from stockpit.v1 import table_pb2 as pb

Rewrite = Callable[[bytes], Iterable[bytes]]
"""What is sent in place of a message."""

UNKNOWN_FIELD = 15_000
"""Number of no field there is."""
UNKNOWN_VALUE = 99
"""Number of no value of an enum there is."""
TEXT = b"of a later version"
UNKNOWN = b"".join(
    (key(UNKNOWN_FIELD, VARINT), varint(7), key(UNKNOWN_FIELD + 1, LENGTH_DELIMITED), varint(len(TEXT)), TEXT)
)
"""Two fields nobody knows."""

LARGEST_BYTES = 4 * 1024 * 1024 - 1024
"""Just below what gRPC takes in one message, in every language, where nothing else is set."""


class RewritingOutbox(Outbox):
    """Sends what a rewrite makes of each message."""

    def __init__(self, rewrite: Rewrite) -> None:
        super().__init__()
        self._rewrite = rewrite

    def put(self, message: bytes) -> None:
        """Send what is made of a message after those put before."""
        for written in self._rewrite(message):
            super().put(written)


class RewritingGates:
    """Makes gates that rewrite; `arena.ports.links.GateKeeper`."""

    def __init__(self, new_rewrite: Callable[[], Rewrite]) -> None:
        self._new_rewrite = new_rewrite

    async def new_gate(self) -> TableGate:
        """A gate with a fresh address and a rewrite of its own."""
        gate = TableGate(RewritingOutbox(self._new_rewrite()))
        await gate.listen()
        return gate


def as_later() -> Rewrite:
    """Unknown fields in every message of the table, unknown events, and a kind of message nobody knows."""

    def rewrite(raw: bytes) -> Iterator[bytes]:
        message = pb.TableMessage.FromString(raw)
        for part in list(_table_messages(message)):
            part.MergeFromString(UNKNOWN)
        for decision in message.decisions.decisions:
            _add_unknown_event(decision)
        yield message.SerializeToString()
        if message.HasField("welcome"):
            yield UNKNOWN

    return rewrite


def as_large(times: int = 3) -> Rewrite:
    """The first so many messages with decisions filled up to the largest, by a field nobody knows."""
    left = times

    def rewrite(raw: bytes) -> Iterator[bytes]:
        nonlocal left
        message = pb.TableMessage.FromString(raw)
        if left and message.decisions.decisions:
            left -= 1
            room = LARGEST_BYTES - len(raw)
            padding = key(UNKNOWN_FIELD, LENGTH_DELIMITED) + varint(room) + bytes(room)
            message.decisions.decisions[0].MergeFromString(padding)
            raw = message.SerializeToString()
        yield raw

    return rewrite


def _table_messages(message: Message) -> Iterator[Message]:
    """A message with all that stand in it, of whatever depth, but for what actions and settings mean."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None or message.DESCRIPTOR.name == "Rules":
            continue
        for inner in value if field.is_repeated else (value,):
            yield from _table_messages(inner)


def _add_unknown_event(decision: pb.Decision) -> None:
    """After the events it has, if it has any: a bot that declined them gets none."""
    for field, events in decision.ListFields():
        if field.name.endswith("_events"):
            events.add(type=UNKNOWN_VALUE)
