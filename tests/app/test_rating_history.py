import pytest

from arena.app.rating_history import rating_history
from arena.model.standings import NoSuchThing
from arena.store.ratings import standings
from arena.store.reading import SqlReading


def test_the_last_matches_lead_to_the_present_rating(database, desk):
    for _ in range(12):
        desk.record(*(desk.play(leased) for leased in desk.lease(2)))
    row = next(row for row in SqlReading(database).leaderboard("main").rows if row.bot == "eve")

    told = rating_history(database, "main", "eve", 5)

    assert len(told) == 5
    assert told[-1].posterior == database.read(lambda c: standings(c, desk.ladder))[row.version_id].rating
    assert [one.posterior for one in told[:-1]] == [one.prior for one in told[1:]]
    assert all(len(one.opponents) == 2 and "eve@1" not in one.opponents for one in told)
    assert [one.match for one in told] == sorted(one.match for one in told)


def test_a_bot_that_is_not_there_is_named(database, ladder):
    with pytest.raises(NoSuchThing, match="no bot 'nobody' on ladder 'main'"):
        rating_history(database, "main", "nobody", 5)
