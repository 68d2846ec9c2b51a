"""The read side: what pages and commands show, each page in a few queries on one snapshot."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from itertools import zip_longest
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, and_, case, func, select

from arena.ladder.certainty import better
from arena.model.ladders import Change, Ladder, Purpose
from arena.model.ratings import MU, PROVISIONAL_BELOW, SIGMA, Rating
from arena.model.standings import (
    ArchiveDay,
    BatchStanding,
    BotPage,
    LadderSummary,
    Leaderboard,
    LeaderboardRow,
    MatchLine,
    MatchPage,
    NoSuchThing,
    RotationPage,
    VersionLine,
)
from arena.scheduler.leases import RotationState
from arena.store.archive import archive_day, archive_days, archive_file
from arena.store.changes import changes_since, last_change
from arena.store.database import Database
from arena.store.ladders import ladder_named, ladders
from arena.store.match_pages import latest_faults, latest_of_bot, latest_of_ladder, lines, match_page
from arena.store.tables import (
    BATCH_RATING,
    BOT,
    BOT_VERSION,
    DEAL_EPOCH,
    ENTRY,
    LADDER,
    MATCH,
    RATING,
    ROTATION,
    EntryState,
)

T = TypeVar("T")


class SqlReading:
    """`arena.ports.store.Reading` on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ladders(self) -> list[LadderSummary]:
        """The rated ladders, oldest first."""
        return self._read(lambda c: [_summary(c, ladder) for ladder in ladders(c, purpose=Purpose.RATED)])

    def leaderboard(self, ladder: str, *, limit: int | None = None, offset: int = 0) -> Leaderboard:
        """The table of a ladder: ranked rows, then provisional ones."""
        return self._read(lambda c: _leaderboard(c, ladder_named(c, ladder), limit, offset))

    def bot(self, name: str, *, recent: int = 50) -> BotPage:
        """A bot with its latest matches and faults."""
        return self._read(lambda c: _bot_page(c, name, recent))

    def match(self, match: int) -> MatchPage:
        """A match with its transcript and times."""
        return self._read(lambda c: match_page(c, match))

    def rotation(self, ladder: str, number: int) -> RotationPage:
        """A rotation with its matches."""
        return self._read(lambda c: _rotation_page(c, ladder_named(c, ladder), number))

    def matches(self, ladder: str, *, limit: int = 50, before: int | None = None) -> list[MatchLine]:
        """The latest matches of a ladder, newest first."""
        return self._read(lambda c: latest_of_ladder(c, ladder_named(c, ladder).id, limit, before))

    def archive_days(self, ladder: str, *, limit: int = 30, before: date | None = None) -> list[ArchiveDay]:
        """The days of a rated ladder's archive, newest first."""
        return self._read(lambda c: archive_days(c, ladder, limit, before))

    def archive_day(self, ladder: str, day: date) -> ArchiveDay:
        """One day of a rated ladder's archive."""
        return self._read(lambda c: archive_day(c, ladder, day))

    def archive_file(self, day: ArchiveDay) -> Iterator[bytes]:
        """The matches of a day as JSON lines in gzip, in parts."""
        return archive_file(self._database, day)

    def last_change(self) -> int:
        """Number of the newest change."""
        return self._read(last_change)

    def changes_since(self, last: int) -> list[Change]:
        """Changes after number `last`, oldest first."""
        return self._read(lambda c: changes_since(c, last))

    def _read(self, query: Callable[[Connection], T]) -> T:
        return self._database.read(query)


