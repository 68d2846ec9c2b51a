"""Where one bot process dials in: a gRPC server of its own on a fresh unix socket.

The server hands over raw bytes and this module parses them, so that a message that cannot be parsed is the bot's
fault and not an exception inside gRPC.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_urlsafe

import grpc
import grpc.aio
from google.protobuf.internal import api_implementation
from google.protobuf.message import DecodeError

from arena.model.clock import TimeControl
from arena.model.errors import WorldTrouble
from arena.model.faults import Cause, Ejection
from arena.ports.links import Answer, BotListener, End, Joined, Question, Start
from arena.wire.outbox import Outbox
from arena.wire.writing import StreamWriter
from stockpit.v1 import table_pb2 as pb

PROTOCOL_VERSION = 1
SOCKETS = Path("/tmp")
"""Not TMPDIR: the address of a unix socket holds 108 bytes."""
FOLDER = "stockpit"
UNIX = "unix:"
MESSAGE_BYTES = 64 * 1024
"""Most a bot may say in one message."""
GRPC_BYTES = 16 * 1024 * 1024
"""What gRPC itself takes; above it the stream just ends, so it lies well above our own limit."""
CONNECTIONS = 3
"""Open at once. Only one bot can dial in here, and it needs one; each costs us a descriptor and memory."""
STREAMS = 2
"""Open at once on a connection: the one that plays, and room to refuse others politely. gRPC may hold GRPC_BYTES of
each."""
CALLS = 20
"""More calls than this in one process's life are a flood: each costs us about as much as a message."""
CHOICES = 256
"""More choices than this in one message are a flood, whatever they answer; 32 matches are played at most."""

