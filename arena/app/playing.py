"""Playing rotations on this machine, outside any ladder: what `arena play` and `arena bench bots` do."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from arena.app.host import referee_thread
from arena.bots.build import build
from arena.bots.built import is_as_built, mark_built
from arena.bots.kits.linked import linked_kit
from arena.bots.kits.recipe import has_recipe
from arena.bots.kits.shelf import find
from arena.bots.manifest import Manifest, load_manifest
from arena.ladder.points import points
from arena.model.clock import TimeControl
from arena.model.errors import BadInput, WorldTrouble
from arena.model.matches import Chunk, Entrant, MatchRecord, Rotation, RotationRecord, Table
from arena.referee.runner import bot_seed
from engine.contract import Deal, Game
from engine.games import make_game
from engine.streams import Streams, seed_of, shuffle

CHUNK_ROTATIONS = 4
"""Rotations that share their processes, as on a ladder."""


@dataclass(frozen=True, slots=True)
class Series:
    """Rotations of one table."""

    game: Game
    table: Table
    rotations: tuple[Rotation, ...]
    bots: tuple[Manifest, ...]
    """By entrant."""


@dataclass(frozen=True, slots=True)
class SeriesMatch:
    """One match of a series."""

    rotation: int
    """From 1."""
    number: int
    """Within the rotation, from 1."""
    seats: tuple[str, ...]
    record: MatchRecord
    bot_seeds: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """How one bot did in a series."""

    bot: str
    matches: int
    points: float
    """Per match: opponents placed behind + half of those level, divided by the number of opponents."""
    mean_place: float


def new_series(
    game_name: str,
    bots: Sequence[str],
    settings: Mapping[str, object],
    rotations: int,
    seed: int,
    time_control: TimeControl,
    deal: Deal | None = None,
) -> Series:
    """Check all that a user named and draw the rotations; BadInput, UnknownGame or InvalidSetting say what is wrong.

    With a deal, which must be of the game with these settings, every match is played on it.
    """
    game = make_game(game_name, len(bots), settings)
    manifests = [load_manifest(bot) for bot in bots]
    for manifest in manifests:
        if game_name not in manifest.games:
            raise BadInput(f"{manifest.name} does not play {game_name}; it plays {', '.join(manifest.games)}")
    table = Table(
        game=game_name,
        players=len(bots),
        settings=tuple((setting.name, getattr(game, setting.attribute)) for setting in game.settings_schema),
        time_control=time_control,
        entrants=_entrants(manifests),
    )
    drawn = tuple(_rotation(seed, number, len(bots), deal) for number in range(1, rotations + 1))
    return Series(game, table, drawn, tuple(manifests))


def build_bots(
    bots: Sequence[Manifest], building: Callable[[str], AbstractContextManager[object]], kits: Path | None = None
) -> None:
    """Build those that are not as their last build left them, each inside `building(name)`.

    `kits` is where kits are found, and made if they are not there; else the home that the environment names.
    BadInput with the last line of what was said if one cannot be built.
    """
    kits = kits or Path(os.environ.get("ARENA_HOME", ".arena")).resolve() / "kits"
    done = set()
    for bot in bots:
        if (bot.folder, bot.build) not in done and not (_has_its_kit(bot, kits) and is_as_built(bot)):
            with building(bot.name):
                build(bot, kits)
                mark_built(bot)
        done.add((bot.folder, bot.build))


def play_series(
    series: Series, on_rotation: Callable[[RotationRecord], None], should_stop: Callable[[], bool] = lambda: False
) -> list[SeriesMatch]:
    """Play it on this process's referee; `on_rotation` is told of each as it ends. WorldTrouble if our side failed."""
    records: dict[int, RotationRecord] = {}

    def keep(record: RotationRecord) -> None:
        records[record.id] = record
        on_rotation(record)

    for first in range(0, len(series.rotations), CHUNK_ROTATIONS):
        chunk = Chunk(series.table, series.rotations[first : first + CHUNK_ROTATIONS])
        referee_thread().play(chunk, keep, should_stop)
    return [match for rotation in series.rotations for match in _matches(series, rotation, records[rotation.id])]


def standings(series: Series, matches: Sequence[SeriesMatch]) -> list[SeriesStanding]:
    """Bots by points, most first; bots level keep the order they were named in."""
    sums: dict[str, tuple[int, float, int]] = {entrant.key: (0, 0.0, 0) for entrant in series.table.entrants}
    for match in matches:
        earned = points(match.record.places)
        for bot, place, share in zip(match.seats, match.record.places, earned, strict=True):
            count, total, places = sums[bot]
            sums[bot] = (count + 1, total + share, places + place)
    rows = [
        SeriesStanding(bot, count, round(total, 6), round(places / max(1, count), 6))
        for bot, (count, total, places) in sums.items()
    ]
    return sorted(rows, key=lambda row: -row.points)


def _entrants(manifests: Sequence[Manifest]) -> tuple[Entrant, ...]:
    """Named by bot; the second of a name is `name#2`."""
    seen: dict[str, int] = {}
    entrants = []
    for manifest in manifests:
        count = seen[manifest.name] = seen.get(manifest.name, 0) + 1
        key = manifest.name if count == 1 else f"{manifest.name}#{count}"
        entrants.append(Entrant(key, str(manifest.path)))
    return tuple(entrants)


def _has_its_kit(bot: Manifest, kits: Path) -> bool:
    """Whether it was built with the kit that would be made now; where none can be made, what is there must do."""
    if not has_recipe(bot.kit):
        return True
    try:
        made = find(kits, bot.kit)
    except WorldTrouble:
        return True
    linked = linked_kit(bot.folder, bot.kit)
    return made is not None and linked is not None and linked.folder == made.folder.resolve()


def _rotation(seed: int, number: int, players: int, deal: Deal | None) -> Rotation:
    order = list(range(players))
    shuffle(order, Streams(seed_of("play", seed, number)), "order")
    seeds = tuple(seed_of("play", seed, number, match) for match in range(players))
    return Rotation(id=number, attempt=0, order=tuple(order), seeds=seeds, deal=deal)


def _matches(series: Series, rotation: Rotation, record: RotationRecord) -> list[SeriesMatch]:
    if record.aborted:
        raise RuntimeError(f"rotation {rotation.id} was aborted: {record.aborted}")
    if len(record.matches) != len(rotation.order):
        raise WorldTrouble(f"rotation {rotation.id} was not finished")
    keys = [entrant.key for entrant in series.table.entrants]
    return [
        SeriesMatch(
            rotation=rotation.id,
            number=number + 1,
            seats=tuple(keys[i] for i in rotation.seating(number)),
            record=match,
            bot_seeds=tuple(bot_seed(Streams(rotation.seeds[number]), seat) for seat in range(len(keys))),
        )
        for number, match in enumerate(record.matches)
    ]
