"""What is said twice, in the engine and in the protos, is the same: field by field, value by value."""

from dataclasses import fields

import pytest

from arena.model.clock import TimeControl
from arena.ports.links import End, Question, Start
from arena.wire.codec import PROTOS, codec_of
from arena.wire.writing import StreamWriter, encode
from engine.games import games, make_game
from engine.streams import Streams, seed_of
from stockpit.v1 import table_pb2 as pb

EVERY_GAME = [make_game(name, players, {}) for name, kind in games().items() for players in kind.player_counts]


def named(game):
    return f"{game.name}-{game.players}"


def walk(game, seed):
    """Questions of a random match: (observation, events) of whoever is asked."""
    state = game.start(game.deal(Streams(seed_of("wire", seed))), events=True)
    dice = Streams(seed_of("dice", seed))
    seen = [0] * game.players
    while state.to_act is not None:
        seat = state.to_act
        events = state.events(seat, seen[seat])
        seen[seat] += len(events)
        yield state.observe(seat), events
        legal = state.legal_actions()
        state.apply(legal[dice("action", len(legal))])


def number(value):
    return value.value if hasattr(value, "value") else value


def test_every_game_has_a_proto_and_an_arm_in_each_message_of_the_table():
    arms = {
        name: [
            name in pb.Decision.DESCRIPTOR.fields_by_name,
            f"{name}_events" in pb.Decision.DESCRIPTOR.fields_by_name,
            f"{name}_settings" in pb.Rules.DESCRIPTOR.fields_by_name,
            f"{name}_actions" in pb.Rules.DESCRIPTOR.fields_by_name,
        ]
        for name in games()
    }
    assert (set(PROTOS), arms) == (set(games()), {name: [True] * 4 for name in games()})


@pytest.mark.parametrize("name", games())
def test_an_observation_and_its_message_have_the_same_fields(name):
    engine = {field.name for field in fields(games()[name].observation_type)}
    assert engine == set(PROTOS[name].Observation.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize("name", games())
def test_an_event_and_its_message_have_the_same_fields(name):
    engine = {field.name for field in fields(games()[name].event_type)}
    assert engine == set(PROTOS[name].Event.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize("name", games())
def test_every_action_type_of_the_engine_is_one_of_the_proto_and_every_scalar_of_an_action_has_presence(name):
    proto = PROTOS[name]
    scalars = [field for field in proto.Action.DESCRIPTOR.fields if field.name != "type"]
    used = {field.name for action in games()[name].action_types for field in fields(action)}
    assert (used, [field.name for field in scalars if not field.has_presence]) == ({f.name for f in scalars}, [])


@pytest.mark.parametrize("game", EVERY_GAME, ids=named)
def test_every_observation_and_event_survives_the_wire(game):
    codec = codec_of(game.name)
    for observation, events in walk(game, 1):
        decision = pb.Decision.FromString(encode(game, observation, events))
        message = getattr(decision, game.name)
        read = {}
        for field in message.DESCRIPTOR.fields:
            value = getattr(message, field.name)
            read[field.name] = tuple(value) if field.is_repeated else value
        sent = {field.name: getattr(observation, field.name) for field in fields(observation)}
        phase = sent.pop("phase")
        phase_name = message.DESCRIPTOR.fields_by_name["phase"].enum_type.values_by_number[read.pop("phase")].name
        assert read == {name: tuple(v) if isinstance(v, tuple | list) else number(v) for name, v in sent.items()}
        assert phase_name == f"PHASE_{phase.name}"
        wired = getattr(decision, f"{game.name}_events")
        assert pb.Decision.FromString(codec.events(events)) == pb.Decision(**{f"{game.name}_events": wired})
        for event, got in zip(events, wired, strict=True):
            there = {f.name: getattr(event, f.name) for f in fields(event) if getattr(event, f.name) not in (None, ())}
            assert {name: number(v) for name, v in there.items()} == {
                field.name: tuple(value) if field.is_repeated else value for field, value in got.ListFields()
            } | {name: 0 for name, v in there.items() if number(v) == 0}


@pytest.mark.parametrize("game", EVERY_GAME, ids=named)
def test_the_action_table_is_sent_in_the_order_of_its_ids(game):
    table = codec_of(game.name).action_table(game)
    enum = PROTOS[game.name].ActionType
    for action, message in zip(game.actions.actions, table.actions, strict=True):
        sent = {field.name: number(getattr(action, field.name)) for field in fields(action)}
        got = {field.name: value for field, value in message.ListFields() if field.name != "type"}
        name = "".join("_" + c if c.isupper() and i else c for i, c in enumerate(type(action).__name__)).upper()
        assert (sent, f"ACTION_TYPE_{name}") == (got, enum.Name(message.type))


def test_a_message_put_together_from_parts_reads_as_one():
    game = make_game("stockpile", 3, {})
    observation, events = next(walk(game, 2))
    writer = StreamWriter(TimeControl())
    start = Start(match=5, game=game, seat=1, bot_seed=2**64 - 1)
    question = Question(5, 0, 60_000_000, 7, [300, 1, 2], observation, events, game)
    end = End(4, (1, 2, 2), (30, -1, -1), ())
    rules = pb.TableMessage.FromString(writer.new_rules(game)).rules
    message = pb.TableMessage.FromString(writer.decisions([start], [question], [end])).decisions
    (decision,), (began,), (ended,) = message.decisions, message.starts, message.ends
    assert (rules.game, rules.seats, len(rules.stockpile_actions.actions)) == ("stockpile", 3, len(game.actions))
    assert (decision.match, decision.time_left_us, list(decision.legal)) == (5, 60_000_000, [300, 1, 2])
    assert (began.seat, began.bot_seed, began.time_control.soft_limit_us) == (1, 2**64 - 1, 2_000_000)
    assert (ended.match, list(ended.places), list(ended.scores)) == (4, [1, 2, 2], [30, -1, -1])


def test_rules_are_sent_once_to_a_stream():
    game = make_game("stockpile", 3, {})
    writer = StreamWriter(TimeControl())
    assert [writer.new_rules(game) is None for _ in range(2)] == [False, True]
