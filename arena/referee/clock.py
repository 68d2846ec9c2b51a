"""The clock of one bot process: pure arithmetic on readings that the shell took.

All its open decisions share one clock. The time since the process's last message (or since it was sent something
while idle) is divided equally among the decisions its next message answers. What the referee itself was late is
taken off, but never below the CPU time the bot used, and for at most `forgiven_us` a match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.model.clock import Pace, TimeControl
from arena.model.matches import DecisionTime


class Reading(NamedTuple):
    """One look at the clocks, in microseconds; only differences mean anything."""

    wall_us: int
    lag_us: int
    """How late the referee's loop has been in all."""
    cpu_us: int
    """CPU time of the bot so far."""


@dataclass(slots=True)
class Bank:
    """What one seat has left in one match."""

    left_us: int
    forgiven_left_us: int

    def charge(self, cost_us: int, refund_us: int) -> bool:
        """Take the cost less the refund; False, and an empty bank, if that is more than there is."""
        self.left_us -= max(0, cost_us - refund_us)
        if self.left_us >= 0:
            return True
        self.left_us = 0
        return False


@dataclass(slots=True)
class _Open:
    bank: Bank
    sent: Reading
    outstanding: int


class Charge(NamedTuple):
    """The verdict on one decision."""

    match: int
    time: DecisionTime
    late: str
    """Why it is late, in words; empty if it is in time."""


class ProcessClock:
    """Open decisions of one process, by its match numbers (a match has one open at most)."""

    def __init__(self, control: TimeControl) -> None:
        self._refund_us = control.refund_us
        self._soft_limit_us = 0 if control.pace is Pace.SLOW else control.soft_limit_us
        self._open: dict[int, _Open] = {}
        self._since = Reading(0, 0, 0)
        self._taken_us = 0
        """Wall time since `_since` that decisions struck meanwhile have been charged with."""

    @property
    def outstanding(self) -> int:
        """How many decisions are open."""
        return len(self._open)

    def sent(self, matches: Sequence[tuple[int, Bank]], now: Reading) -> None:
        """Open decisions that leave in one message."""
        if not self._open:
            self._restart(now)
        outstanding = len(self._open) + len(matches)
        for match, bank in matches:
            self._open[match] = _Open(bank, now, outstanding)

    def answered(self, matches: Sequence[int], now: Reading) -> list[Charge]:
        """Close the decisions one message answers; the time since the last message is divided among them."""
        if not matches:
            return []
        wall, forgivable = self._elapsed(now)
        shares = zip(matches, _shares(wall, len(matches)), _shares(forgivable, len(matches)), strict=True)
        charges = [self._charge(match, wall_share, lag_share, now) for match, wall_share, lag_share in shares]
        for match in matches:
            del self._open[match]
        self._restart(now)
        return charges

    def overdue(self, now: Reading) -> list[Charge]:
        """Close the decisions that would be late even if the next message answered all that are open."""
        late = []
        for match in list(self._open):
            wall, forgivable = self._elapsed(now)
            share = wall // len(self._open)
            lag = forgivable // len(self._open)
            decision = self._open[match]
            forgiven = min(lag, decision.bank.forgiven_left_us)
            if not self._soft_late(decision, now) and share - forgiven <= decision.bank.left_us + self._refund_us:
                continue
            late.append(self._charge(match, share, lag, now))
            del self._open[match]
            self._taken_us += share
        return late

    def forget(self, match: int) -> None:
        """Drop an open decision without a verdict: its match is over or its seat is out."""
        self._open.pop(match, None)

    def _charge(self, match: int, wall_us: int, lag_us: int, now: Reading) -> Charge:
        decision = self._open[match]
        bank = decision.bank
        forgiven = min(lag_us, bank.forgiven_left_us)
        bank.forgiven_left_us -= forgiven
        cost = wall_us - forgiven
        before = bank.left_us
        late = ""
        if not bank.charge(cost, self._refund_us):
            late = f"bank empty: {before / 1e6:.3f} s left, took {cost / 1e6:.3f} s"
        elif self._soft_late(decision, now):
            limit = self._soft_limit_us * decision.outstanding / 1e6
            late = f"open for longer than {limit:.3f} s (of {decision.outstanding} that were open)"
        return Charge(match, DecisionTime(cost, forgiven), late)

    def _elapsed(self, now: Reading) -> tuple[int, int]:
        """Wall time to be charged since the last message, and how much of it may be forgiven."""
        wall = max(0, now.wall_us - self._since.wall_us)
        cpu = max(0, now.cpu_us - self._since.cpu_us)
        lag = max(0, now.lag_us - self._since.lag_us)
        left = max(0, wall - self._taken_us)
        return left, min(lag, max(0, wall - cpu), left)

    def _soft_late(self, decision: _Open, now: Reading) -> bool:
        if not self._soft_limit_us:
            return False
        wall = now.wall_us - decision.sent.wall_us
        limit = self._soft_limit_us * decision.outstanding
        if wall <= limit:
            return False
        lag = min(now.lag_us - decision.sent.lag_us, wall - min(wall, now.cpu_us - decision.sent.cpu_us))
        return wall - min(lag, decision.bank.forgiven_left_us) > limit

    def _restart(self, now: Reading) -> None:
        self._since = now
        self._taken_us = 0


def _shares(total_us: int, parts: int) -> list[int]:
    """Equal parts that add up to the total exactly; the first ones get what is left over."""
    share, rest = divmod(total_us, parts)
    return [share + 1] * rest + [share] * (parts - rest)
