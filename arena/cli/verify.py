"""`arena verify`: plays stored matches again and rebuilds the leaderboard, or says where they differ."""

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from arena.app.audit import AuditReport, verify_all
from arena.app.home import existing_home
from arena.app.service import open_database
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.model.errors import BadInput


def verify(
    home: HomeOption = DEFAULT_HOME,
    all_: Annotated[bool, typer.Option("--all", help="Every match and every ladder.")] = False,
    json_: JsonOption = False,
) -> None:
    """Play every stored match again and rebuild the leaderboard; exit code 1 at the first difference."""
    if not all_:
        raise BadInput("say what to verify: --all")
    database = open_database(existing_home(home))
    try:
        with Console(file=sys.stderr).status("verifying") as status:
            report = verify_all(database, progress=lambda done: status.update(f"verifying: {done} matches"))
    finally:
        database.close()
    print(json.dumps(asdict(report)) if json_ else text_of(report))


def text_of(report: AuditReport) -> str:
    """The counts, as one line."""
    text = (
        f"verified {report.matches} matches of {report.rotations} rotations on {report.ladders} ladders: "
        f"{report.decisions} decisions played again, {report.faults} faults, {report.ratings} ratings rebuilt; "
        "all equal"
    )
    if report.not_executable:
        text += f"; {report.not_executable} matches of older rules versions were not played again"
    return text
