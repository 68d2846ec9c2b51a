"""`arena replay`: a match again, decision by decision."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.app.home import existing_home
from arena.app.service import open_database
from arena.cli.envelopes import envelopes
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.model.errors import BadInput, NotSo
from arena.store.reading import SqlReading
from arena.web.narration import narrate
from engine.contract import InvalidDeal, InvalidSetting
from engine.envelope import InvalidEnvelope, envelope_of, replay_json, transcript_of
from engine.games import UnknownGame
from engine.transcript import TranscriptMismatch


def replay(
    match: Annotated[int | None, typer.Argument(min=1, max=2**63 - 1, help="Number of a stored match.")] = None,
    file: Annotated[Path | None, typer.Option(help="An audit envelope, or one a line; - is stdin.")] = None,
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
) -> None:
    """Replay a stored match or envelopes; exit code 1 at the first decision that does not fit."""
    if (match is None) == (file is None):
        raise BadInput("name one thing to replay: the number of a stored match, or --file ENVELOPE")
    found = envelopes(file) if file is not None else [(1, _stored(existing_home(home).path, match))]
    for number, envelope in found:
        try:
            _show(envelope, json_)
        except (TranscriptMismatch, InvalidEnvelope, InvalidDeal, InvalidSetting, UnknownGame) as error:
            where = f"line {number}: " if number > 1 else ""
            kind = NotSo if isinstance(error, TranscriptMismatch) else BadInput
            raise kind(f"{where}{error}") from error


def _show(envelope: Any, as_json: bool) -> None:
    if as_json:
        print(json.dumps(replay_json(envelope)))
        return
    transcript = transcript_of(envelope)
    for line in narrate(transcript, [f"seat {seat}" for seat in range(transcript.players)]):
        number = "" if line.number is None else line.number
        print(f"{number:>4} {line.actor:8} {line.text}")
        for event in line.events:
            print(f"       {event}")


def _stored(home: Path, match: int | None) -> Any:
    database = open_database(existing_home(home))
    try:
        return envelope_of(SqlReading(database).match(match or 0).transcript)
    finally:
        database.close()
