"""A match written down: enough to play it again, decision by decision, and to say where it does not fit."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.contract import Game, IllegalAction, Json, Seat, State
from engine.games import make_game


class TranscriptMismatch(ValueError):
    """A transcript that does not fit its game and deal; the text names the first decision that fails."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """The deal and every decision asked, in order. Forced actions are no decisions; the engine plays them again."""

    game: str
    players: int
    settings: Mapping[str, Json]
    rules_version: int
    deal: Mapping[str, Json]
    """As `Game.deal_to_json` gives it."""
    decisions: tuple[tuple[Seat, int], ...]
    """Who was asked and which action id was played."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a replay."""

    number: int
    """From 0, as in the transcript."""
    seat: Seat
    action: int
    before: State
    """A copy of the state in which it was asked."""
    after: State
    """The running state, forced actions included; it goes on changing when the next step is taken."""


def game_of(transcript: Transcript) -> Game:
    """The transcript's game; UnknownGame, InvalidSetting, or TranscriptMismatch for another version of its rules."""
    game = make_game(transcript.game, transcript.players, transcript.settings)
    if transcript.rules_version != game.rules_version:
        versions = f"{transcript.rules_version}; this engine plays version {game.rules_version}"
        raise TranscriptMismatch(f"the match was played by rules version {versions}")
    return game


def first_state(transcript: Transcript, *, events: bool = False) -> State:
    """The state at the first decision; InvalidDeal if the deal is none of the game's."""
    game = game_of(transcript)
    return game.start(game.deal_from_json(transcript.deal), events=events)


def replay(transcript: Transcript, *, events: bool = False) -> Iterator[Step]:
    """Each decision with the state before and after it; TranscriptMismatch at the first that does not fit."""
    state = first_state(transcript, events=events)
    for number, (seat, action) in enumerate(transcript.decisions):
        before = state.clone()
        _play(state, number, seat, action)
        yield Step(number, seat, action, before, state)
    _check_over(state, len(transcript.decisions))


def final_state(transcript: Transcript, *, events: bool = False) -> State:
    """The state after the last decision, without stopping on the way; TranscriptMismatch as in `replay`."""
    state = first_state(transcript, events=events)
    for number, (seat, action) in enumerate(transcript.decisions):
        _play(state, number, seat, action)
    _check_over(state, len(transcript.decisions))
    return state


def _play(state: State, number: int, seat: Seat, action: int) -> None:
    if state.to_act is None:
        raise TranscriptMismatch(f"decision {number} of seat {seat} is left over: the match ended before it")
    if state.to_act != seat:
        raise TranscriptMismatch(f"decision {number} is of seat {seat}, but seat {state.to_act} is asked")
    try:
        state.apply(action)
    except IllegalAction as refusal:
        raise TranscriptMismatch(f"decision {number} of seat {seat}: {refusal}") from None


def _check_over(state: State, number: int) -> None:
    if state.to_act is not None:
        raise TranscriptMismatch(f"decision {number} is missing: seat {state.to_act} is asked and the match not over")
