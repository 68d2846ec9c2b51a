"""Ratings in the database: kept up with every recorded match, and rebuilt from the facts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.sql.expression import bindparam

from arena.ladder.batch import BatchRating
from arena.ladder.standings import Result, Standing, fold
from arena.model.ladders import Ladder, Topic
from arena.model.ratings import Rating
from arena.store.changes import announce
from arena.store.tables import BATCH_RATING, ENTRY, FAULT, MATCH, RATING, SEAT

_BLOCK = 10_000
"""Matches read at a time."""


def update_ratings(connection: Connection, ladder: Ladder, results: Sequence[Result]) -> None:
    """Fold new results into the stored standings of the ladder's present rating epoch."""
    playing = {version for result in results for version in result.versions}
    before = standings(connection, ladder, playing)
    starting = priors(connection, ladder) if playing - before.keys() else {}
    _write(connection, ladder, before, fold(ladder.rule, starting | before, results))


def standings(connection: Connection, ladder: Ladder, versions: set[int] | None = None) -> dict[int, Standing]:
    """Stored standings by version, of some versions or of all that have played."""
    query = select(RATING).where(RATING.c.ladder_id == ladder.id, RATING.c.rating_epoch == ladder.rating_epoch)
    if versions is not None:
        query = query.where(RATING.c.version_id.in_(versions))
    return {
        row.version_id: Standing(Rating(row.mu, row.sigma), row.matches, row.points, row.faults)
        for row in connection.execute(query)
    }


def priors(connection: Connection, ladder: Ladder) -> dict[int, Standing]:
    """By version that does not start as a newcomer: what it starts from."""
    query = select(ENTRY).where(ENTRY.c.ladder_id == ladder.id, ENTRY.c.prior_mu.is_not(None))
    return {row.version_id: Standing(Rating(row.prior_mu, row.prior_sigma)) for row in connection.execute(query)}


def results_since(connection: Connection, ladder_id: int, recorded_no: int = 0) -> Iterator[Result]:
    """What the ladder takes of its recorded matches after this number, in their order."""
    while True:
        block = _results(connection, ladder_id, recorded_no)
        yield from block
        recorded_no += len(block)
        if len(block) < _BLOCK:
            return


def rebuilt(connection: Connection, ladder: Ladder) -> dict[int, Standing]:
    """The standings as the facts have them, whatever is stored."""
    return fold(ladder.rule, priors(connection, ladder), results_since(connection, ladder.id))


def rebuild_ratings(connection: Connection, ladder: Ladder) -> int:
    """Replace the stored standings by those of the facts; how many versions have one."""
    fresh = rebuilt(connection, ladder)
    old = (RATING.c.ladder_id == ladder.id) & (RATING.c.rating_epoch == ladder.rating_epoch)
    connection.execute(delete(RATING).where(old))
    _write(connection, ladder, {}, fresh)
    return len(fresh)


def write_batch(
    connection: Connection,
    ladder: Ladder,
    ratings: Iterable[BatchRating],
    disagreeing: frozenset[int],
    now: datetime,
) -> None:
    """Replace the ladder's batch ratings."""
    connection.execute(delete(BATCH_RATING).where(BATCH_RATING.c.ladder_id == ladder.id))
    rows = [
        {
            "ladder_id": ladder.id,
            "version_id": rating.version,
            "rating": rating.rating,
            "low": rating.low,
            "high": rating.high,
            "rank": rating.rank,
            "disagrees": rating.version in disagreeing,
            "fitted_at": now,
        }
        for rating in ratings
    ]
    if rows:
        connection.execute(insert(BATCH_RATING), rows)
    announce(connection, Topic.BATCH, ladder.id, [None], now)


def _results(connection: Connection, ladder_id: int, after: int) -> list[Result]:
    """The next block of results; matches are numbered without gaps."""
    inside = (MATCH.c.ladder_id == ladder_id) & MATCH.c.recorded_no.between(after + 1, after + _BLOCK)
    faults: dict[tuple[int, int], int] = {}
    query = select(FAULT.c.match_id, FAULT.c.seat).join(MATCH, MATCH.c.id == FAULT.c.match_id).where(inside)
    for match_id, seat in connection.execute(query):
        faults[match_id, seat] = faults.get((match_id, seat), 0) + 1
    seats = (
        select(MATCH.c.rotation_id, MATCH.c.id, SEAT.c.seat, SEAT.c.version_id, SEAT.c.place)
        .join(SEAT, SEAT.c.match_id == MATCH.c.id)
        .where(inside)
        .order_by(MATCH.c.recorded_no, SEAT.c.seat)
    )
    columns: dict[int, tuple[int, list[int], list[int], list[int]]] = {}
    for rotation_id, match_id, seat, version_id, place in connection.execute(seats):
        _, versions, places, counts = columns.setdefault(match_id, (rotation_id, [], [], []))
        versions.append(version_id)
        places.append(place)
        counts.append(faults.get((match_id, seat), 0))
    return [
        Result(rotation, tuple(versions), tuple(places), tuple(counts))
        for rotation, versions, places, counts in columns.values()
    ]


_STANDING = update(RATING).where(
    RATING.c.ladder_id == bindparam("ladder"),
    RATING.c.rating_epoch == bindparam("epoch"),
    RATING.c.version_id == bindparam("version"),
)


def _write(
    connection: Connection, ladder: Ladder, before: Mapping[int, Standing], after: Mapping[int, Standing]
) -> None:
    fresh = [version for version in after if version not in before]
    known = [version for version in after if version in before]
    if fresh:
        keys = {"ladder_id": ladder.id, "rating_epoch": ladder.rating_epoch}
        rows = [keys | {"version_id": version} | _figures(after[version]) for version in fresh]
        connection.execute(insert(RATING), rows)
    if known:
        names = {"ladder": ladder.id, "epoch": ladder.rating_epoch}
        rows = [names | {"version": version} | _figures(after[version]) for version in known]
        connection.execute(_STANDING, rows)


def _figures(standing: Standing) -> dict[str, float]:
    return {
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "matches": standing.matches,
        "points": standing.points,
        "faults": standing.faults,
    }
