"""`arena check`: whether a bot keeps the contract, and what to mend; or how it differs from a recorded match."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from arena.app.checking.checkup import Progress, check_bot
from arena.app.checking.comparing import Comparison, compare
from arena.app.checking.examination import Terms
from arena.app.checking.grades import Finding, Grade, Report
from arena.app.home import Home
from arena.app.playing import build_bots
from arena.bots.manifest import Manifest, load_manifest
from arena.cli.bots_quarters import bots_quarters
from arena.cli.envelopes import one_envelope
from arena.cli.options import (
    DEFAULT_HOME,
    HomeOption,
    JsonOption,
    LimitsOption,
    microseconds,
)
from arena.cli.tables import console, new_table
from arena.model.clock import TimeControl
from arena.model.errors import BadInput, NotSo
from engine.contract import Seat
from engine.envelope import transcript_of
from engine.transcript import TranscriptMismatch

STYLES = {Grade.PASS: "green", Grade.NOT_TRIED: "dim", Grade.ADVICE: "yellow", Grade.FAIL: "bold red"}
SEEDS = 1 << 64


def check(
    bot: Annotated[str, typer.Argument(help="The bot's folder, or a .toml in it.")],
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ask it for its choices in the match of this envelope instead.")
    ] = None,
    seat: Annotated[int | None, typer.Option(min=0, max=4, help="Of the match: ask for this seat only.")] = None,
    bank: Annotated[str, typer.Option(help="Time of the bot for a whole match.")] = "60s",
    refund: Annotated[str, typer.Option(help="Most that is given back after a decision.")] = "100ms",
    sandbox: Annotated[bool, typer.Option("--sandbox", help="Run the bot as hosted ones are run.")] = False,
    limits: LimitsOption = None,
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
) -> None:
    """Try a bot in all that a ladder brings; exit code 1 unless all is well. Without --sandbox it has your rights."""
    if seat is not None and against is None:
        raise BadInput("--seat goes with --against")
    checked = load_manifest(bot)
    control = TimeControl(bank_us=microseconds(bank, "--bank"), refund_us=microseconds(refund, "--refund"))
    terms = Terms(bots_quarters(sandbox, limits, home), control)
    with _progress(json_) as progress:
        build_bots([checked], lambda name: _building(name, progress), Home(home.resolve()).kits)
        if against is None:
            report = check_bot(checked, terms, progress)
        else:
            comparison = _compared(checked, terms, against, seat, progress)
    if against is None:
        _tell_report(report, json_)
    else:
        _tell_comparison(comparison, json_)


def _compared(bot: Manifest, terms: Terms, file: Path, seat: Seat | None, progress: Progress) -> Comparison:
    envelope = one_envelope(file, "--against")
    try:
        transcript = transcript_of(envelope)
    except TranscriptMismatch as error:
        raise BadInput(f"--against {file}: {error}") from error
    if seat is not None and seat >= transcript.players:
        raise BadInput(f"--seat {seat}: the match has seats 0 to {transcript.players - 1}")
    seats = range(transcript.players) if seat is None else (seat,)
    return compare(bot, terms, transcript, seats, _bot_seeds(envelope, transcript.players, file), progress)


def _bot_seeds(envelope: Mapping[str, Any], players: int, file: Path) -> list[int] | None:
    """By seat, if the envelope has them; BadInput if it has something else there."""
    seeds = envelope.get("bot_seeds")
    if seeds is None:
        return None
    if not isinstance(seeds, list) or len(seeds) != players or not all(_is_seed(seed) for seed in seeds):
        raise BadInput(f"--against {file}: bot_seeds must be {players} whole numbers below 2^64")
    return seeds


def _is_seed(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < SEEDS


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    """Shows on a terminal what is tried."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    with Console(file=sys.stderr).status("starting") as status:
        yield lambda scenario: status.update(f"checking: {scenario}")


@contextmanager
def _building(name: str, progress: Progress) -> Iterator[None]:
    progress(f"building {name}")
    yield


def report_json(report: Report) -> dict[str, Any]:
    """A report as `--json` prints it."""
    return {
        "bot": report.bot,
        "grade": report.grade.value,
        "scenarios": [asdict(finding) | {"grade": finding.grade.value} for finding in report.findings],
        "figures": asdict(report.figures),
        "coverage": [asdict(one) | {"missing": list(one.missing)} for one in report.coverage],
        "seconds": report.seconds,
    }


def _tell_report(report: Report, as_json: bool) -> None:
    """Print it; NotSo unless all is well."""
    if as_json:
        print(json.dumps(report_json(report)))
    else:
        _print_report(report)
    counts = [
        f"{count} {words}"
        for count, words in (
            (_count(report.findings, Grade.FAIL), "failed"),
            (_count(report.findings, Grade.ADVICE), "with advice"),
        )
        if count
    ]
    if counts:
        raise NotSo(f"{report.bot}: of {len(report.findings)} scenarios {', '.join(counts)}")


def _count(findings: Sequence[Finding], grade: Grade) -> int:
    return sum(finding.grade is grade for finding in findings)


def _print_report(report: Report) -> None:
    table = new_table("scenario", "", "")
    for finding in report.findings:
        table.add_row(finding.scenario, Text(finding.grade.value, STYLES[finding.grade]), Text(finding.text))
    out = console()
    out.print(table)
    for one in report.coverage:
        missing = f"; never asked: {', '.join(one.missing)}" if one.missing and one.decisions else ""
        kinds = f"{one.asked} of {one.kinds} kinds of decision"
        out.print(f"{one.game}: asked {kinds} in {one.decisions} decisions{missing}", style="dim", highlight=False)
    hint = "; docs/faults.md explains each fault by its name" if report.grade is Grade.FAIL else ""
    out.print(f"{report.bot}: {report.grade.value}, {report.seconds} s{hint}", style="dim", highlight=False)


def _tell_comparison(comparison: Comparison, as_json: bool) -> None:
    """Print it; NotSo if anything differs."""
    if as_json:
        print(json.dumps(asdict(comparison)))
    else:
        _print_comparison(comparison)
    if comparison.differences:
        raise NotSo(
            f"{comparison.bot}: {len(comparison.differences)} of {comparison.decisions} choices differ from the match"
        )


def _print_comparison(comparison: Comparison) -> None:
    out = console()
    if comparison.differences:
        table = new_table("decision", "seat", "recorded", comparison.bot)
        for one in comparison.differences:
            table.add_row(str(one.decision), str(one.seat), Text(one.recorded), Text(one.chosen))
        out.print(table)
    else:
        out.print(f"{comparison.bot}: all {comparison.decisions} choices as in the match", highlight=False)
    if not comparison.seeded:
        out.print("the envelope has no bot_seeds, so a bot that draws may differ", style="dim", highlight=False)
