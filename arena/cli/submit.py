"""`arena submit`: hand a bot in and see what becomes of it."""

import gzip
import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.bots.archives.source import pack_folder, read_archive
from arena.cli.options import DEFAULT_HOME, HomeOption, JsonOption
from arena.cli.progress import Follower, print_rejection
from arena.cli.remote import Remote, ServerOption, TokenFileOption, remote
from arena.model.errors import BadInput, NotSo
from arena.model.submissions import SETTLED, VersionState

ASK_EVERY_S = 0.4


def submit(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot's folder or archive; its name with --revalidate.")],
    wait: Annotated[bool, typer.Option(help="Follow it until it is active or rejected.")] = True,
    revalidate: Annotated[bool, typer.Option(help="Have the newest version of a bot validated again.")] = False,
    home: HomeOption = DEFAULT_HOME,
    server: ServerOption = None,
    token_file: TokenFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Hand a bot in: it is built and validated, and then plays on every ladder of its games."""
    with remote(home, server, token_file) as arena:
        version = arena.post(f"bots/{bot}/revalidate") if revalidate else _hand_in(arena, Path(bot), quiet=json_)
        if wait:
            version = follow(arena, version, quiet=json_)
        if json_:
            print(json.dumps(version, indent=2))
        _end(arena, version, waited=wait, quiet=json_)


def follow(arena: Remote, version: Any, *, quiet: bool) -> Any:
    """Ask for a version until nothing more happens to it, showing each stage."""
    path = f"bots/{version['bot']}/versions/{version['number']}"
    with Follower(quiet=quiet) as follower:
        while True:
            follower.show(version)
            if VersionState(version["state"]) in SETTLED:
                return version
            time.sleep(ASK_EVERY_S)
            version = arena.get(path)


def _hand_in(arena: Remote, path: Path, *, quiet: bool) -> Any:
    if not path.exists():
        raise BadInput(f"no bot at {path}; name a folder with a bot.toml in it, or an archive of one")
    source = pack_folder(path) if path.is_dir() else read_archive(path)
    name = source.manifest.name
    version, fresh = arena.upload(f"bots/{name}/versions", gzip.compress(source.tar, mtime=0))
    if not quiet:
        words = "handed in as" if fresh else "these files are already"
        print(f"{words} {name}@{version['number']}: {arena.url}/bots/{name}", flush=True)
    return version


def _end(arena: Remote, version: Any, *, waited: bool, quiet: bool) -> None:
    """NotSo if the bot does not play now."""
    state = VersionState(version["state"])
    if not waited or state is VersionState.ACTIVE:
        return
    who = f"{version['bot']}@{version['number']}"
    if not quiet and version["rejection"]:
        log = arena.text(f"bots/{version['bot']}/versions/{version['number']}/build-log")
        print_rejection(version, log)
    raise NotSo(f"{who} is {state.value}")
