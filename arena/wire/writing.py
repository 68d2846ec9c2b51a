"""What one stream is sent, as bytes."""

from collections.abc import Sequence
from functools import cache

from google.protobuf.message import Message

from arena.model.clock import Pace, TimeControl
from arena.model.faults import Fault
from arena.ports.links import End, Question, Start
from arena.wire.codec import PROTOS, codec_of
from arena.wire.packing import LENGTH_DELIMITED, key, varint
from engine.contract import Event, Game, Observation
from stockpit.v1 import table_pb2 as pb


def _key(message: type[Message], field: str) -> bytes:
    return key(message.DESCRIPTOR.fields_by_name[field].number, LENGTH_DELIMITED)


_DECISIONS = _key(pb.TableMessage, "decisions")
_DECISION = _key(pb.Decisions, "decisions")
_OBSERVATIONS = {name: _key(pb.Decision, name) for name in PROTOS}
"""By game: what stands before its observation in a Decision."""


class StreamWriter:
    """Writes messages for one stream; knows which rules the bot has been sent."""

    def __init__(self, control: TimeControl) -> None:
        self._rules: dict[int, int] = {}
        self._time_control = time_control_message(control)

    def new_rules(self, game: Game) -> bytes | None:
        """The Rules message of a game the stream has not seen; None if it has."""
        if id(game) in self._rules:
            return None
        number = self._rules[id(game)] = len(self._rules)
        return _rules_bytes(game, number)

    def decisions(self, starts: Sequence[Start], questions: Sequence[Question], ends: Sequence[End]) -> bytes:
        """A Decisions message with all of it."""
        body = pb.Decisions()
        for start in starts:
            body.starts.add(
                match=start.match,
                rules=self._rules[id(start.game)],
                seat=start.seat,
                time_control=self._time_control,
                bot_seed=start.bot_seed,
            )
        for end in ends:
            faults = [_fault(fault) for fault in end.faults]
            body.ends.add(match=end.match, places=end.places, scores=end.scores, faults=faults)
        parts = [body.SerializeToString()]
        for question in questions:
            decision = decision_bytes(question)
            parts += (_DECISION, varint(len(decision)), decision)
        written = b"".join(parts)
        return b"".join((_DECISIONS, varint(len(written)), written))


def decision_bytes(question: Question) -> bytes:
    """A Decision message.

    Put together from messages already written, which is what a message inside a message is on the wire: making one
    Python object of it all would copy each part once per level and write shared events once per viewer.
    """
    codec = codec_of(question.game.name)
    head = pb.Decision(
        match=question.match,
        decision=question.decision,
        time_left_us=question.time_left_us,
        last_cost_us=question.last_cost_us,
        legal=question.legal,
    )
    observation = codec.observation(question.observation)
    arm = _OBSERVATIONS[codec.name]
    events = codec.events(question.events)
    return b"".join((head.SerializeToString(), arm, varint(len(observation)), observation, events))


@cache
def _rules_bytes(game: Game, number: int) -> bytes:
    return pb.TableMessage(rules=rules_message(game, number)).SerializeToString()


def rules_message(game: Game, number: int) -> pb.Rules:
    """A game's settings and action table."""
    codec = codec_of(game.name)
    message = pb.Rules(rules=number, game=game.name, rules_version=game.rules_version, seats=game.players)
    getattr(message, f"{game.name}_settings").CopyFrom(codec.settings(game))
    getattr(message, f"{game.name}_actions").CopyFrom(codec.action_table(game))
    return message


def time_control_message(control: TimeControl) -> pb.TimeControl:
    """The part of a time control a bot needs to know."""
    message = pb.TimeControl(bank_us=control.bank_us, refund_us=control.refund_us)
    if control.pace is Pace.BULK:
        message.soft_limit_us = control.soft_limit_us
    return message


def _fault(fault: Fault) -> pb.Fault:
    return pb.Fault(decision=fault.decision, cause=fault.cause.value, detail=fault.detail)


def encode(game: Game, observation: Observation, events: list[Event]) -> bytes:
    """What a seat is sent of an observation and events, as laws and benchmarks need it."""
    return decision_bytes(Question(0, 0, 0, 0, [], observation, events, game))