def _summary(connection: Connection, ladder: Ladder) -> LadderSummary:
    one = connection.execute
    state = one(select(LADDER.c.state).where(LADDER.c.id == ladder.id)).scalar_one()
    here = ROTATION.c.ladder_id == ladder.id
    # Numbers have no gaps, so the many that are done need not be counted.
    planned = one(select(func.max(ROTATION.c.number)).where(here)).scalar_one() or 0
    other = [RotationState.READY, RotationState.LEASED, RotationState.FAILED]
    grouped = select(ROTATION.c.state, func.count()).where(here, ROTATION.c.state.in_(other))
    by_state = {row[0]: row[1] for row in one(grouped.group_by(ROTATION.c.state))}
    bots = select(func.count()).where(ENTRY.c.ladder_id == ladder.id, ENTRY.c.state == EntryState.ACTIVE)
    matches = select(func.max(MATCH.c.recorded_no)).where(MATCH.c.ladder_id == ladder.id)
    key = select(DEAL_EPOCH.c.key_sha256).where(DEAL_EPOCH.c.ladder_id == ladder.id)
    return LadderSummary(
        id=ladder.id,
        spec=ladder.spec,
        state=state.value,
        bots=one(bots.select_from(ENTRY)).scalar_one(),
        rotations=planned - sum(by_state.values()),
        matches=one(matches).scalar_one() or 0,
        ready=by_state.get(RotationState.READY, 0),
        leased=by_state.get(RotationState.LEASED, 0),
        failed=by_state.get(RotationState.FAILED, 0),
        deal_commitment=one(key.order_by(DEAL_EPOCH.c.id.desc()).limit(1)).scalar_one(),
    )


_MU = func.coalesce(RATING.c.mu, ENTRY.c.prior_mu, MU)
_SIGMA = func.coalesce(RATING.c.sigma, ENTRY.c.prior_sigma, SIGMA)
_EXPOSED = _MU - 3 * _SIGMA
_MATCHES = func.coalesce(RATING.c.matches, 0)
_PROVISIONAL = case((_MATCHES < PROVISIONAL_BELOW, 1), else_=0)


def _standing_rows() -> Select[Any]:
    """Entries with their bot, version, rating and batch rating."""
    rating_of = and_(
        RATING.c.version_id == ENTRY.c.version_id,
        RATING.c.ladder_id == ENTRY.c.ladder_id,
        RATING.c.rating_epoch == LADDER.c.rating_epoch,
    )
    batch_of = and_(BATCH_RATING.c.version_id == ENTRY.c.version_id, BATCH_RATING.c.ladder_id == ENTRY.c.ladder_id)
    return (
        select(
            BOT.c.name,
            BOT.c.owner,
            BOT_VERSION.c.id.label("version_id"),
            BOT_VERSION.c.number,
            BOT_VERSION.c.digest,
            BOT_VERSION.c.created_at,
            LADDER.c.name.label("ladder"),
            LADDER.c.players,
            ENTRY.c.state,
            _MU.label("mu"),
            _SIGMA.label("sigma"),
            RATING.c.matches,
            RATING.c.points,
            RATING.c.faults,
            BATCH_RATING.c.rating,
            BATCH_RATING.c.low,
            BATCH_RATING.c.high,
            BATCH_RATING.c.rank,
            BATCH_RATING.c.disagrees,
        )
        .select_from(ENTRY)
        .join(LADDER, LADDER.c.id == ENTRY.c.ladder_id)
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .outerjoin(RATING, rating_of)
        .outerjoin(BATCH_RATING, batch_of)
    )


def _leaderboard(connection: Connection, ladder: Ladder, limit: int | None, offset: int) -> Leaderboard:
    query = (
        _standing_rows()
        .where(ENTRY.c.ladder_id == ladder.id, ENTRY.c.state == EntryState.ACTIVE)
        .order_by(_PROVISIONAL, _EXPOSED.desc(), BOT_VERSION.c.id)
        .limit(None if limit is None else limit + 1)  # the last row is compared with the one below it
        .offset(offset)
    )
    rows = [_row(row, place) for place, row in enumerate(connection.execute(query), start=offset + 1)]
    compared = [_compared(row, below) for row, below in zip_longest(rows, rows[1:])]
    return Leaderboard(_summary(connection, ladder), tuple(compared[:limit]))


