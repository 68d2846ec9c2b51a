"""The floors of the referee: what gRPC alone allows, with the product's server options and nothing else.

Run as a program this file is the floors' bot: `python floors.py stream|unary ADDRESS`. It does what the SDK does with a
message (grpc.aio, uvloop, raw bytes) and thinks about nothing.
"""

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import grpc
import grpc.aio
import uvloop

PAYLOAD = b"\x0a\xc6\x01" + b"x" * 198
"""A message of about 200 bytes, both ways."""
WARM_UP_S = 0.3


@dataclass(frozen=True, slots=True)
class Floor:
    """Round trips of one run."""

    per_second: float
    cpu_us: float
    """CPU of the serving process per message it receives."""


def stream_floor(bots: int, seconds: float, options: tuple[tuple[str, int], ...]) -> Floor:
    """Ping-pong over one bidirectional stream per bot."""
    return uvloop.run(_serve("stream", bots, seconds, options))


def unary_floor(bots: int, seconds: float, options: tuple[tuple[str, int], ...]) -> Floor:
    """Ping-pong by unary calls: the bot's call carries its answer and returns the next question."""
    return uvloop.run(_serve("unary", bots, seconds, options))


class _Counter:
    def __init__(self) -> None:
        self.messages = 0
        self.stop = False

    async def stream(self, _: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        while not self.stop:
            await context.write(PAYLOAD)
            if not isinstance(await context.read(), bytes):
                return
            self.messages += 1

    async def unary(self, _: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        self.messages += 1
        return b"" if self.stop else PAYLOAD

    def handlers(self) -> grpc.GenericRpcHandler:
        return grpc.method_handlers_generic_handler(
            "floor.Floor",
            {
                "Stream": grpc.stream_stream_rpc_method_handler(self.stream),
                "Unary": grpc.unary_unary_rpc_method_handler(self.unary),
            },
        )


async def _serve(kind: str, bots: int, seconds: float, options: tuple[tuple[str, int], ...]) -> Floor:
    folder = tempfile.mkdtemp(prefix="floor-", dir="/tmp")
    counter = _Counter()
    servers, processes = [], []
    try:
        for number in range(bots):  # as in the product: a server and a socket for each bot
            server = grpc.aio.server(options=options)
            server.add_generic_rpc_handlers((counter.handlers(),))
            address = f"unix:{folder}/{number}"
            server.add_insecure_port(address)
            await server.start()
            servers.append(server)
            processes.append(subprocess.Popen([sys.executable, str(Path(__file__)), kind, address]))
        while counter.messages < bots * 50:
            await asyncio.sleep(0.01)
        await asyncio.sleep(WARM_UP_S)
        return await _measure(counter, seconds)
    finally:
        counter.stop = True
        await asyncio.sleep(0.05)
        for process in processes:
            process.kill()
            process.wait()
        for server in servers:
            await server.stop(grace=None)
        shutil.rmtree(folder)


async def _measure(counter: _Counter, seconds: float) -> Floor:
    messages, wall, cpu = counter.messages, time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    messages = counter.messages - messages
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Floor(messages / wall, cpu / messages * 1e6)


async def _bot(kind: str, address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        if kind == "unary":
            call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/floor.Floor/Unary")
            while await call(PAYLOAD):
                pass
            return
        call_stream: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream("/floor.Floor/Stream")
        stream = call_stream()
        while (await stream.read()) is not grpc.aio.EOF:
            await stream.write(PAYLOAD)


if __name__ == "__main__":
    uvloop.run(_bot(sys.argv[1], sys.argv[2]))
