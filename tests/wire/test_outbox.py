"""Messages leave in order, the first without waiting for the loop."""

import asyncio

import pytest

from arena.wire.outbox import Outbox


class Stream:
    """Writes that end when the test says so."""

    def __init__(self):
        self.begun = []
        self.gates = []

    async def write(self, message):
        self.begun.append(message)
        gate = asyncio.get_running_loop().create_future()
        self.gates.append(gate)
        await gate


def run(scenario):
    return asyncio.run(scenario())


def test_a_message_is_begun_at_once_and_the_next_when_it_is_done():
    async def scenario():
        stream, outbox, seen = Stream(), Outbox(), []
        outbox.open(stream.write)
        outbox.put(b"1")
        outbox.put(b"2")
        seen.append(list(stream.begun))
        stream.gates[0].set_result(None)
        await asyncio.sleep(0)
        return [*seen, stream.begun]

    assert run(scenario) == [[b"1"], [b"1", b"2"]]


def test_what_was_put_before_there_is_a_stream_is_sent_first():
    async def scenario():
        stream, outbox = Stream(), Outbox()
        outbox.put(b"welcome")
        outbox.open(stream.write)
        return stream.begun

    assert run(scenario) == [b"welcome"]


@pytest.mark.parametrize("error", [asyncio.InvalidStateError("over"), RuntimeError("gone")])
def test_a_stream_that_has_ended_takes_nothing_more_and_breaks_nobody(error):
    async def scenario():
        begun = []

        async def write(message):
            begun.append(message)
            raise error

        outbox = Outbox()
        outbox.open(write)
        outbox.put(b"1")
        outbox.put(b"2")
        return begun

    assert run(scenario) == [b"1"]


def test_a_thousand_messages_arrive_in_order():
    async def scenario():
        arrived = []

        async def write(message):
            if message[0] % 3 == 0:
                await asyncio.sleep(0)
            arrived.append(message)

        outbox = Outbox()
        outbox.open(write)
        sent = [bytes([n % 251, n // 251]) for n in range(1000)]
        for message in sent:
            outbox.put(message)
        while len(arrived) < len(sent):
            await asyncio.sleep(0)
        return arrived == sent

    assert run(scenario)
