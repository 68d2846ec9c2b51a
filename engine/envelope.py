"""The audit envelope (version 1): a match as plain JSON in the rules' own words, and what a replay of it prints."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from engine.contract import Deal, Game, IllegalAction, Json, State
from engine.transcript import Step, Transcript, TranscriptMismatch, first_state, game_of, replay

FORMAT: Final = "stockpit-audit/1"
_KEYS: Final = ("format", "game", "rules_version", "players", "settings", "deal", "actions")


class InvalidEnvelope(ValueError):
    """Not an audit envelope; the text names the key that is wrong."""


def envelope_of(transcript: Transcript, faults: Sequence[Json] = ()) -> dict[str, Json]:
    """The envelope of a transcript; TranscriptMismatch if it does not fit."""
    game = game_of(transcript)
    return _written(transcript, [_entry(game, step) for step in replay(transcript)], faults)


def deal_envelope(game: Game, deal: Deal) -> dict[str, Json]:
    """The envelope of a deal that nobody has played yet: without actions."""
    return _written(
        Transcript(game.name, game.players, game.settings(), game.rules_version, game.deal_to_json(deal), ()), [], ()
    )


def _entry(game: Game, step: Step) -> dict[str, Json]:
    return {"seat": step.seat, "action": game.action_to_json(step.action, step.before)}


def _written(transcript: Transcript, actions: Sequence[Json], faults: Sequence[Json]) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "game": transcript.game,
        "rules_version": transcript.rules_version,
        "players": transcript.players,
        "settings": dict(transcript.settings),
        "deal": dict(transcript.deal),
        "actions": list(actions),
        "faults": list(faults),
    }


def transcript_of(envelope: Json) -> Transcript:
    """Inverse of `envelope_of`: InvalidEnvelope, InvalidDeal, UnknownGame or InvalidSetting say what is wrong with it,
    TranscriptMismatch which decision does not fit."""
    return _with_decisions(_without_decisions(envelope), _list(_object_of(envelope), "actions"))


def deal_of(envelope: Json) -> tuple[Game, Deal]:
    """The game of an envelope and the deal in it, whatever was played on it; errors as in `transcript_of`."""
    transcript = _without_decisions(envelope)
    game = game_of(transcript)
    return game, game.deal_from_json(transcript.deal)


def _object_of(envelope: Json) -> Mapping[str, Json]:
    if not isinstance(envelope, Mapping):
        raise InvalidEnvelope("an envelope is a JSON object")
    return envelope


def _without_decisions(data: Json) -> Transcript:
    envelope = _object_of(data)
    missing = [key for key in _KEYS if key not in envelope]
    if missing:
        raise InvalidEnvelope(f"the envelope has no {missing[0]!r}; keys are {', '.join(_KEYS)}, faults")
    if envelope["format"] != FORMAT:
        raise InvalidEnvelope(f"format is {envelope['format']!r}; this engine reads {FORMAT!r}")
    _list(envelope, "actions")
    return Transcript(
        game=_text(envelope, "game"),
        players=_number(envelope, "players"),
        settings=_object(envelope, "settings"),
        rules_version=_number(envelope, "rules_version"),
        deal=_object(envelope, "deal"),
        decisions=(),
    )


def replay_json(envelope: Json) -> dict[str, Json]:
    """Every step with all legal actions and all that was public and private after it, then scores and places."""
    transcript = transcript_of(envelope)
    steps: list[Json] = []
    state = first_state(transcript)
    for step in replay(transcript):
        steps.append(_step_json(transcript, step))
        state = step.after
    return {"steps": steps, "scores": list(state.scores()), "places": list(state.places())}


def _step_json(transcript: Transcript, step: Step) -> dict[str, Json]:
    game = game_of(transcript)
    return {
        "seat": step.seat,
        "phase": step.before.phase(),
        "legal": [game.action_to_json(action, step.before) for action in step.before.legal_actions()],
        "action": game.action_to_json(step.action, step.before),
        "public": step.after.public_facts(),
        "private": [step.after.private_facts(seat) for seat in range(transcript.players)],
    }


def _with_decisions(transcript: Transcript, entries: Sequence[Json]) -> Transcript:
    """Read the actions while playing them: what an action means may depend on the state."""
    game = game_of(transcript)
    state = first_state(transcript)
    decisions = []
    for number, entry in enumerate(entries):
        if not isinstance(entry, Mapping) or not {"seat", "action"} <= set(entry):
            raise InvalidEnvelope(f"decision {number} must have the keys seat and action")
        _check_asked(state, number, entry["seat"])
        try:
            action = read_action(game, entry["action"], state)
        except IllegalAction as refusal:
            raise TranscriptMismatch(f"decision {number} of seat {state.to_act}: {refusal}") from None
        decisions.append((_number(entry, "seat"), action))
        state.apply(action)
    _check_asked(state, len(entries), None)
    return Transcript(
        game=transcript.game,
        players=transcript.players,
        settings=transcript.settings,
        rules_version=transcript.rules_version,
        deal=transcript.deal,
        decisions=tuple(decisions),
    )


def read_action(game: Game, data: Json, state: State) -> int:
    """`Game.action_from_json`, to the letter: true or 1.0 is no 1, though Python has them equal."""
    action = game.action_from_json(data, state)
    if json.dumps(game.action_to_json(action, state), sort_keys=True) != json.dumps(data, sort_keys=True):
        raise IllegalAction(f"{data} is not legal for seat {state.to_act} in {state.phase()}")
    return action


def _check_asked(state: State, number: int, seat: Json) -> None:
    """The seat asked is the one of the entry; None stands for the end of the entries and of the match."""
    if state.to_act == seat:
        return
    if state.to_act is None:
        raise TranscriptMismatch(f"decision {number} of seat {seat} is left over: the match ended before it")
    if seat is None:
        raise TranscriptMismatch(f"decision {number} is missing: seat {state.to_act} is asked and the match not over")
    raise TranscriptMismatch(f"decision {number} is of seat {seat}, but seat {state.to_act} is asked")


def _text(data: Mapping[str, Json], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise InvalidEnvelope(f"{key} is {value!r}; it must be text")
    return value


def _number(data: Mapping[str, Json], key: str) -> int:
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidEnvelope(f"{key} is {value!r}; it must be a whole number")
    return value


def _object(data: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    value = data[key]
    if not isinstance(value, Mapping):
        raise InvalidEnvelope(f"{key} is {value!r}; it must be an object")
    return value


def _list(data: Mapping[str, Json], key: str) -> Sequence[Json]:
    value = data[key]
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InvalidEnvelope(f"{key} is {value!r}; it must be a list")
    return value
