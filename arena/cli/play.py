"""`arena play`: matches between bots of one's own, without a ladder; in a sandbox only if asked."""

import json
import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.app.home import Home
from arena.app.host import close_referee, settle
from arena.app.playing import Series, SeriesMatch, SeriesStanding, build_bots, new_series, play_series, standings
from arena.cli.bots_quarters import bots_quarters
from arena.cli.envelopes import one_envelope
from arena.cli.options import (
    DEFAULT_HOME,
    GameArgument,
    HomeOption,
    JsonOption,
    LimitsOption,
    SetOption,
    microseconds,
    settings_from,
)
from arena.cli.tables import console, new_table
from arena.model.clock import Pace, Ponder, TimeControl
from arena.model.errors import BadInput, WorldTrouble
from arena.model.isolation import Isolation
from engine.contract import Deal, Game
from engine.envelope import deal_of, envelope_of
from engine.games import read_settings
from engine.transcript import TranscriptMismatch


def play(
    game: GameArgument,
    bots: Annotated[list[str], typer.Argument(help="One bot a seat: its folder, or a .toml in it.")],
    rotations: Annotated[int, typer.Option(min=1, max=100_000, help="Every bot sits once in every seat in each.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Repeats the same deals and bot seeds.")] = None,
    settings: SetOption = None,
    file: Annotated[
        Path | None, typer.Option(help="Play on the deal of this envelope (- is stdin), with its settings.")
    ] = None,
    parallel: Annotated[int, typer.Option(min=1, max=256, metavar="K", help="Matches at once.")] = 1,
    bank: Annotated[str, typer.Option(help="Time of a bot for a whole match.")] = "60s",
    refund: Annotated[str, typer.Option(help="Most that is given back after a decision.")] = "100ms",
    ponder: Annotated[
        Ponder, typer.Option(help="Suspend: bots are stopped between their decisions; slow pace, in full sandboxes.")
    ] = Ponder.ALLOW,
    sandbox: Annotated[bool, typer.Option("--sandbox", help="Run the bots as hosted ones are run.")] = False,
    limits: LimitsOption = None,
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
    html: Annotated[Path | None, typer.Option(help="Write the matches as one page that needs no network.")] = None,
    transcripts: Annotated[Path | None, typer.Option(help="Write each match as an audit envelope there.")] = None,
) -> None:
    """Play rotations between bots on this machine. Without --sandbox they run with your rights."""
    seed = secrets.randbits(32) if seed is None else seed
    control = time_control(parallel, bank, refund, ponder)
    if file is None:
        series = new_series(game, bots, read_settings(game, settings_from(settings)), rotations, seed, control)
    else:
        made, dealt = given_deal(file, game, len(bots), settings)
        series = new_series(game, bots, made.settings(), rotations, seed, control, dealt)
    _check_places(html, transcripts)
    kept = bots_quarters(sandbox, limits, home)
    if ponder is Ponder.SUSPEND and kept.isolation is not Isolation.FULL:
        raise BadInput("--ponder suspend needs --sandbox with full limits")
    try:
        settle(kept)
        build_bots(series.bots, _say_building, Home(home.resolve()).kits)
        matches = _play(series, quiet=json_)
    finally:
        close_referee()
    if transcripts is not None:
        _write_transcripts(transcripts, matches)
    if html is not None:
        _write_page(html, series, matches)
    table = standings(series, matches)
    if json_:
        print(json.dumps(as_json(series, matches, table)))
    else:
        _print(series, matches, table, seed)


def given_deal(file: Path, game: str, bots: int, settings: list[str] | None) -> tuple[Game, Deal]:
    """The deal of an envelope, which must be one of this table; what was played on it is not read."""
    if settings:
        raise BadInput(f"--set {settings[0]} cannot be used with --file, whose settings are played")
    try:
        made, dealt = deal_of(one_envelope(file))
    except TranscriptMismatch as error:  # other rules
        raise BadInput(str(error)) from error
    if made.name != game:
        raise BadInput(f"--file {file} has a deal of {made.name}, not of {game}")
    if made.players != bots:
        raise BadInput(f"--file {file} has a deal for {made.players} players; name {made.players} bots, not {bots}")
    return made, dealt


