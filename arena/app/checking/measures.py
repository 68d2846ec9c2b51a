"""What was measured over a whole check, and what follows: time, memory, output, and whether choices repeat."""

import time
from collections.abc import Sequence
from itertools import islice
from statistics import median, quantiles

from arena.app.checking.advice import failed, remedy_for, verdict
from arena.app.checking.asking import Asking
from arena.app.checking.examination import Examination
from arena.app.checking.grades import Figures, Finding, Grade
from arena.app.checking.sittings import own_play
from arena.model.clock import Pace
from arena.model.faults import Cause

MIB = 1024
"""KiB in one MiB: the kernel counts in KiB."""
LIFE_MATCHES = 20
"""Most matches of one process on a ladder: four rotations of five; more are played to see what it keeps."""
MANY_MATCHES = 200
MUCH_MEMORY = 0.75
"""Of the limit."""
MUCH_GROWTH_MIB = 1.0
"""Per match, once it has played a while."""
MUCH_OF_BANK = 0.9
MUCH_OF_SOFT_LIMIT = 0.5
QUIET_BYTES = 64 * 1024
"""More output than this is cut: what is kept of both streams, head and tail, is twice 32 KiB each."""


async def memory(check: Examination) -> Finding:
    """Match after match on one process: what it keeps of them, and its peak."""
    async with check.stage() as stage:
        game = own_play(check.bot.games[0])
        samples = [(0, stage.seen.look())]
        begun = time.monotonic()
        asked: list[Asking] = []
        while stage.player is not None and len(asked) < MANY_MATCHES:
            asked += await check.ask(stage, islice(game, stage.player.max_matches))
            samples.append((len(asked), stage.seen.look()))
            if time.monotonic() - begun > check.spans.repeating:
                break
        broken = verdict("memory", stage, asked, "")
        if broken.grade is not Grade.PASS:
            return broken
    check.grown_mib_per_match = growth(samples)
    return _judge_memory(check, len(asked))


def growth(samples: Sequence[tuple[int, int]]) -> float | None:
    """MiB a match has added over the later half of (matches, KiB); None if there were too few to tell."""
    last, held = samples[-1]
    half = next(sample for sample in samples if sample[0] >= last / 2)
    if last < 2 * LIFE_MATCHES or half[0] == last:
        return None
    return (held - half[1]) / MIB / (last - half[0])


def _judge_memory(check: Examination, matches: int) -> Finding:
    peak, limit = peak_mib(check), check.limit_bytes / 2**20
    grown = check.grown_mib_per_match
    text = f"at most {peak:.0f} MiB of {limit:.0f} MiB"
    if peak > limit:
        detail = f"{peak:.0f} MiB at its peak, {limit:.0f} MiB are allowed"
        return failed("memory", Cause.OUT_OF_MEMORY, detail, remedy_for(Cause.OUT_OF_MEMORY, check.stages[-1].seen))
    if grown is not None and grown > MUCH_GROWTH_MIB:
        more = f"{text}, but {grown:.1f} MiB more with each match: forget a match at its MatchEnd"
        return Finding("memory", Grade.ADVICE, more)
    if peak > MUCH_MEMORY * limit:
        return Finding("memory", Grade.ADVICE, f"{text}: little is left; who needs more is ended for out_of_memory")
    return Finding("memory", Grade.PASS, f"{text}; {_growth_in_words(grown, matches)}")


def _growth_in_words(grown: float | None, matches: int) -> str:
    if grown is None:
        return f"whether it grows is not seen in {matches} matches"
    return f"{matches} matches, {f'each adds {grown:.1f} MiB' if grown >= 0.05 else 'which add nothing'}"


def time_taken(check: Examination) -> Finding:
    """What decisions cost, against the clock."""
    figures = figures_of(check)
    used = figures.bank_used or 0.0
    text = _in_words(figures)
    if figures.late:
        late = [stage.seen for stage in check.stages for fault in stage.faults if fault.cause is Cause.OUT_OF_TIME]
        return failed(
            "time", Cause.OUT_OF_TIME, f"{len(late)} decisions late; {text}", remedy_for(Cause.OUT_OF_TIME, late[0])
        )
    if figures.wall_ms_median is None:
        return Finding("time", Grade.NOT_TRIED, text)
    if used > MUCH_OF_BANK:
        return Finding("time", Grade.ADVICE, f"{text}: hardly any is left; plan with time_left_us, less a reserve")
    soft_ms = check.control.soft_limit_us / 1000
    if check.control.pace is Pace.BULK and (figures.wall_ms_max or 0) > MUCH_OF_SOFT_LIMIT * soft_ms:
        more = f"{text}: near the soft limit of {soft_ms / 1000:g} s a decision, which a busy machine may pass"
        return Finding("time", Grade.ADVICE, more)
    return Finding("time", Grade.PASS, text)


