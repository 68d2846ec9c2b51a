"""Rating epochs of a ladder: the rule it rates by, since when, and what it was fitted to. Appended, never changed."""

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from arena.ladder.fitting import FittedRule
from arena.model.ladders import Ladder
from arena.store.ladders import ladder_of
from arena.store.ratings import rebuild_ratings
from arena.store.tables import LADDER, RATING_EPOCH


def open_rating_epoch(connection: Connection, ladder: Ladder, fitted: FittedRule, now: datetime) -> Ladder:
    """Rate a ladder by a new rule from now on, and all its matches so far anew; the ladder as it is then."""
    present = connection.execute(select(LADDER.c.rating_epoch).where(LADDER.c.id == ladder.id)).scalar_one()
    rule = {"beta": fitted.rule.beta, "draw_probability": fitted.rule.draw_probability}
    opened = {"ladder_id": ladder.id, "epoch": present + 1, "opened_at": now, "matches": fitted.matches}
    connection.execute(insert(RATING_EPOCH).values(opened | rule))
    connection.execute(update(LADDER).where(LADDER.c.id == ladder.id).values(rule | {"rating_epoch": present + 1}))
    fresh = ladder_of(connection, ladder.id)
    rebuild_ratings(connection, fresh)
    return fresh