SERVER_OPTIONS = (
    ("grpc.max_receive_message_length", GRPC_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_concurrent_streams", STREAMS),
    ("grpc.max_allowed_incoming_connections", CONNECTIONS),
    ("grpc.so_reuseport", 0),
    ("grpc.http2.bdp_probe", 0),
)
"""No keepalive: a frozen bot must not lose its connection. No bandwidth probes: they are messages too, and the way is
a socket of this machine."""

if api_implementation.Type() != "upb":  # pure Python is two to three times slower
    raise RuntimeError(f"protobuf runs on {api_implementation.Type()!r}; the referee needs 'upb'")


class TableGate:
    """The gate of one process; `arena.ports.links.Gate`."""

    def __init__(self, outbox: Outbox | None = None) -> None:
        self.token = token_urlsafe(24)
        self.address = ""
        self.calls = 0
        """How many there were, of whatever method; a process needs one."""
        self.refused = ""
        """Why the last one that was refused was."""
        self._folder: Path | None = None
        self._server: grpc.aio.Server | None = None
        self._joined: asyncio.Future[Joined | Ejection] = asyncio.get_running_loop().create_future()
        self._used = False
        self._listener: BotListener | None = None
        self._writer: StreamWriter | None = None
        self._outbox = outbox or Outbox()
        self._closing = False
        self._early: Ejection | None = None
        """Set when the stream ended between Join and `open`."""

    async def listen(self) -> None:
        """Open the socket; WorldTrouble if that fails."""
        try:
            self._folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}-{os.getpid()}-", dir=SOCKETS))
            self.address = f"{UNIX}{self._folder / 'table'}"
            self._server = grpc.aio.server(options=SERVER_OPTIONS)
            self._server.add_generic_rpc_handlers((self._handlers(),))
            self._server.add_insecure_port(self.address)
            await self._server.start()
        except BaseException as error:
            await self.close()
            if isinstance(error, OSError | RuntimeError):
                raise WorldTrouble(f"no socket for a bot: {error}") from error
            raise

    async def joined(self) -> Joined | Ejection:
        """Wait for the process's Join."""
        return await asyncio.shield(self._joined)

    def open(self, listener: BotListener, control: TimeControl, max_matches: int) -> "TableGate":
        """Welcome the process; from here on the listener is told."""
        self._listener = listener
        self._writer = StreamWriter(control)
        welcome = pb.Welcome(protocol_version=PROTOCOL_VERSION, max_matches=max_matches)
        self._outbox.put(pb.TableMessage(welcome=welcome).SerializeToString())
        if self._early is not None:
            asyncio.get_running_loop().call_soon(listener.broke, self._early)
        return self

    def send(self, starts: Sequence[Start], questions: Sequence[Question], ends: Sequence[End]) -> None:
        """Put all of it into one message; rules it has not seen yet go before it."""
        assert self._writer is not None
        for start in starts:
            rules = self._writer.new_rules(start.game)
            if rules is not None:
                self._outbox.put(rules)
        self._outbox.put(self._writer.decisions(starts, questions, ends))

    def goodbye(self) -> None:
        """Say that there are no more matches."""
        self._outbox.put(pb.TableMessage(goodbye=pb.Goodbye()).SerializeToString())

    async def close(self) -> None:
        """End the stream and remove the address."""
        self._closing = True
        self._outbox.close()
        if self._server is not None:
            await self._server.stop(grace=None)
            self._server = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _handlers(self) -> grpc.GenericRpcHandler:
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._play
        )  # no (de)serializer: raw bytes
        return _Counting(grpc.method_handlers_generic_handler("stockpit.v1.Table", {"Play": play}), self._called)

    def _called(self) -> None:
        """A call came in, of whatever method."""
        self.calls += 1
        if self.calls == CALLS + 1:
            ejection = Ejection(Cause.FLOODED, f"more than {CALLS} calls; a process has one stream")
            if not self._joined.done():
                self._joined.set_result(ejection)
            self._broke(ejection)

    async def _play(self, _requests: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        refusal = await self._join(context)
        if refusal:
            self.refused = refusal
            await context.write(pb.TableMessage(refusal=pb.Refusal(reason=refusal)).SerializeToString())
            return
        self._outbox.open(context.write)
        await self._read(context)

    async def _join(self, context: grpc.aio.ServicerContext[bytes, bytes]) -> str:
        """Read the Join; why it is refused, or "" if the process is seated."""
        raw = await _next(context)
        if raw is None:
            return "the stream ended before a Join"
        message = _parse(raw)
        if not isinstance(message, pb.BotMessage) or message.WhichOneof("message") != "join":
            return "the first message must be a Join"
        join = message.join
        if join.token != self.token:
            return "the token is not the one in ARENA_TOKEN"
        if self._used or self._joined.done():
            return "the token is used already; a process has one stream"
        if join.protocol_version != PROTOCOL_VERSION:
            return f"protocol_version is {join.protocol_version}; this referee speaks {PROTOCOL_VERSION}"
        if join.max_matches < 1:
            return f"max_matches is {join.max_matches}; it is at least 1"
        self._used = True
        self._shut()
        self._joined.set_result(Joined(join.max_matches, join.events if join.HasField("events") else True))
        return ""

    def _shut(self) -> None:
        """Let nobody dial in any more: a connection costs CPU that no bot is charged with, and the one there is stays.

        The socket keeps its place and its owner, whose sandbox shows it read-only.
        """
        Path(self.address.removeprefix(UNIX)).chmod(0)

    async def _read(self, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        while True:
            raw = await _next(context)
            if raw is None:
                self._broke(Ejection(Cause.STREAM_CLOSED, "the bot closed its stream"))
                return
            answers = answers_of(raw)
            if isinstance(answers, Ejection):
                self._broke(answers)
                return
            if self._listener is not None:
                self._listener.answered(answers)

    def _broke(self, ejection: Ejection) -> None:
        if self._closing:
            return
        if self._listener is None:
            self._early = ejection
        else:
            self._listener.broke(ejection)


class _Counting(grpc.GenericRpcHandler):
    """Tells of every call before it is answered, also of one that is reset at once or of no method there is."""

    def __init__(self, inner: grpc.GenericRpcHandler, called: Callable[[], None]) -> None:
        self._inner = inner
        self._called = called

    def service(self, details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """The method's handler."""
        self._called()
        return self._inner.service(details)


class TableGates:
    """Makes gates; `arena.ports.links.GateKeeper`."""

    def __init__(self) -> None:
        _sweep()

    async def new_gate(self) -> TableGate:
        """A gate with a fresh address."""
        gate = TableGate()
        await gate.listen()
        return gate


def _sweep() -> None:
    """Remove the addresses of referees that were killed."""
    for folder in SOCKETS.glob(f"{FOLDER}-*-*"):
        pid = folder.name.split("-")[1]
        if pid.isdigit() and not Path("/proc", pid).exists():
            shutil.rmtree(folder, ignore_errors=True)


async def _next(context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes | None:
    """The next message; None at the end of the stream."""
    raw: object = await context.read()  # typed as bytes, but the end is a marker of gRPC's own
    return raw if isinstance(raw, bytes) else None


def _parse(raw: bytes) -> pb.BotMessage | Ejection:
    if len(raw) > MESSAGE_BYTES:
        return Ejection(Cause.MESSAGE_TOO_LARGE, f"a message of {len(raw)} bytes; at most {MESSAGE_BYTES}")
    try:
        return pb.BotMessage.FromString(raw)
    except DecodeError:
        return Ejection(Cause.UNPARSABLE, f"{len(raw)} bytes that are no BotMessage")


def answers_of(raw: bytes) -> list[Answer] | Ejection:
    """What a message after the Join says, or the fault it is."""
    message = _parse(raw)
    if isinstance(message, Ejection):
        return message
    said = message.WhichOneof("message")
    if said != "choices":
        return Ejection(Cause.UNPARSABLE, f"a BotMessage with {said or 'nothing'} in it; after Join only choices")
    if len(message.choices.choices) > CHOICES:
        return Ejection(Cause.FLOODED, f"{len(message.choices.choices)} choices in one message; at most {CHOICES}")
    return [
        Answer(
            choice.match if choice.HasField("match") else None,
            choice.decision if choice.HasField("decision") else None,
            choice.action if choice.HasField("action") else None,
            choice.debug,
        )
        for choice in message.choices.choices
    ]
