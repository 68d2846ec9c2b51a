"""The scenarios: each starts the bot's process, asks it something, and says how that went."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from itertools import islice

from arena.app.checking.advice import verdict
from arena.app.checking.examination import Examination
from arena.app.checking.grades import Finding, Grade
from arena.app.checking.sittings import Sitting, own_play
from arena.model.clock import Pace
from arena.wire.rewriting import LARGEST_BYTES, RewritingGates, as_large, as_later

Scenario = Callable[[Examination], Awaitable[Finding]]

SLOW_START = 0.5
"""Of the time to join; who takes more has little left on a busier machine."""
CANCELLED = 8
"""Matches that end in the middle of a decision."""
SKIP = "skip every field, event and kind of message it does not know, as proto3 readers do"
RECEIVE = "let gRPC receive messages of 4 MiB and skip fields it does not know"


async def joins(check: Examination) -> Finding:
    """Starts and says Join, in time."""
    async with check.stage() as stage:
        player, seconds = stage.player, stage.seen.start_s
    if player is None or seconds is None:
        return verdict("joins", stage, [], "")
    limit = check.control.start_us / 1e6
    asks = f"{player.max_matches} matches at once" if player.max_matches > 1 else "one match at a time"
    text = f"joined after {seconds:.2f} s of {limit:g} s; {asks}, {'with' if player.events else 'without'} events"
    if seconds > SLOW_START * limit:
        return Finding("joins", Grade.ADVICE, f"{text}: send Join first, then load what takes time")
    return Finding("joins", Grade.PASS, text)


async def plays(check: Examination) -> Finding:
    """A match of each game, one at a time, its own choices played."""
    async with check.stage() as stage:
        asked = await check.ask(stage, [next(own_play(game)) for game in check.bot.games], at_once=1)
        decisions = sum(len(one.choices) for one in asked)
    return verdict("plays", stage, asked, f"played {_count(len(asked), 'match', 'es')}, {decisions} decisions")


async def decisions(check: Examination) -> Finding:
    """Everything the games may ask, with all switches and at all numbers of players."""
    async with check.stage() as stage:
        check.examined = await check.ask(stage, [one for exam in check.exams.values() for one in exam.needed])
        for exam in check.exams.values():
            check.examined += await check.ask_while_there_is_time(stage, exam.more)
        covered = check.coverage()
        asked, kinds = sum(one.asked for one in covered), sum(one.kinds for one in covered)
    text = f"answered {asked} of {kinds} kinds of decision, in {_count(len(check.examined), 'match', 'es')}"
    return verdict("decisions", stage, check.examined, text)


async def batch(check: Examination) -> Finding:
    """As many matches at once as it says it can play."""
    async with check.stage() as stage:
        if stage.player is not None and stage.player.max_matches == 1:
            return Finding("batch", Grade.PASS, "plays one match at a time, as its Join says")
        matches = stage.player.max_matches if stage.player is not None else 1
        sittings = islice(_mixed(check), matches)
        asked = await check.ask(stage, list(sittings))
    text = f"played {matches} matches at once, up to {stage.seen.most_at_once} decisions in one message"
    return verdict("batch", stage, asked, text)


async def patience(check: Examination) -> Finding:
    """Matches that come long after the Join, and long after each other; at the slow pace."""
    slow = replace(check.control, pace=Pace.SLOW, max_matches=1)
    async with check.stage(control=slow) as stage:
        asked = []
        for sitting in islice(_mixed(check), 2):
            await asyncio.sleep(check.spans.idle)
            asked += await stage.play([sitting])
    text = f"played after {check.spans.idle:g} s of silence, and again after {check.spans.idle:g} s"
    return verdict("patience", stage, asked, text, "wait without a limit: nothing may come for minutes")


async def unknown(check: Examination) -> Finding:
    """Fields, events and messages that a later version of the protocol may have."""
    async with check.stage(RewritingGates(as_later)) as stage:
        asked = await stage.play([exam.needed[0] for exam in check.exams.values()])
    return verdict("unknown", stage, asked, "ignored fields, events and messages it does not know", SKIP)


async def large(check: Examination) -> Finding:
    """The largest observations of the games, and messages as large as may be."""
    async with check.stage(RewritingGates(as_large)) as stage:
        asked = await stage.play([_largest(check, game) for game in check.exams])
    return verdict("large", stage, asked, f"read messages of {LARGEST_BYTES / 2**20:.0f} MiB", RECEIVE)


async def cancel(check: Examination) -> Finding:
    """Matches that end in the middle of a decision, Goodbye included."""
    async with check.stage() as stage:
        waiting = _mixed(check)
        for sitting in islice(waiting, CANCELLED):
            asking = stage.begin(sitting)
            stage.flush()
            if asking is not None:
                asking.finish()
        asked = await stage.play([next(waiting)])
        stage.begin(next(waiting))
        stage.flush()
    text = f"played on after {CANCELLED} matches that ended in mid-decision"
    return verdict("cancel", stage, asked, text, "a MatchEnd may come while a decision is open: forget the match")


def _mixed(check: Examination) -> Iterator[Sitting]:
    """Matches of its own play, its games in turn."""
    for one_of_each in zip(*map(own_play, check.bot.games), strict=True):
        yield from one_of_each


def _largest(check: Examination, game: str) -> Sitting:
    """The longest match of the exam at the fullest table."""
    exam = check.exams[game]
    return max((*exam.needed, *exam.more), key=lambda one: (one.game.players, len(one.recorded or ())))


def _count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"
