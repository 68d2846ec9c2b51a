"""Feeds the referee what a bot may send: `python tests/fuzz/fuzz_wire.py -max_total_time=300`.

An input is a bot's messages, one after the other, in a match of three. Whatever they are, the match goes on or the bot
is out of it, and what is recorded plays again and is kept whole. Each is also read as a line that a program writes to
`stockpit-stdio`. It begins with good messages, stops at the first bytes that break this, and writes them to a file
named `crash-...`. Options are libFuzzer's.
"""

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["arena.wire.gate", "arena.referee", "stockpit_stdio"]):
    from stockpit_stdio import Stop, choice

    from arena.model.clock import TimeControl
    from arena.model.faults import Ejection
    from arena.model.matches import SeatReport
    from arena.ports.links import Joined
    from arena.referee.clock import Reading
    from arena.referee.player import Player
    from arena.referee.session import NO_TIME, MatchSession
    from arena.store.transcripts import from_bytes, to_bytes
    from arena.wire.gate import answers_of

from engine.games import make_game
from engine.streams import Streams, seed_of
from engine.transcript import final_state
from stockpit.v1 import table_pb2 as pb

BETWEEN = b"\xff\x00\xff"
"""Between the messages of an input."""
CONTROL = TimeControl(bank_us=5_000_000, soft_limit_us=500_000)
GAME = make_game("stockpile", 3, {})
DEAL = GAME.deal(Streams(seed_of(1)))


class Silent:
    """A process that is there, and a link to it that carries nothing."""

    def send(self, starts, questions, ends):
        """Nobody reads it."""

    def suspend(self):
        """It does not run anyway."""

    def resume(self):
        """It does not run anyway."""


class Ticks:
    """Clocks that go on by 10 ms whenever they are read."""

    def __init__(self):
        self._us = 0

    def __call__(self):
        self._us += 10_000
        return Reading(self._us, 0, self._us // 2)


class Match:
    """The fuzzed bot in seat 0, next to two that choose the first legal action."""

    def __init__(self):
        self.session = MatchSession(GAME, DEAL, CONTROL.strikes)
        self.ejection = None
        self.player = Player(Silent(), CONTROL, Joined(1, True), Ticks(), self._eject, Silent())
        self.seated = self.player.seat(self, 0, 1)
        self._go_on()

    def play(self, action, time):
        """The bot has chosen."""
        self.session.answer(action, time)
        self._go_on()

    def strike(self, cause, detail, time):
        """The bot has broken the contract."""
        assert detail.isprintable()
        self.session.strike(cause, detail, time)
        self._go_on()

    def record(self):
        """Of the match, once everybody has played to its end."""
        if self.ejection is not None:
            self.session.eject(0, self.ejection)
        while self.session.to_act is not None:
            self.session.answer(self.session.legal[0], NO_TIME)
        return self.session.record(1, (self.seated.report(), SeatReport(), SeatReport()))

    def _eject(self, ejection):
        self.ejection = ejection

    def _go_on(self):
        while self.session.to_act in (1, 2):
            self.session.answer(self.session.legal[0], NO_TIME)
        if self.session.to_act == 0 and not self.session.is_out(0):
            self.player.ask(self.seated)
            self.player.flush()


def one_input(data: bytes) -> None:
    """A bot's messages, as the referee takes them and as the bridge reads them."""
    match = Match()
    for message in data.split(BETWEEN):
        for line in message.split(b"\n"):
            _read_line(line)
        answers = answers_of(message)
        if isinstance(answers, Ejection):
            assert answers.detail.isprintable()
            match.player.broke(answers)
        elif match.session.to_act is not None:
            match.player.answered(answers)
            match.player.flush()
            match.player.sweep()
    record = match.record()
    assert final_state(record.transcript).scores() == record.scores
    play = from_bytes(to_bytes(record.transcript, record.times, record.faults))
    assert (play.transcript, play.times, play.faults) == (record.transcript, record.times, record.faults)


def _read_line(line: bytes) -> None:
    with suppress(Stop):
        choice(line, 1).SerializeToString()


def good_inputs() -> list[bytes]:
    """Messages as good bots send them, and some that are nearly so."""

    def said(*choices):
        return pb.BotMessage(choices=pb.Choices(choices=[pb.Choice(**fields) for fields in choices]))

    game = [said({"match": 0, "decision": number, "action": number % 7, "debug": "so"}) for number in range(12)]
    many = said(*({"match": number, "decision": 0, "action": 1} for number in range(40)))
    join = pb.BotMessage(join=pb.Join(token="x", protocol_version=1, max_matches=1, events=True))
    inputs = [game, [many, *game[:2]], [join], [said({"action": 10**6})] * 4, [pb.BotMessage()], [said()] * 30]
    lines = [b'{"match":0,"decision":0,"action":7,"debug":"x"}', b'{"match":"0"}', b"[" * 100]
    return [BETWEEN.join(message.SerializeToString() for message in messages) for messages in inputs] + lines


def main() -> None:
    """Fuzz from good messages on."""
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(good_inputs()):
            Path(corpus, str(number)).write_bytes(data)
        atheris.Setup([*sys.argv, corpus], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
