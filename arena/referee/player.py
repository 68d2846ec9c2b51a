"""One bot process as the referee sees it: what it is asked, what it answers, and what that costs."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from arena.model.clock import Ponder, TimeControl
from arena.model.faults import Cause, Ejection
from arena.model.matches import DecisionTime, SeatReport
from arena.ports.bots import BotProcess
from arena.ports.links import Answer, BotLink, End, Joined, Question, Start
from arena.referee.clock import Bank, Charge, ProcessClock, Reading
from arena.referee.session import MatchSession
from engine.contract import Seat

USELESS_MESSAGES = 20
"""More messages in a row than this that answer nothing asked are a flood."""
DEBUG_CHARACTERS = 1_000
"""Most that is kept of one decision's debug text."""
DEBUG_TOTAL = 64_000
"""Most that is kept of one seat's debug text in a match."""


class Board(Protocol):
    """The match a seat belongs to; whatever it is told, it goes on from there."""

    session: MatchSession

    def play(self, action: int, time: DecisionTime) -> None:
        """The seat to act has chosen."""

    def strike(self, cause: Cause, detail: str, time: DecisionTime) -> None:
        """The seat to act has broken the contract."""

    def gone(self, seat: Seat, ejection: Ejection) -> None:
        """A seat's process has ended."""


class Seated:
    """A process's part in one match."""

    __slots__ = (
        "asked",
        "bank",
        "board",
        "debug",
        "ignored",
        "last_cost_us",
        "match",
        "message",
        "seat",
        "start",
    )

    def __init__(self, board: Board, seat: Seat, match: int, control: TimeControl, start: Start) -> None:
        self.board = board
        self.seat = seat
        self.match = match
        """Number of the match within the process's stream."""
        self.start: Start | None = start
        """Its start, until that has been sent."""
        self.bank = Bank(control.bank_us, control.forgiven_us)
        self.asked = -1
        """Number of the open decision among the seat's own; -1 if none is open."""
        self.last_cost_us = 0
        self.ignored = 0
        self.debug: list[str] = []

    def note(self, decision: int, debug: str) -> None:
        """Keep debug text, up to the limits."""
        if len(self.debug) * DEBUG_CHARACTERS < DEBUG_TOTAL:
            self.debug.append(f"{decision}: {debug[:DEBUG_CHARACTERS]}")

    def report(self) -> SeatReport:
        """What is recorded of it beside the match."""
        return SeatReport(self.ignored, "\n".join(self.debug)[:DEBUG_TOTAL])


