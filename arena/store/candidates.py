"""Who may be paired, with what each has played and is waiting to play."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from arena.model.ladders import Ladder
from arena.model.matches import Entrant
from arena.model.ratings import Rating
from arena.scheduler.leases import RotationState
from arena.scheduler.pairing import NEWCOMER_ROTATIONS, Candidate
from arena.store.tables import BOT, BOT_VERSION, ENTRY, MATCH, RATING, ROTATION, SEAT, EntryState


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Rotations that are ready or leased."""

    count: Counter[int]
    """By version."""
    together: dict[int, Counter[int]]
    """By version: by opponent."""


def candidates(connection: Connection, ladder: Ladder) -> list[Candidate]:
    """The active entrants of a ladder, by version id."""
    waiting = _waiting(connection, ladder.id)
    rating_of = (
        (RATING.c.version_id == ENTRY.c.version_id)
        & (RATING.c.ladder_id == ENTRY.c.ladder_id)
        & (RATING.c.rating_epoch == ladder.rating_epoch)
    )
    query = (
        select(
            ENTRY.c.version_id,
            BOT.c.id,
            BOT.c.owner,
            func.coalesce(RATING.c.mu, ENTRY.c.prior_mu).label("mu"),
            func.coalesce(RATING.c.sigma, ENTRY.c.prior_sigma).label("sigma"),
            RATING.c.matches,
        )
        .join(BOT_VERSION, BOT_VERSION.c.id == ENTRY.c.version_id)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .outerjoin(RATING, rating_of)
        .where(ENTRY.c.ladder_id == ladder.id, ENTRY.c.state == EntryState.ACTIVE)
        .order_by(ENTRY.c.version_id)
    )
    rows = list(connection.execute(query))
    played = {row.version_id: (row.matches or 0) // ladder.spec.players for row in rows}
    newcomers = [v for v, rotations in played.items() if rotations + waiting.count[v] < NEWCOMER_ROTATIONS]
    met = _met(connection, ladder.id, newcomers)
    return [
        Candidate(
            version=version,
            bot=bot,
            owner=owner,
            rating=Rating() if mu is None else Rating(mu, sigma),
            rotations=played[version] + waiting.count[version],
            pending=waiting.count[version],
            opponents=met.get(version, Counter()) + waiting.together.get(version, Counter()),
        )
        for version, bot, owner, mu, sigma, _ in rows
    ]


def entrants(connection: Connection, versions: set[int]) -> dict[int, Entrant]:
    """By version id: the name it is reported under and the manifest it is started from."""
    query = (
        select(BOT_VERSION.c.id, BOT.c.name, BOT_VERSION.c.number, BOT_VERSION.c.manifest)
        .join(BOT, BOT.c.id == BOT_VERSION.c.bot_id)
        .where(BOT_VERSION.c.id.in_(versions))
    )
    return {row.id: Entrant(f"{row.name}@{row.number}", row.manifest) for row in connection.execute(query)}


def _waiting(connection: Connection, ladder_id: int) -> _Waiting:
    pending = ROTATION.c.state.in_([RotationState.READY, RotationState.LEASED])
    query = select(ROTATION.c.versions).where(pending, ROTATION.c.ladder_id == ladder_id)
    count: Counter[int] = Counter()
    together: dict[int, Counter[int]] = {}
    for versions in connection.execute(query).scalars():
        count.update(versions)
        for version in versions:
            opponents = together.setdefault(version, Counter())
            opponents.update(other for other in versions if other != version)
    return _Waiting(count, together)


def _met(connection: Connection, ladder_id: int, versions: list[int]) -> dict[int, Counter[int]]:
    """By version: recorded rotations together, by opponent."""
    if not versions:
        return {}
    own, other = SEAT.alias("own"), SEAT.alias("other")
    query = (
        select(own.c.version_id, other.c.version_id, func.count(MATCH.c.rotation_id.distinct()))
        .join(MATCH, MATCH.c.id == own.c.match_id)
        .join(other, (other.c.match_id == own.c.match_id) & (other.c.seat != own.c.seat))
        .where(own.c.version_id.in_(versions), MATCH.c.ladder_id == ladder_id)
        .group_by(own.c.version_id, other.c.version_id)
    )
    met: dict[int, Counter[int]] = {}
    for version, opponent, rotations in connection.execute(query):
        met.setdefault(version, Counter())[opponent] = rotations
    return met
