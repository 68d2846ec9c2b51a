"""A bot against a recorded match: what it would have chosen where others, or it itself, chose."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import uvloop

from arena.app.checking.advice import verdict
from arena.app.checking.asking import Asking
from arena.app.checking.checkup import Progress
from arena.app.checking.examination import Terms
from arena.app.checking.grades import Grade
from arena.app.checking.sittings import Sitting
from arena.app.checking.stage import Stage
from arena.app.host import HostClocks
from arena.bots.manifest import Manifest
from arena.model.errors import BadInput, NotSo
from arena.model.matches import Entrant
from arena.wire.gate import TableGates
from engine.contract import Seat
from engine.transcript import Transcript, game_of

GOODBYE_S = 1.0
"""As a referee waits."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision the bot would have taken otherwise."""

    decision: int
    """Number in the transcript, from 0."""
    seat: Seat
    recorded: str
    """In words."""
    chosen: str
    """In words: an action, or a fault."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A bot's choices against those of a transcript."""

    bot: str
    game: str
    seats: tuple[Seat, ...]
    decisions: int
    seeded: bool
    """Whether the bot was given the bot seeds of the match; without them one that draws differs."""
    differences: tuple[Difference, ...]


def compare(
    bot: Manifest,
    terms: Terms,
    transcript: Transcript,
    seats: Sequence[Seat],
    bot_seeds: Sequence[int] | None,
    progress: Progress = lambda _: None,
) -> Comparison:
    """Ask a bot that is built at each decision of these seats, as each of them; the recorded actions are played on.

    BadInput if it does not play the game, NotSo if its process ends, WorldTrouble if our side failed.
    """
    if transcript.game not in bot.games:
        raise BadInput(f"{bot.name} does not play {transcript.game}; it plays {', '.join(bot.games)}")
    terms.quarters.check()
    progress("compares")
    sittings = [_sitting(transcript, seat, bot_seeds) for seat in seats]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        asked = runner.run(_ask(bot, terms, sittings))
    differences = sorted(
        (found for asking in asked for found in _differences(asking)), key=lambda found: (found.decision, found.seat)
    )
    return Comparison(
        bot=bot.name,
        game=transcript.game,
        seats=tuple(seats),
        decisions=sum(len(asking.choices) for asking in asked),
        seeded=bot_seeds is not None,
        differences=tuple(differences),
    )


def _sitting(transcript: Transcript, seat: Seat, bot_seeds: Sequence[int] | None) -> Sitting:
    game = game_of(transcript)
    deal = game.deal_from_json(transcript.deal)
    recorded = tuple(action for _, action in transcript.decisions)
    return Sitting(game, deal, seat, 0 if bot_seeds is None else bot_seeds[seat], recorded)


async def _ask(bot: Manifest, terms: Terms, sittings: Sequence[Sitting]) -> list[Asking]:
    """All of it by one process; it is asked to the end, however many strikes it gets."""
    control = replace(terms.control, strikes=1 + max(len(one.recorded or ()) for one in sittings))
    entrant = Entrant(bot.name, str(bot.path))
    launcher = terms.quarters.launcher()
    async with Stage(entrant, launcher, TableGates(), HostClocks(), control, GOODBYE_S) as stage:
        asked = await stage.play(sittings)
    if stage.ejection is not None:
        ended = verdict("", stage, [], "")
        assert ended.grade is Grade.FAIL
        raise NotSo(f"{bot.name}: {ended.text}")
    return asked


def _differences(asking: Asking) -> list[Difference]:
    game = asking.sitting.game
    faults = iter(asking.faults)
    found = []
    for choice in asking.choices:
        if choice.action is None:
            fault = next(faults)
            chosen = f"{fault.cause.value}: {fault.detail}"
        elif choice.action != choice.played:
            chosen = game.action_text(choice.action)
        else:
            continue
        found.append(Difference(choice.decision, asking.sitting.seat, game.action_text(choice.played), chosen))
    return found