class Player:
    """A joined process with its open matches; everything happens on the referee's loop."""

    def __init__(
        self,
        link: BotLink,
        control: TimeControl,
        joined: Joined,
        read: Callable[[], Reading],
        on_broke: Callable[[Ejection], None],
        process: BotProcess,
    ) -> None:
        self.max_matches = min(joined.max_matches, control.max_matches)
        self.events = joined.events
        """Whether it wants to be told events."""
        self._link = link
        self._control = control
        self._read = read
        self._on_broke = on_broke
        self._process = process
        self._rests = False
        """Whether it is suspended between decisions: once it has answered one, until goodbye."""
        self._clock = ProcessClock(control)
        self._seated: dict[int, Seated] = {}
        self._next_match = 0
        self._waiting: deque[Seated] = deque()
        self._ends: list[End] = []
        self._struck: set[tuple[int, int]] = set()
        self._unheard = False
        """Whether it was sent decisions and has not answered any since."""
        self._useless = 0
        self._broken = False

    @property
    def free(self) -> int:
        """How many more matches it may start."""
        return 0 if self._broken else self.max_matches - len(self._seated)

    @property
    def seated(self) -> list[Seated]:
        """Its parts in open matches."""
        return list(self._seated.values())

    def seat(self, board: Board, seat: Seat, bot_seed: int) -> Seated:
        """Open a match for it."""
        match = self._next_match
        self._next_match += 1
        start = Start(match, board.session.game, seat, bot_seed)
        seated = self._seated[match] = Seated(board, seat, match, self._control, start)
        return seated

    def ask(self, seated: Seated) -> None:
        """Queue the open question of a match; `flush` sends it."""
        self._waiting.append(seated)

    def finish(self, seated: Seated, end: End) -> None:
        """Close a match for it."""
        self._clock.forget(seated.match)
        del self._seated[seated.match]
        if not self._broken and seated.start is None:
            self._ends.append(end)

    def flush(self) -> None:
        """Send what waits, unless the process has not answered since it was last sent something.

        What waits then joins the next batch: a process that is still busy with one message gains nothing from a second,
        and few full messages cost the referee far less than many.
        """
        if not self._waiting or self._broken or (self._unheard and self._clock.outstanding):
            return
        batch = [seated for seated in self._waiting if seated.match in self._seated]
        self._waiting.clear()
        if not batch:
            return
        starts, questions = [], []
        for seated in batch:
            if seated.start is not None:
                starts.append(seated.start)
                seated.start = None
            questions.append(_question(seated, self.events))
        self._unheard = True
        ends, self._ends = self._ends, []
        if self._rests:
            self._process.resume()
        self._clock.sent([(seated.match, seated.bank) for seated in batch], self._read())
        self._link.send(starts, questions, ends)

    def rest(self) -> None:
        """Suspend the process if that is the rule and nothing is asked of it."""
        if self._rests and not self._clock.outstanding and not self._broken:
            self._process.suspend()

    def goodbye(self) -> None:
        """Send the last ends and say that there are no more matches."""
        self._rests = False
        self._process.resume()
        if self._broken:
            return
        if self._ends:
            self._link.send((), (), self._ends)
            self._ends = []
        self._link.goodbye()

    def answered(self, answers: Sequence[Answer]) -> None:
        """One message of the bot: charge it, then play what it says."""
        if self._broken:
            return
        now = self._read()
        taken: list[tuple[Seated, Answer]] = []
        useful = False
        for answer in answers:
            seated = self._question_of(answer)
            if seated is not None:
                taken.append((seated, answer))
                seated.asked = -1
            useful = self._count(answer, seated) or useful
        if useful:
            self._unheard = False
            self._useless = 0
        else:
            self._useless += 1
        if self._useless > USELESS_MESSAGES:
            self.broke(Ejection(Cause.FLOODED, f"more than {USELESS_MESSAGES} messages in a row that answer nothing"))
            return
        self._rests = self._control.ponder is Ponder.SUSPEND
        charges = self._clock.answered([seated.match for seated, _ in taken], now)
        for (seated, answer), charge in zip(taken, charges, strict=True):
            self._settle(seated, answer, charge)

    def broke(self, ejection: Ejection) -> None:
        """The process can no longer play."""
        if not self._broken:
            self._broken = True
            self._on_broke(ejection)

    def sweep(self) -> None:
        """Strike what is overdue."""
        if self._broken or not self._clock.outstanding:
            return
        for charge in self._clock.overdue(self._read()):
            seated = self._seated[charge.match]
            self._struck.add((seated.match, seated.asked))
            seated.asked = -1
            self._strike(seated, Cause.OUT_OF_TIME, charge.late, charge.time)

    def _question_of(self, answer: Answer) -> Seated | None:
        """The seat whose open question this answers, or breaks; None if it answers nothing that is open."""
        if answer.match is None:
            return min(
                (seated for seated in self._seated.values() if seated.asked >= 0),
                key=lambda seated: seated.match,
                default=None,
            )
        seated = self._seated.get(answer.match)
        if seated is None or seated.asked < 0:
            return None
        return seated if answer.decision in (seated.asked, None) else None

    def _count(self, answer: Answer, seated: Seated | None) -> bool:
        """Count an answer that is ignored; True if it is one the bot was asked for, in time or not."""
        if seated is not None:
            return True
        key = (answer.match, answer.decision)
        asked = key in self._struck
        self._struck.discard(key)
        owner = None if answer.match is None else self._seated.get(answer.match)
        if owner is not None:
            owner.ignored += 1
        return asked

    def _settle(self, seated: Seated, answer: Answer, charge: Charge) -> None:
        """Play one answer, or strike it."""
        board = seated.board
        match, decision, action, debug = answer
        if debug:
            seated.note(board.session.decision, debug)
        if charge.late:
            self._strike(seated, Cause.OUT_OF_TIME, charge.late, charge.time)
        elif match is None or decision is None or action is None:
            self._strike(seated, Cause.MISSING_FIELD, _missing(answer), charge.time)
        elif action not in board.session.legal:
            detail = f"action {action} is not among the {len(board.session.legal)} legal ones"
            self._strike(seated, Cause.ILLEGAL_ACTION, detail, charge.time)
        else:
            seated.last_cost_us = charge.time.cost_us
            board.play(action, charge.time)

    def _strike(self, seated: Seated, cause: Cause, detail: str, time: DecisionTime) -> None:
        seated.last_cost_us = time.cost_us
        seated.board.strike(cause, detail, time)


def _missing(answer: Answer) -> str:
    names = [name for name in ("match", "decision", "action") if getattr(answer, name) is None]
    return f"no {' and no '.join(names)} in the choice"


def _question(seated: Seated, with_events: bool) -> Question:
    session = seated.board.session
    seated.asked = session.decision
    return Question(
        match=seated.match,
        decision=seated.asked,
        time_left_us=seated.bank.left_us,
        last_cost_us=seated.last_cost_us,
        legal=session.legal,
        observation=session.observe(),
        events=session.new_events() if with_events else [],
        game=session.game,
    )
