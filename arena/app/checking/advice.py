"""Faults in words: what happened, and what to do about it."""

from collections.abc import Sequence

from arena.app.checking.asking import Asking
from arena.app.checking.grades import Finding, Grade
from arena.app.checking.stage import Stage
from arena.app.checking.watching import Sightings
from arena.bots.process import EXIT_CANNOT_RUN
from arena.model.faults import Cause, Effect

REMEDIES = {
    Cause.OUT_OF_TIME: "do less per decision: time_left_us is what the bank has left, soft_limit_us what one may take",
    Cause.ILLEGAL_ACTION: "answer with one of Decision.legal, not with an index into it or an id of another decision",
    Cause.MISSING_FIELD: "set match, decision and action in every Choice, also where they are 0",
    Cause.EXITED: "it must live until Goodbye: look for what ended it, here with the last line of its stderr",
    Cause.UNPARSABLE: "send nothing but BotMessage: one Join, then Choices",
    Cause.MESSAGE_TOO_LARGE: "a message holds the choices asked for and little debug text, 64 KiB at most",
    Cause.FLOODED: "answer each decision once, and say nothing else",
    Cause.STREAM_CLOSED: "keep the stream open and read it until Goodbye",
    Cause.OUT_OF_MEMORY: "keep less in memory",
    Cause.NOT_READY: "connect to ARENA_ADDRESS, open one Play stream and send Join before anything that takes time",
}
"""By cause, where nothing more is known."""


BUSY = 0.2
"""Who waits for a core for so much of its life is on a machine that is too busy to judge by."""


def verdict(scenario: str, stage: Stage, asked: Sequence[Asking], good: str, remedy: str = "") -> Finding:
    """Whether a process broke the contract while it was asked; `remedy` is what the scenario itself suggests."""
    faults = [(fault, asking) for asking in asked for fault in asking.faults]
    if stage.ejection is not None:
        cause, detail = stage.ejection.cause, stage.ejection.detail
    elif faults:
        fault, asking = faults[0]
        game = asking.sitting.game
        where = f"{game.name} with {game.players} players"
        cause, detail = fault.cause, f"{fault.detail} ({where}; {len(faults)} in all)"
    else:
        return Finding(scenario, Grade.PASS, good)
    usual = remedy_for(cause, stage.seen)
    if cause.effect is Effect.PROCESS:
        return failed(scenario, cause, detail, remedy or usual)
    return failed(scenario, cause, detail, f"{usual}; or {remedy}" if remedy else usual)


def failed(scenario: str, cause: Cause, detail: str, remedy: str) -> Finding:
    """The line of a fault."""
    told = detail if detail.startswith(cause.value) else f"{cause.value}: {detail}"
    return Finding(scenario, Grade.FAIL, f"{told}; {remedy}", cause.value)


def remedy_for(cause: Cause, seen: Sightings) -> str:
    """What to do, as far as can be told from what was seen of the process."""
    if cause is Cause.OUT_OF_TIME:
        return _for_time(seen)
    if cause is Cause.NOT_READY:
        return _for_join(seen)
    if cause is Cause.EXITED:
        return _for_exit(seen)
    return REMEDIES[cause]


def _for_time(seen: Sightings) -> str:
    if seen.stopped:
        return "its process is stopped by a signal (SIGSTOP): nothing may stop it"
    if not seen.answered:
        text = "no answer has come: send a Choice for each Decision, sooner, and flush it"
    elif seen.late:
        text = f"its answers come, but too late; {REMEDIES[Cause.OUT_OF_TIME]}"
    else:
        text = REMEDIES[Cause.OUT_OF_TIME]
    if seen.waited > BUSY:
        return f"{text}; but this machine is busy: the bot waited for a core {seen.waited:.0%} of its life"
    return text


def _for_join(seen: Sightings) -> str:
    if seen.refused:
        return f"its call was refused: {seen.refused}"
    if seen.calls:
        return "it opened a stream but sent no Join: send it first, without waiting to be told anything"
    return f"it never called; {REMEDIES[Cause.NOT_READY]}"


def _for_exit(seen: Sightings) -> str:
    exit_ = seen.exit
    if exit_ is None:
        return REMEDIES[Cause.EXITED]
    if exit_.code == EXIT_CANNOT_RUN:
        return "`run` in bot.toml must name a program that is there"
    if "the process that keeps the bot" in exit_.output.stderr:
        return "it must leave the process above it alone, which keeps it and ends it"
    if seen.joined_us is None:
        return "it must join first; start it with `arena play`, and read the last line of its stderr here"
    return REMEDIES[Cause.EXITED]
