"""Entering bots of this machine in a ladder: what `arena demo` does with the sample bots."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Connection

from arena.bots.manifest import Manifest, load_manifest
from arena.model.clock import TimeControl
from arena.model.errors import BadInput
from arena.model.ladders import Ladder, LadderSpec
from arena.model.ratings import RatingRule
from arena.store.database import Database
from arena.store.entrants import Upload, enter, register, withdraw_others
from arena.store.ladders import open_ladder
from engine.games import make_game

_DERIVED = frozenset({"__pycache__", "build", "node_modules", "target"})
"""Folders that are made from the others."""


def ladder_spec(
    name: str,
    game: str,
    players: int,
    *,
    settings: Sequence[tuple[str, int | bool | str]] = (),
    time_control: TimeControl | None = None,
) -> LadderSpec:
    """A ladder of a game; UnknownGame or InvalidSetting name what is wrong."""
    made = make_game(game, players, dict(settings))
    return LadderSpec(name, game, players, tuple(settings), time_control or TimeControl(), made.rules_version)


def set_up(database: Database, spec: LadderSpec, bots: Sequence[Path], *, rule: RatingRule | None = None) -> Ladder:
    """Open the ladder and enter these bots and no others; each is a folder with a bot.toml or another .toml.

    Bots whose files have changed get a new version. BadInput for a bot that is broken, does not play the
    game, or has another's name.
    """
    manifests = [load_manifest(bot) for bot in bots]
    _check(manifests, spec)
    uploads = [Upload(manifest.name, folder_digest(manifest), str(manifest.path)) for manifest in manifests]
    now = datetime.now(UTC)

    def change(connection: Connection) -> Ladder:
        ladder = open_ladder(connection, spec, rule or RatingRule(), now)
        versions = [register(connection, upload, now) for upload in uploads]
        for version in versions:
            enter(connection, ladder.id, version, now)
        withdraw_others(connection, ladder.id, set(versions), now)
        return ladder

    return database.write(change)


def folder_digest(manifest: Manifest) -> str:
    """SHA-256, in hex, over the bot's files by path, and over which manifest of the folder it is.

    What is made from the others (build folders, caches) and hidden files don't count.
    """
    digest = sha256(manifest.path.name.encode())
    for path in sorted(manifest.folder.rglob("*")):
        inner = path.relative_to(manifest.folder)
        if path.is_file() and not any(part.startswith(".") or part in _DERIVED for part in inner.parts):
            content = path.read_bytes()
            digest.update(f"\n{inner.as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def _check(manifests: Sequence[Manifest], spec: LadderSpec) -> None:
    names: dict[str, Path] = {}
    for manifest in manifests:
        if spec.game not in manifest.games:
            raise BadInput(f"{manifest.path} plays {', '.join(manifest.games)}, not {spec.game}")
        if manifest.name in names:
            raise BadInput(f"{manifest.path} and {names[manifest.name]} have one name, {manifest.name!r}")
        names[manifest.name] = manifest.path
