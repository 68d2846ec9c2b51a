import pytest
from stores import NOW

from arena.app.ladder_report import NoiseFloor, ladder_report
from arena.model.errors import BadInput
from arena.store.entrants import Upload, enter, register


@pytest.fixture
def twins(database, ladder):
    def change(connection):
        for name in ("eve", "eve_twin"):
            enter(connection, ladder.id, register(connection, Upload(name, f"digest of {name}", "/x"), NOW), NOW)

    database.write(change)


def test_a_report_tells_seats_cycles_and_the_noise_floor(database, desk, twins):
    for _ in range(25):
        desk.record(*(desk.play(leased) for leased in desk.lease(2)))

    report = ladder_report(database, "main")

    assert (report.ladder, report.matches, [worth.seat for worth in report.seats]) == ("main", 150, [0, 1, 2])
    assert sum(worth.points for worth in report.seats) == pytest.approx(1.5)
    assert isinstance(report.noise_floor, NoiseFloor)
    assert (report.noise_floor.bot, report.noise_floor.twin) == ("eve", "eve_twin")


def test_a_ladder_without_matches_has_little_to_tell(database, ladder):
    report = ladder_report(database, "main")
    assert (report.matches, report.seats, report.cycles, report.noise_floor) == (0, (), (), None)


def test_an_unknown_ladder_is_named(database, ladder):
    with pytest.raises(BadInput, match="no ladder 'none'; ladders are main"):
        ladder_report(database, "none")
