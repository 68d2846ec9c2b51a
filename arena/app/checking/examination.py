"""What the scenarios of one check share: the bot, where it runs, and all that was seen of it so far."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from arena.app.checking.asking import Asking
from arena.app.checking.grades import Coverage
from arena.app.checking.sittings import Exam, Sitting, exam
from arena.app.checking.stage import Stage
from arena.app.checking.watching import TableGateKeeper
from arena.app.quarters import Quarters
from arena.bots.manifest import Manifest
from arena.model.clock import TimeControl
from arena.model.matches import Entrant
from arena.referee.runner import Clocks
from arena.wire.gate import TableGates

KNOWN_TO_STAY_S = 0.2
"""How long one is given to exit once another has lived on."""


@dataclass(frozen=True, slots=True)
class Spans:
    """How long things are tried, in seconds."""

    idle: float = 4.0
    """Nothing is asked: after the Join, and between two matches."""
    plenty: float = 3.0
    """What can be left out is asked: long enough to see more of a fast bot, and not to wait for a slow one."""
    repeating: float = 4.0
    """Matches are repeated on one process."""
    goodbye: float = 5.0
    """A process may take to exit after Goodbye; a referee waits one second, then kills it."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms a bot is checked."""

    quarters: Quarters
    control: TimeControl
    spans: Spans = Spans()


class Examination:
    """The state of a check."""

    def __init__(self, bot: Manifest, terms: Terms, clocks: Clocks) -> None:
        self.bot = bot
        self.control = terms.control
        self.spans = terms.spans
        self.limit_bytes = terms.quarters.limits.memory_bytes
        """Memory a ladder gives a bot."""
        self.stages: list[Stage] = []
        self.timed: list[Asking] = []
        """Matches whose decisions count as ordinary ones."""
        self.cpu_us = 0
        """What those have taken."""
        self.examined: list[Asking] = []
        """The matches of the exam."""
        self.grown_mib_per_match: float | None = None
        self.exams: dict[str, Exam] = {game: exam(game) for game in bot.games}
        self._launcher = terms.quarters.launcher()
        self._clocks = clocks

    def stage(self, gates: TableGateKeeper | None = None, control: TimeControl | None = None) -> Stage:
        """A new life of the process."""
        entrant = Entrant(self.bot.name, str(self.bot.path))
        stays = any(stage.seen.had_goodbye and stage.seen.goodbye_s is None for stage in self.stages if stage.over)
        patience = KNOWN_TO_STAY_S if stays else self.spans.goodbye
        stage = Stage(entrant, self._launcher, gates or TableGates(), self._clocks, control or self.control, patience)
        self.stages.append(stage)
        return stage

    async def ask(self, stage: Stage, sittings: Iterable[Sitting], at_once: int | None = None) -> list[Asking]:
        """Play and remember what it took."""
        before = stage.cpu_us()
        asked = await stage.play(sittings, at_once)
        self.cpu_us += stage.cpu_us() - before
        self.timed += asked
        return asked

    async def ask_while_there_is_time(self, stage: Stage, sittings: Iterable[Sitting]) -> list[Asking]:
        """The same, batch by batch, until that has taken long enough."""
        asked: list[Asking] = []
        begun = time.monotonic()
        rest = iter(sittings)
        while time.monotonic() - begun < self.spans.plenty and stage.player is not None:
            batch = list(islice(rest, stage.player.max_matches))
            if not batch:
                break
            asked += await self.ask(stage, batch)
        return asked

    def coverage(self) -> list[Coverage]:
        """By game: what of all it may ask was asked."""
        return [
            self._coverage(game, [one for one in self.examined if one.sitting.game.name == game]) for game in self.exams
        ]

    def _coverage(self, game: str, asked: Sequence[Asking]) -> Coverage:
        every = self.exams[game].kinds
        done = frozenset[str]().union(*(one.sitting.kinds for one in asked if one.session.to_act is None))
        missing = tuple(sorted(every - done))
        return Coverage(game, len(every & done), len(every), missing, sum(len(one.choices) for one in asked))
