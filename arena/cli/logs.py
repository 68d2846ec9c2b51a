"""`arena logs`: what a bot's build said, and what it said and did wrong in its matches."""

import json
from typing import Annotated, Any

import typer

from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.remote import ServerOption, TokenFileOption, remote


def logs(
    bot: Annotated[str, typer.Argument(help="Name of a bot of yours.")],
    version: Annotated[int | None, typer.Option(min=1, help="Number of a version; the newest without it.")] = None,
    matches: Annotated[int, typer.Option(min=1, max=100, help="How many of its latest matches.")] = 5,
    home: HomeOption = DEFAULT_HOME,
    server: ServerOption = None,
    token_file: TokenFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Print a bot's build log, and faults, stderr and debug text of its latest matches."""
    with remote(home, server, token_file) as arena:
        found = arena.get(f"bots/{bot}/versions/{version or 'latest'}")
        path = f"bots/{bot}/versions/{found['number']}"
        build, played = arena.text(f"{path}/build-log"), arena.get(f"{path}/matches", limit=matches)
    if json_:
        print(json.dumps({"bot": bot, "version": found["number"], "build_log": build, "matches": played}, indent=2))
        return
    print(f"{bot}@{found['number']}: {found['state']}")
    _print_text("build log", build)
    for match in played:
        _print_match(match)


def _print_match(match: Any) -> None:
    print(f"match {match['match']} ({match['ladder']}), seat {match['seat']}: place {match['place']}")
    for fault in match["faults"]:
        print(f"  fault at decision {fault['decision']}: {fault['cause']}: {fault['detail']}")
    if match["ignored"]:
        print(f"  {match['ignored']} answers ignored")
    _print_text("  debug text", match["debug"])
    for output in match["outputs"]:
        print(f"  process {output['life'] + 1} of its table: {output['ended']}")
        _print_text("  stderr", output["stderr"])


def _print_text(title: str, text: str) -> None:
    """Indented lines, without what would move a terminal's cursor."""
    if text.strip():
        print(f"{title}:")
        for line in text.rstrip().splitlines():
            print("    " + "".join(letter if letter.isprintable() else "�" for letter in line.expandtabs()))
