"""What one stream is sent, as bytes."""

from collections.abc import Sequence
from typing import Any

from arena.model.clock import Pace, TimeControl
from arena.model.faults import Fault
from arena.ports.links import End, Question, Start
from arena.wire.codec import GameCodec, codec_of
from engine.contract import Game
from stockpit.v1 import table_pb2 as pb


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
        return pb.TableMessage(rules=rules_message(game, number)).SerializeToString()

    def decisions(self, starts: Sequence[Start], questions: Sequence[Question], ends: Sequence[End]) -> bytes:
        """A Decisions message with all of it."""
        message = pb.TableMessage()
        body = message.decisions
        body.SetInParent()
        for start in starts:
            body.starts.add(
                match=start.match,
                rules=self._rules[id(start.game)],
                seat=start.seat,
                time_control=self._time_control,
                bot_seed=start.bot_seed,
            )
        for question in questions:
            add_question(body, question, codec_of(question.game.name))
        for end in ends:
            body.ends.add(match=end.match, places=end.places, scores=end.scores, faults=map(_fault, end.faults))
        return message.SerializeToString()


def add_question(body: pb.Decisions, question: Question, codec: GameCodec) -> None:
    """Append a decision; dictionaries spare the copies that sub-messages would make."""
    game_fields: dict[str, Any] = {codec.name: codec.observation(question.observation)}
    if question.events:
        game_fields[f"{codec.name}_events"] = [codec.event(event) for event in question.events]
    body.decisions.add(
        match=question.match,
        decision=question.decision,
        time_left_us=question.time_left_us,
        last_cost_us=question.last_cost_us,
        legal=question.legal,
        **game_fields,
    )


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
