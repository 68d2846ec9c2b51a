"""`arena replay`: a match again, decision by decision."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.app.home import existing_home
from arena.app.service import open_database
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.model.errors import BadInput, NotSo
from arena.store.reading import SqlReading
from arena.web.narration import narrate
from engine.envelope import envelope_of, replay_json, transcript_of
from engine.transcript import TranscriptMismatch

ENVELOPE_BYTES = 16 * 1024 * 1024
"""Most that is read; an envelope of a long match has some 20 KB."""


def replay(
    match: Annotated[int | None, typer.Argument(min=1, max=2**63 - 1, help="Number of a stored match.")] = None,
    file: Annotated[
        Path | None, typer.Option(help="An audit envelope, as `arena play --transcripts` writes it.")
    ] = None,
    home: HomeOption = DEFAULT_HOME,
    json_: JsonOption = False,
) -> None:
    """Replay a stored match or an envelope; exit code 1 at the first decision that does not fit."""
    if (match is None) == (file is None):
        raise BadInput("name one thing to replay: the number of a stored match, or --file ENVELOPE")
    envelope = _read(file) if file is not None else _stored(existing_home(home).path, match)
    try:
        if json_:
            print(json.dumps(replay_json(envelope)))
            return
        transcript = transcript_of(envelope)
        names = [f"seat {seat}" for seat in range(transcript.players)]
        for line in narrate(transcript, names):
            number = "" if line.number is None else line.number
            print(f"{number:>4} {line.actor:8} {line.text}")
            for event in line.events:
                print(f"       {event}")
    except TranscriptMismatch as error:
        raise NotSo(str(error)) from error


def _read(file: Path) -> Any:
    try:
        with file.open("rb") as stream:
            text = stream.read(ENVELOPE_BYTES + 1)
        if len(text) > ENVELOPE_BYTES:
            raise BadInput(f"--file {file} is no envelope: it has more than {ENVELOPE_BYTES} bytes")
        return json.loads(text)
    except OSError as error:
        raise BadInput(f"--file {file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"--file {file} is not JSON: {error}") from None


def _stored(home: Path, match: int | None) -> Any:
    database = open_database(existing_home(home))
    try:
        return envelope_of(SqlReading(database).match(match or 0).transcript)
    finally:
        database.close()
