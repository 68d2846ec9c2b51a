"""The Python SDK: what a bot author sees of it."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import stockpit_sdk
from arena.model.clock import TimeControl
from arena.wire.gate import TableGates
from stockpit.v1 import table_pb2 as pb
from stockpit_sdk import Decision, Match

RANDOM_BOT = Path(__file__).parents[2] / "sample_bots" / "python_random" / "main.py"


def decision(number=0, bot_seed=1):
    rules = pb.Rules(game="stockpile", seats=4)
    rules.stockpile_settings.rounds = 6
    rules.stockpile_actions.actions.add(track=2)
    match = Match(pb.MatchStart(seat=3, bot_seed=bot_seed), rules)
    asked = pb.Decision(decision=number, legal=[4, 7], time_left_us=1_500_000)
    asked.stockpile.round = 5
    asked.stockpile_events.add(round=5)
    return Decision(asked, match)


def test_a_decision_shows_what_the_messages_say():
    shown = decision()
    assert (list(shown.legal), shown.observation.round, shown.events[0].round, shown.action(0).track) == (
        [4, 7],
        5,
        5,
        2,
    )
    assert (shown.time_left, shown.match.seat, shown.match.seats, shown.match.settings.rounds) == (1.5, 3, 4, 6)


def test_random_numbers_are_the_same_in_a_repeated_decision_and_differ_between_decisions():
    def draws(**which):
        return decision(**which).seed, decision(**which).random.random()

    assert draws(number=3) == draws(number=3)
    assert len({draws(number=number, bot_seed=seed) for number in range(50) for seed in (0, 1, 2**64 - 1)}) == 150


def test_one_random_object_serves_a_whole_decision():
    one = decision()
    assert one.random.random() != one.random.random()


def run_bot(**environment):
    done = subprocess.run(
        [sys.executable, RANDOM_BOT],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr.strip()


def test_without_a_referee_a_bot_says_how_bots_are_started():
    assert run_bot() == (
        1,
        "ARENA_ADDRESS or ARENA_TOKEN is not set: a referee starts bots, as in `arena play`",
    )


def test_a_bot_that_is_refused_says_why():
    async def refuse():
        gate = await TableGates().new_gate()
        try:
            return await asyncio.to_thread(run_bot, ARENA_ADDRESS=gate.address, ARENA_TOKEN="guessed")
        finally:
            await gate.close()

    assert asyncio.run(refuse()) == (1, "refused: the token is not the one in ARENA_TOKEN")


@pytest.mark.parametrize("closing", [True, False])
def test_a_bot_ends_quietly_when_the_referee_says_goodbye_or_is_gone(closing):
    async def seat_and_leave():
        gate = await TableGates().new_gate()
        running = asyncio.create_task(asyncio.to_thread(run_bot, ARENA_ADDRESS=gate.address, ARENA_TOKEN=gate.token))
        await gate.joined()
        link = gate.open(SimpleNamespace(answered=None, broke=lambda ejection: None), TimeControl(), 1)
        if closing:
            link.goodbye()
        await asyncio.sleep(0.1)
        await gate.close()
        return await running

    code, said = asyncio.run(seat_and_leave())
    assert (code, "Traceback" in said) == (0, False)  # gRPC itself may log the loss


def test_the_sdk_is_short():
    assert len(Path(stockpit_sdk.__file__).read_text().splitlines()) < 150
