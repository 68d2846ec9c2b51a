"""Speaking to the referee as no bot should."""

import os
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import chain

import grpc
from attack import Bait, When, attack
from http2 import CALL, CONTINUATION, END_HEADERS, HEADERS, PING, RESET, SETTINGS, Connection, frame, message
from table import METHOD, Table

from stockpit.v1 import table_pb2 as pb

MIB = 1024 * 1024
ONE_MIB = bytes(MIB)
SECONDS = 1.0
UNKNOWN = CALL.replace(b"Table/Play", b"Table/Quit")


def _for_seconds(work: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        work()


def _hung_up(work: Callable[[Connection], object]) -> None:
    """On a fresh connection, over and over, whatever the referee does with it."""

    def once() -> None:
        try:
            work(Connection())
        except OSError:
            time.sleep(0.001)

    _for_seconds(once)


@attack()
def garbage(_: Bait) -> str:
    """Bytes that are no HTTP/2, at once and after a good beginning."""
    noise = random.Random(1)

    def work(connection: Connection) -> None:
        connection.say(noise.randbytes(65536))
        connection.hear()

    _hung_up(work)
    return ""


@attack()
def pings(_: Bait) -> str:
    """Pings without end."""

    def work(connection: Connection) -> None:
        many = frame(PING, 0, 0, bytes(8)) * 500
        for _ in range(100):
            connection.say(many)

    _hung_up(work)
    return ""


@attack()
def settings(_: Bait) -> str:
    """Settings without end, each of which must be acknowledged, on a connection that is not read."""

    def work(connection: Connection) -> None:
        many = frame(SETTINGS, 0, 0) * 1000
        for _ in range(100):
            connection.say(many)

    _hung_up(work)
    return ""


@attack()
def endless_headers(_: Bait) -> str:
    """One header block that goes on and on."""

    def work(connection: Connection) -> None:
        connection.say(frame(HEADERS, 0, 1, b"\0\x01a\x7f" + b"x" * 100))
        for _ in range(10_000):
            connection.say(frame(CONTINUATION, 0, 1, b"x" * 16384))

    _hung_up(work)
    return ""


@attack()
def half_messages(_: Bait) -> str:
    """Messages of 16 MiB on every stream of every connection, each held back before its end, for two seconds."""
    held: list[Connection] = []

    def hold() -> None:
        with suppress(OSError):
            connection = Connection()
            held.append(connection)
            for stream in range(1, 9, 2):
                connection.open(stream)
                connection.pour(stream, message(b"", 16 * MIB))
                for _ in range(15):
                    connection.pour(stream, ONE_MIB)

    threads = [threading.Thread(target=hold, daemon=True) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    return ""


@attack()
def endless_message(_: Bait) -> str:
    """A message that claims 4 GiB and comes."""

    def work(connection: Connection) -> None:
        connection.open(1)
        connection.pour(1, message(bytes(1 * MIB), 0xFFFFFFFF))
        for _ in range(64):
            connection.pour(1, ONE_MIB)

    _hung_up(work)
    return ""


@attack()
def rapid_resets(_: Bait) -> str:
    """Streams that are reset as soon as they are opened."""

    def work(connection: Connection) -> None:
        for stream in range(1, 20_000, 2):
            connection.open(stream)
            connection.say(frame(RESET, 0, stream, bytes(4)))

    _hung_up(work)
    return ""


@attack()
def unknown_calls(_: Bait) -> str:
    """Calls of methods there are not."""

    def work(connection: Connection) -> None:
        for stream in range(1, 20_000, 2):
            connection.say(frame(HEADERS, END_HEADERS | 1, stream, UNKNOWN))

    _hung_up(work)
    return ""


@attack(When.AT_TABLE)
def second_joins(table: Table, _: pb.Decision) -> str:
    """Stream after stream with the token that is used already."""
    join = pb.BotMessage(join=pb.Join(token=os.environ["ARENA_TOKEN"], protocol_version=1, max_matches=4))
    call = table.channel.stream_stream(METHOD)

    def once() -> None:
        with suppress(grpc.RpcError):
            list(call(iter([join.SerializeToString()])))

    _for_seconds(once)
    return ""


@attack(When.AT_TABLE)
def giant_answer(table: Table, _: pb.Decision) -> str:
    """An answer of 64 MiB."""
    table.outbox.put(bytes(64 * MIB))
    time.sleep(60)
    return ""


@attack(When.AT_TABLE)
def many_choices(table: Table, _: pb.Decision) -> str:
    """Messages full of choices that answer nothing, up to the size that is allowed; twenty are no flood yet."""
    junk = [pb.Choice(match=99, decision=1)] * 10_000
    for _ in range(20):
        table.say(junk)
    time.sleep(2)
    return ""


@attack(When.AT_TABLE)
def empty_messages(table: Table, _: pb.Decision) -> str:
    """Messages of choices without any, for ever."""
    for _ in range(10_000):
        table.say([])
    time.sleep(60)
    return ""


@attack(When.AT_TABLE)
def long_debug(table: Table, asked: pb.Decision) -> str:
    """Debug text that fills every message."""
    for each in chain([asked], table.decisions()):
        table.play(each, "reached <> " + "x" * 60_000)
    return ""