def _compared(row: LeaderboardRow, below: LeaderboardRow | None) -> LeaderboardRow:
    """A row with how sure it stands above the one below it, if both are ranked."""
    if below is None or row.provisional or below.provisional:
        return row
    return replace(row, better_than_next=better(Rating(row.mu, row.sigma), Rating(below.mu, below.sigma)))


def _row(row: Row[Any], place: int | None) -> LeaderboardRow:
    matches = row.matches or 0
    batch = None
    if row.rating is not None:
        batch = BatchStanding(row.rating, row.low, row.high, row.rank, row.disagrees)
    return LeaderboardRow(
        rank=place if matches >= PROVISIONAL_BELOW else None,
        bot=row.name,
        owner=row.owner,
        version=row.number,
        version_id=row.version_id,
        mu=row.mu,
        sigma=row.sigma,
        matches=matches,
        rotations=matches // row.players,
        faults=row.faults or 0,
        mean_points=row.points / matches if matches else None,
        provisional=matches < PROVISIONAL_BELOW,
        batch=batch,
    )


def _bot_page(connection: Connection, name: str, recent: int) -> BotPage:
    bot = connection.execute(select(BOT).where(BOT.c.name == name)).one_or_none()
    if bot is None:
        raise NoSuchThing(f"no bot {name!r}")
    mine = _standing_rows().where(BOT.c.id == bot.id).order_by(BOT_VERSION.c.number.desc(), LADDER.c.id)
    versions = tuple(
        VersionLine(
            id=row.version_id,
            number=row.number,
            digest=row.digest,
            created_at=row.created_at,
            ladder=row.ladder,
            active=row.state is EntryState.ACTIVE,
            row=_row(row, _place(connection, row)),
        )
        for row in connection.execute(mine)
    )
    if not versions:  # it was handed in and has never been active: that is its owner's business
        raise NoSuchThing(f"no bot {name!r}")
    ids = {version.id for version in versions}
    return BotPage(
        name=bot.name,
        owner=bot.owner,
        created_at=bot.created_at,
        versions=versions,
        matches=tuple(latest_of_bot(connection, ids, recent)),
        faults=tuple(latest_faults(connection, ids, recent)),
    )


def _place(connection: Connection, row: Row[Any]) -> int | None:
    """The rank of a row of `_standing_rows` on its ladder; None if it is not paired any more or provisional."""
    if row.state is not EntryState.ACTIVE or (row.matches or 0) < PROVISIONAL_BELOW:
        return None
    exposed = row.mu - 3 * row.sigma
    better = (exposed < _EXPOSED) | ((exposed == _EXPOSED) & (BOT_VERSION.c.id < row.version_id))
    ahead = _standing_rows().where(
        LADDER.c.name == row.ladder, ENTRY.c.state == EntryState.ACTIVE, _PROVISIONAL == 0, better
    )
    return int(connection.execute(select(func.count()).select_from(ahead.subquery())).scalar_one()) + 1


def _rotation_page(connection: Connection, ladder: Ladder, number: int) -> RotationPage:
    query = select(ROTATION).where(ROTATION.c.ladder_id == ladder.id, ROTATION.c.number == number)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NoSuchThing(f"no rotation {number} on ladder {ladder.spec.name!r}")
    names = (
        select(BOT_VERSION.c.id, BOT.c.name)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT_VERSION.c.id.in_(row.versions))
    )
    bots = {row.id: row.name for row in connection.execute(names)}
    return RotationPage(
        id=row.id,
        ladder=ladder.spec.name,
        number=number,
        state=row.state.value,
        attempt=row.attempt,
        losses=row.losses,
        reason=row.reason,
        bots=tuple(bots[version] for version in row.versions),
        matches=tuple(lines(connection, select(MATCH.c.id).where(MATCH.c.rotation_id == row.id))[::-1]),
    )
