"""A match in words: one line a decision, with what was seen to happen after it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arena.model.faults import Fault
from arena.model.matches import DecisionTime
from engine.contract import SPECTATOR
from engine.transcript import Transcript, first_state, game_of, replay

_SEAT = re.compile(r"\bseat (\d)\b")


@dataclass(frozen=True, slots=True)
class Line:
    """One decision and its consequences, or what happened before the first."""

    number: int | None
    """Of the decision, from 0; None before the first."""
    actor: str
    text: str
    events: tuple[str, ...]
    """What everyone saw happen, the names of bots in place of seats."""
    faults: tuple[str, ...]
    cost_us: int | None
    forgiven_us: int


def narrate(
    transcript: Transcript,
    names: Sequence[str],
    times: Sequence[DecisionTime] = (),
    faults: Sequence[Fault] = (),
) -> list[Line]:
    """Replay a finished match; `names` are by seat. TranscriptMismatch if it does not fit."""
    game = game_of(transcript)

    def named(text: str) -> str:
        return _SEAT.sub(lambda seat: names[int(seat[1])], text)

    opening = first_state(transcript, events=True).events(SPECTATOR)
    lines = [Line(None, "", "the match begins", tuple(named(game.event_text(event)) for event in opening), (), None, 0)]
    seen = len(opening)
    for step in replay(transcript, events=True):
        happened = step.after.events(SPECTATOR, seen)
        seen += len(happened)
        actor = names[step.seat]
        text, events = _merged(actor, game.action_text(step.action), [named(game.event_text(e)) for e in happened])
        time = times[step.number] if step.number < len(times) else None
        lines.append(
            Line(
                number=step.number,
                actor=actor,
                text=text,
                events=tuple(events),
                faults=tuple(_fault_text(fault, names) for fault in faults if fault.decision == step.number),
                cost_us=None if time is None else time.cost_us,
                forgiven_us=0 if time is None else time.forgiven_us,
            )
        )
    return lines


def _merged(actor: str, text: str, events: list[str]) -> tuple[str, list[str]]:
    """The action and the event that says the same are one line, in the words of whichever says more."""
    if events and events[0].startswith(f"{actor} {text}"):
        return events[0].removeprefix(f"{actor} "), events[1:]
    if events and events[0].startswith(f"{actor} {text.split(maxsplit=1)[0]} "):
        return text, events[1:]
    return text, events


def _fault_text(fault: Fault, names: Sequence[str]) -> str:
    said = f"{names[fault.seat]}: {fault.cause.value.replace('_', ' ')}"
    return f"{said}: {fault.detail}" if fault.detail else said