def time_control(parallel: int, bank: str, refund: str, ponder: Ponder = Ponder.ALLOW) -> TimeControl:
    """One match at a time is the slow pace, several the bulk pace."""
    pace = Pace.SLOW if parallel == 1 else Pace.BULK
    if ponder is Ponder.SUSPEND and pace is not Pace.SLOW:
        raise BadInput(f"--ponder suspend is for one match at a time, not for --parallel {parallel}")
    return TimeControl(
        pace=pace,
        bank_us=microseconds(bank, "--bank"),
        refund_us=microseconds(refund, "--refund"),
        max_matches=parallel,
        ponder=ponder,
    )


def as_json(series: Series, matches: Sequence[SeriesMatch], table: Sequence[SeriesStanding]) -> dict[str, Any]:
    """The result as `arena play --json` prints it."""
    return {
        "game": series.game.name,
        "settings": series.game.settings(),
        "matches": [_match_json(match) for match in matches],
        "standings": [
            {"bot": row.bot, "matches": row.matches, "points": row.points, "mean_place": row.mean_place}
            for row in table
        ],
    }


def _match_json(match: SeriesMatch) -> dict[str, Any]:
    record = match.record
    return {
        "rotation": match.rotation,
        "seats": list(match.seats),
        "scores": list(record.scores),
        "places": list(record.places),
        "termination": record.termination.value,
        "faults": [
            {"seat": fault.seat, "decision": fault.decision, "cause": fault.cause.value, "detail": fault.detail}
            for fault in record.faults
        ],
        "decisions": len(record.transcript.decisions),
        "wall_ms": round(record.wall_us / 1000, 1),
        "limits": record.isolation.value,
    }


def _play(series: Series, quiet: bool) -> list[SeriesMatch]:
    with Progress(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("rotations"),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    ) as progress:
        task = progress.add_task("rotations", total=len(series.rotations))
        return play_series(series, lambda _: progress.advance(task))


def _print(series: Series, matches: Sequence[SeriesMatch], rows: Sequence[SeriesStanding], seed: int) -> None:
    faults = {row.bot: 0 for row in rows}
    for match in matches:
        for fault in match.record.faults:
            faults[match.seats[fault.seat]] += 1
    table = new_table("bot", numbers=("matches", "points", "mean place", "faults"))
    for row in rows:
        cells = (str(row.matches), f"{row.points:.2f}", f"{row.mean_place:.2f}", str(faults[row.bot]))
        table.add_row(row.bot, *cells)
    out = console()
    out.print(table)
    out.print(
        f"{series.game.title}, {series.game.players} players, {len(matches)} matches; repeat with --seed {seed}",
        style="dim",
        highlight=False,
    )
    for match in matches:
        for fault in match.record.faults:
            who = match.seats[fault.seat]
            print(f"fault: {who}, rotation {match.rotation} match {match.number}: {fault.cause.value}: {fault.detail}")


def _check_places(html: Path | None, transcripts: Path | None) -> None:
    """Before anything is played: whether the results can be written."""
    if html is not None:
        if html.is_dir() or not html.parent.is_dir():
            raise BadInput(f"--html {html} is {'a folder' if html.is_dir() else 'in no folder'}; name a file")
        if not os.access(html if html.exists() else html.parent, os.W_OK):
            raise BadInput(f"--html {html}: we may not write there")
    if transcripts is not None:
        try:
            transcripts.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--transcripts {transcripts} is no folder, nor can one be made: {error.strerror}") from None


def _say_building(bot: str) -> AbstractContextManager[object]:
    return Console(file=sys.stderr).status(f"building {bot}")


def _write_page(path: Path, series: Series, matches: Sequence[SeriesMatch]) -> None:
    from arena.web.offline import matches_page

    _write(path, matches_page(series.game, matches))


def _write_transcripts(folder: Path, matches: Sequence[SeriesMatch]) -> None:
    for match in matches:
        path = folder / f"rotation-{match.rotation}-match-{match.number}.json"
        envelope = envelope_of(match.record.transcript, faults_json(match)) | {"bot_seeds": list(match.bot_seeds)}
        _write(path, json.dumps(envelope, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WorldTrouble(f"{path}: {error.strerror}") from error


def faults_json(match: SeriesMatch) -> list[dict[str, Any]]:
    """The faults of a match, as the audit envelope carries them."""
    return _match_json(match)["faults"]  # type: ignore[no-any-return]