def _in_words(figures: Figures) -> str:
    if figures.wall_ms_median is None:
        return "nothing was answered in time"
    spread = f"99 % under {figures.wall_ms_p99:.2f} ms, longest {figures.wall_ms_max:.0f} ms"
    bank = f"at most {figures.bank_used or 0.0:.1%} of a bank"
    return f"{figures.wall_ms_median:.2f} ms a decision ({spread}), CPU {figures.cpu_ms_mean:.2f} ms; {bank}"


def answers(check: Examination) -> Finding:
    """Choices nobody asked for, and calls nobody needs: no faults, but signs of a mistake."""
    twice = sum(stage.seen.twice for stage in check.stages)
    foreign = sum(stage.seen.foreign for stage in check.stages)
    calls = max(stage.seen.calls for stage in check.stages)
    if foreign:
        text = f"{foreign} choices for decisions it was not asked: give back match and decision as they came"
    elif twice:
        text = f"{twice} decisions answered twice: only the first answer counts, so give one"
    elif calls > 1:
        refused = next(stage.seen.refused for stage in check.stages if stage.seen.calls == calls)
        text = f"{calls} calls from one process ({refused}): one stream carries all matches"
    else:
        return Finding("answers", Grade.PASS, "one stream, one choice for each decision")
    return Finding("answers", Grade.ADVICE, text)


def output(check: Examination) -> Finding:
    """What it prints."""
    most = max(stage.seen.printed_bytes for stage in check.stages)
    if most > QUIET_BYTES:
        text = f"printed {most:,} bytes: only the first and last 32 KiB of each stream are kept; print less"
        return Finding("output", Grade.ADVICE, text)
    return Finding("output", Grade.PASS, f"printed {most:,} bytes at most")


def goodbye(check: Examination) -> Finding:
    """How its processes end."""
    told = [stage.seen for stage in check.stages if stage.seen.had_goodbye]
    if not told:
        return Finding("goodbye", Grade.NOT_TRIED, "no process lived to see it")
    if any(seen.orphans > 0 for seen in told):
        text = "leaves a process of its own behind (a daemon), which is killed with it: start none"
        return Finding("goodbye", Grade.ADVICE, text)
    for seen in told:
        if seen.goodbye_s is None:
            text = "lives on after Goodbye and is killed: exit when it comes, or when the stream ends"
            return Finding("goodbye", Grade.ADVICE, text)
        if seen.exit is not None and seen.exit.code != 0:
            return Finding("goodbye", Grade.ADVICE, f"{seen.exit.text()} after Goodbye: exit with code 0")
    slowest = max(seen.goodbye_s or 0.0 for seen in told)
    return Finding("goodbye", Grade.PASS, f"exited with code 0, at most {slowest:.2f} s after Goodbye")


async def repeats(check: Examination) -> Finding:
    """Whether it chooses alike when asked the same with the same bot_seed: told, not judged."""
    async with check.stage() as stage:
        before = {id(one.sitting): [choice.action for choice in one.choices] for one in check.examined}
        again = await stage.play([exam.needed[0] for exam in check.exams.values()])
        broken = verdict("repeats", stage, again, "")
    if broken.grade is not Grade.PASS:
        return broken
    pairs = [
        (old, choice.action)
        for one in again
        for old, choice in zip(before.get(id(one.sitting), ()), one.choices, strict=False)
    ]
    if not pairs:
        return Finding("repeats", Grade.NOT_TRIED, "there is nothing to compare with")
    same = sum(old == new for old, new in pairs)
    if same == len(pairs):
        return Finding("repeats", Grade.PASS, f"the same {same} choices with the same bot_seed")
    text = f"{len(pairs) - same} of {len(pairs)} choices differ with the same bot_seed: it draws or thinks by the clock"
    return Finding("repeats", Grade.PASS, text)


def peak_mib(check: Examination) -> float:
    """The most memory a process with all its children has held."""
    return max((stage.seen.peak_kib for stage in check.stages), default=0) / MIB


def figures_of(check: Examination) -> Figures:
    """All that was measured."""
    costs = [choice.time.cost_us / 1000 for one in check.timed for choice in one.choices if choice.action is not None]
    starts = [stage.seen.start_s for stage in check.stages if stage.seen.start_s is not None]
    bank = check.control.bank_us
    faults = [fault for stage in check.stages for fault in stage.faults]
    return Figures(
        start_s=max(starts, default=None),
        decisions=len(costs),
        late=sum(fault.cause is Cause.OUT_OF_TIME for fault in faults),
        wall_ms_median=median(costs) if costs else None,
        wall_ms_p99=_p99(costs) if costs else None,
        wall_ms_max=max(costs, default=None),
        cpu_ms_mean=check.cpu_us / 1000 / len(costs) if costs else None,
        bank_used=max((1 - one.least_left_us / bank for one in check.timed if bank), default=None),
        peak_mib=round(peak_mib(check), 1),
        limit_mib=round(check.limit_bytes / 2**20, 1),
        grown_mib_per_match=check.grown_mib_per_match,
        printed_bytes=max((stage.seen.printed_bytes for stage in check.stages), default=0),
    )


def _p99(costs: Sequence[float]) -> float:
    return quantiles(costs, n=100, method="inclusive")[-1] if len(costs) > 1 else costs[0]
