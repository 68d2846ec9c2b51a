import pytest
from sqlalchemy import select
from stores import NOW

from arena.app.audit import refit, verify_all
from arena.ladder.fitting import FittedRule
from arena.model.errors import BadInput
from arena.model.ratings import RatingRule
from arena.store.rating_epochs import open_rating_epoch
from arena.store.ratings import standings
from arena.store.tables import RATING_EPOCH


def epochs(database):
    query = select(RATING_EPOCH.c.epoch, RATING_EPOCH.c.matches).order_by(RATING_EPOCH.c.epoch)
    return [tuple(row) for row in database.read(lambda c: c.execute(query).all())]


@pytest.fixture
def played(desk):
    """Random play: all bots are alike, but for chance."""
    for _ in range(40):
        desk.record(*(desk.play(leased) for leased in desk.lease(2)))
    return desk


def test_a_new_epoch_rates_all_matches_anew_and_goes_on_from_there(database, played):
    fitted = FittedRule(RatingRule(12.0, 0.02), bots=5, matches=240, spread=4.0, ties=0.01)
    now = database.write(lambda c: open_rating_epoch(c, played.ladder, fitted, NOW))

    assert (now.rating_epoch, now.rule) == (2, fitted.rule)
    assert epochs(database) == [(1, 0), (2, 240)]
    (leased,) = played.lease()
    played.record(played.play(leased))  # by a coordinator that still has the old rule
    rated = database.read(lambda c: standings(c, now))
    assert sum(standing.matches for standing in rated.values()) == 3 * 243
    assert verify_all(database).matches == 243


def test_a_ladder_that_has_hardly_been_played_is_not_fitted(database, desk):
    desk.record(desk.play(*desk.lease()))
    with pytest.raises(BadInput, match="a fit needs 5 of them"):
        refit(database, "main", keep=True)
    assert epochs(database) == [(1, 0)]
