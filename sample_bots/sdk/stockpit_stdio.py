"""A bridge for programs that read and write lines: gRPC with the referee, JSON lines with a program's stdin and stdout.

`stockpit-stdio [--matches N] [--events] PROGRAM ARGUMENTS...` is the run command of a bot of the kit `stdio`. What the
lines hold is said in docs/stdio.md: a Rules, MatchStart, Decision, MatchEnd or Goodbye of `stockpit/v1/table.proto` in
protobuf's JSON mapping goes to the program, a Choice comes back.
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Iterator
from typing import NoReturn

import grpc.aio
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message

from stockpit.v1 import table_pb2 as table

PROTOCOL_VERSION = 1
METHOD = "/stockpit.v1.Table/Play"
OPTIONS = [("grpc.max_receive_message_length", 64 << 20), ("grpc.http2.bdp_probe", 0)]
LONGEST_LINE = 64 * 1024
"""Bytes of a line of the program; a Choice has about fifty."""
PARTING_SECONDS = 2.0
"""For the program to end once its input has ended."""


class Stop(Exception):
    """The program is of no more use; the text says why, `code` is the exit code."""

    def __init__(self, why: str, code: int = 1) -> None:
        super().__init__(why)
        self.code = code


def main() -> NoReturn:
    """Play to the goodbye; the exit code is the program's, or 1 if it broke the contract of the lines."""
    parser = argparse.ArgumentParser(prog="stockpit-stdio", description="Plays for a program that speaks JSON lines.")
    parser.add_argument("--matches", type=int, default=1, help="matches the program can play at once")
    parser.add_argument("--events", action="store_true", help="send the events of each decision too")
    parser.add_argument("program", nargs=argparse.REMAINDER, help="the program and its arguments")
    given = parser.parse_args()
    if not given.program:
        parser.error("name a program")
    address, token = os.environ.get("ARENA_ADDRESS"), os.environ.get("ARENA_TOKEN")
    if not address or not token:
        sys.exit("ARENA_ADDRESS or ARENA_TOKEN is not set: a referee starts bots, as in `arena play`")
    join = table.Join(
        token=token, protocol_version=PROTOCOL_VERSION, max_matches=max(given.matches, 1), events=given.events
    )
    try:
        asyncio.run(bridge(given.program, address, table.BotMessage(join=join)))
    except Stop as stop:
        if str(stop):
            print(f"stockpit-stdio: {stop}", file=sys.stderr)
        sys.exit(stop.code)
    sys.exit(0)


async def bridge(program: list[str], address: str, join: table.BotMessage) -> None:
    """Carry messages both ways until one side has had enough."""
    try:
        child = await asyncio.create_subprocess_exec(
            *program, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE
        )
    except OSError as error:
        raise Stop(f"cannot run {program[0]!r}: {error.strerror}", 127) from None
    try:
        async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
            stream: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(METHOD)()
            await stream.write(join.SerializeToString())
            ways = [asyncio.create_task(way) for way in (to_program(stream, child), to_referee(stream, child))]
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            for way in done:
                way.result()
    finally:
        await part(child)


async def part(child: asyncio.subprocess.Process) -> None:
    """Let the program end by itself, for a moment."""
    if child.stdin is not None:
        child.stdin.close()
    try:
        await asyncio.wait_for(child.wait(), PARTING_SECONDS)
    except TimeoutError:
        child.kill()
        await child.wait()


async def to_program(stream: "grpc.aio.StreamStreamCall[bytes, bytes]", child: asyncio.subprocess.Process) -> None:
    """Write what the referee says, a line for each thing; returns at its goodbye, or when it is gone."""
    assert child.stdin is not None
    while True:
        try:
            data = await stream.read()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return
        if not isinstance(data, bytes):
            return
        message = table.TableMessage.FromString(data)
        if message.HasField("refusal"):
            raise Stop(f"refused: {message.refusal.reason}")
        with contextlib.suppress(
            ConnectionResetError, BrokenPipeError
        ):  # it has ended: its exit code is read elsewhere
            child.stdin.writelines(line(name, part) for name, part in parts(message))
            await child.stdin.drain()
        if message.HasField("goodbye"):
            return


def parts(message: table.TableMessage) -> Iterator[tuple[str, Message]]:
    """What a message says, one thing at a time, in the order in which it is to be read."""
    if message.HasField("rules"):
        yield "rules", message.rules
    elif message.HasField("goodbye"):
        yield "goodbye", message.goodbye
    for start in message.decisions.starts:
        yield "start", start
    for decision in message.decisions.decisions:
        yield "decision", decision
    for end in message.decisions.ends:
        yield "end", end


def line(name: str, message: Message) -> bytes:
    """One JSON line: the message under its name, field names as in the proto, zeros and empty lists written out."""
    fields = MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)
    return json.dumps({name: fields}, separators=(",", ":")).encode() + b"\n"


async def to_referee(stream: "grpc.aio.StreamStreamCall[bytes, bytes]", child: asyncio.subprocess.Process) -> None:
    """Send the choices the program writes; Stop when it ends or writes what is none."""
    assert child.stdout is not None
    number = 0
    while True:
        try:
            text = await child.stdout.readline()
        except ValueError:
            raise Stop(f"line {number + 1} of the program is longer than {LONGEST_LINE} bytes") from None
        if not text:
            code = await child.wait()
            raise Stop(f"the program was ended by signal {-code}" if code < 0 else "", 128 - code if code < 0 else code)
        number += 1
        if text.strip():
            message = table.BotMessage(choices=table.Choices(choices=[choice(text, number)]))
            try:
                await stream.write(message.SerializeToString())
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                return


def choice(text: bytes, number: int) -> table.Choice:
    """The Choice on a line; Stop, with its number and a part of it, if there is none."""
    try:
        fields = json.loads(text)
        if isinstance(fields, dict):
            return ParseDict(fields, table.Choice())
    except (ParseError, ValueError, RecursionError):
        pass
    shown = text[:80].decode(errors="replace").strip()
    raise Stop(f'line {number} is no choice like {{"match":0,"decision":0,"action":7}}: {shown}')


if __name__ == "__main__":
    main()
